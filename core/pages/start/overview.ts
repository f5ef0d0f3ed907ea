/** How everything is, in a few figures. Pure. */
import type { DigestItem, ItemOf, opsBackup } from '@sidelight/plugin-api';
import { redact } from '@sidelight/plugin-api/errors';
import type { ApiKey } from '../../keys/api-key.js';
import { type Clockwork, type Moment, pastMoment } from '../moment.js';
import type { SourceFacts } from '../sources/source-facts.js';
import { type NoticeView, noticeView, type StateView, stateOf, tallyStates } from '../sources/source-state.js';

export interface OverviewFacts {
  readonly sources: readonly SourceFacts[];
  readonly keys: readonly Pick<ApiKey, 'name' | 'lastUsedAt'>[];
  readonly digest: readonly DigestItem[];
  /** The row of the last backup, if there is one. */
  readonly backup: ItemOf<typeof opsBackup> | undefined;
  /** Never to be shown. */
  readonly secrets: readonly string[];
}

export interface OverviewView {
  /** "5 up", "1 down". */
  readonly sources: readonly StateView[];
  readonly keys: number;
  /** The latest request of a dashboard, and the name of its key. */
  readonly lastPoll: { readonly at: Moment; readonly key: string } | null;
  readonly attention: readonly NoticeView[];
  /** null: none are made. */
  readonly backup: { readonly at: Moment | null; readonly ok: boolean } | null;
}

export function overviewOf({ sources, keys, digest, backup, secrets }: OverviewFacts, clock: Clockwork): OverviewView {
  const [last] = keys
    .flatMap(({ name, lastUsedAt }) => (lastUsedAt === null ? [] : [{ name, lastUsedAt }]))
    .sort((a, b) => (a.lastUsedAt < b.lastUsedAt ? 1 : -1));
  return {
    sources: tallyStates(sources.map(stateOf)),
    keys: keys.length,
    lastPoll: last === undefined ? null : { at: pastMoment(last.lastUsedAt, clock), key: last.name },
    backup:
      backup?.configured === true
        ? { at: backup.at === undefined ? null : pastMoment(backup.at, clock), ok: backup.ok }
        : null,
    attention: digest.map(({ severity, text }) => noticeView(severity, redact(text, secrets))),
  };
}
