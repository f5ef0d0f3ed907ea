/** A derivation: what the core adds to a batch before it is committed, whichever integration it comes from. */
import type { AnyPort, SnapshotPort } from '@sidelight/plugin-api';
import type { Batch, Change } from '../cache/cache.js';
import type { Settings } from '../settings/settings.js';
import type { HistorySettings } from './recorder.js';
import type { StallSettings } from './stall.js';

export interface DerivationSettings extends Partial<Pick<Settings, 'people'>> {
  readonly history: HistorySettings & Partial<Pick<Settings['history'], 'ignore'>>;
  readonly downloads: StallSettings;
}

/** Everything that a derivation may look at. */
export interface Step {
  readonly batch: Batch;
  /** Rows of the derivation's port as they are committed now; none where the batch replaces them and they do not matter. */
  readonly committed: readonly object[];
  /** Rows of its memory. */
  readonly memory: readonly object[];
  /** ISO time when the port was last fresh. */
  readonly previousAt: string | undefined;
  readonly settings: DerivationSettings;
  readonly past: Past;
}

export type Where = Readonly<Record<string, readonly string[]>>;

/** What is committed of one source: what derivations are told of the past. */
export interface Past {
  /** None of a port that cannot be had. `where`: indexed fields, each with the values that count; `newest`: so many at most. */
  rows(port: AnyPort, where?: Where, newest?: number): Promise<readonly object[]>;
  /** Those of them that have one of these keys. */
  named(port: AnyPort, keys: readonly string[]): Promise<readonly object[]>;
  /** ISO time when the port was last fresh. */
  fetchedAt(port: AnyPort): string | undefined;
}

export interface Derivation {
  /** Applies to each batch that changes or refreshes this port. */
  readonly port: AnyPort;
  readonly memory?: SnapshotPort;
  /** The committed rows matter to it even where the batch replaces them all. */
  readonly comparesRows?: true;
  /** What it makes of a batch follows from the batch and the committed rows alone, whenever it is. */
  readonly isTimeless?: true;
  /** Its port is a log: of the committed rows only those matter that the batch names, or none. */
  readonly sees?: 'named' | 'nothing';
  /** What it adds comes of each look in its turn: one that could not be committed is made up for, and not replaced by the next. */
  readonly everyLook?: true;
  /** The port that it fills, if the source does not fill it by itself. */
  readonly fills?: AnyPort;
  /** The batch's changes, with what is derived from them. */
  derive(step: Step): readonly Change[] | Promise<readonly Change[]>;
  /** Of rows that the source tells at other times, those that are to be shown. `at` and `previousAt` are ISO times. */
  admit?(
    rows: readonly object[],
    memory: readonly object[],
    at: string,
    previousAt: string | undefined,
  ): readonly object[];
}

/** All rows of a snapshot, or those of a log that are named, as they will be after these changes. */
export function stateAfter(
  port: AnyPort,
  committed: readonly object[],
  changes: readonly Change[],
): ReadonlyMap<string, object> {
  const state = new Map<string, object>(committed.map((item) => [port.key(item), item]));
  for (const change of changes) {
    if (change.port !== port.id) continue;
    if (change.kind === 'replace') state.clear();
    if (change.kind === 'patch') for (const key of change.remove) state.delete(key);
    for (const item of change.kind === 'patch' ? change.upsert : change.items) state.set(port.key(item), item);
  }
  return state;
}

/** The memory's rows from now on, as a change that names only what differs. */
export function rememberChange(port: SnapshotPort, before: readonly object[], after: readonly object[]): Change[] {
  const kept = new Set(after.map((item) => port.key(item)));
  const known = new Map(before.map((item) => [port.key(item), JSON.stringify(item)]));
  const upsert = after.filter((item) => known.get(port.key(item)) !== JSON.stringify(item));
  const remove = [...known.keys()].filter((key) => !kept.has(key));
  return upsert.length === 0 && remove.length === 0 ? [] : [{ port: port.id, kind: 'patch', upsert, remove }];
}
