/** What somebody puts off in the digest: for a while, or until it changes. Rows of `ops.snoozes`, which every process sees. */
import { type DigestEntry, digest, digestSnooze, digestWake, opsSnoozes, snoozedDigest } from '@sidelight/plugin-api';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache } from '../cache/cache.js';
import { CodedError } from '../ground/errors.js';
import { CORE } from '../ops/notices.js';
import { SETTINGS, type Settings } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { isHolding, type Snooze } from './digest.js';
import { Reader } from './reader.js';
import { defaultVariant } from './variant.js';

export const SPANS = ['day', 'week', 'change'] as const;
export type Span = (typeof SPANS)[number];
export const isSpan = (text: string): text is Span => (SPANS as readonly string[]).includes(text);

/** What needs attention, and what would. */
export interface Attention {
  readonly items: readonly DigestEntry[];
  readonly snoozed: readonly (DigestEntry & Pick<Snooze, 'until' | 'by' | 'at'>)[];
}

const HOURS: Readonly<Record<Exclude<Span, 'change'>, number>> = { day: 24, week: 168 };
const HOUR_MS = 3_600_000;
const TASK = '@snoozes';

@injectable()
export class Snoozes {
  /** The actions that Sidelight does itself, by their ids. @throws not_found */
  readonly actions: ReadonlyMap<string, (body: Readonly<Record<string, unknown>>, by: string) => Promise<void>>;

  constructor(
    @inject(Reader) private readonly reader: Pick<Reader, 'ask'>,
    @inject(CACHE) private readonly cache: Pick<Cache, 'commit' | 'atHand' | 'keepAtHand'>,
    @inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @inject(SETTINGS) private readonly settings: Pick<Settings, 'zone'>,
  ) {
    this.actions = new Map([
      // The body was checked against the schema of the action.
      [digestSnooze.id, ({ id, for: span }, by) => this.snooze(String(id), span as Span, by)],
      [digestWake.id, ({ id }) => this.wake(String(id))],
    ]);
  }

  /** At boot, after the ports were declared. */
  open(): Promise<void> {
    return this.cache.keepAtHand(opsSnoozes);
  }

  async attention(): Promise<Attention> {
    const variant = defaultVariant(this.settings.zone);
    const [items, snoozed] = await Promise.all([
      this.reader.ask(digest(), variant),
      this.reader.ask(snoozedDigest(), variant),
    ]);
    const rows = new Map(this.cache.atHand(opsSnoozes).map((row) => [row.id, row]));
    return {
      items,
      snoozed: snoozed.flatMap((entry) => {
        const row = rows.get(entry.id);
        return row === undefined ? [] : [{ ...entry, by: row.by, at: row.at, ...untilOf(row) }];
      }),
    };
  }

  /** @throws not_found */
  async snooze(id: string, span: Span, by: string): Promise<void> {
    const { items, snoozed } = await this.attention();
    const entry = [...items, ...snoozed].find((one) => one.id === id);
    if (entry === undefined) throw absent();
    const now = this.clock.now();
    const until = span === 'change' ? {} : { until: new Date(now.getTime() + HOURS[span] * HOUR_MS).toISOString() };
    const { severity, text } = entry;
    await this.write([{ id, severity, text, by, at: now.toISOString(), ...until }], []);
  }

  /** @throws not_found */
  async wake(id: string): Promise<void> {
    if (!this.cache.atHand(opsSnoozes).some((row) => row.id === id)) throw absent();
    await this.write([], [id]);
  }

  /** Removes what is over: an item that comes back is news. */
  async sweep(): Promise<void> {
    if (this.cache.atHand(opsSnoozes).length === 0) return;
    const { items, snoozed } = await this.attention();
    const now = this.clock.now();
    const over = this.cache.atHand(opsSnoozes).filter((row) => !isHolding(row, [...items, ...snoozed], now));
    if (over.length > 0)
      await this.write(
        [],
        over.map(({ id }) => id),
      );
  }

  private async write(upsert: readonly Snooze[], remove: readonly string[]): Promise<void> {
    const changes = [{ port: opsSnoozes.id, kind: 'patch' as const, upsert, remove }];
    const at = this.clock.now().toISOString();
    await this.cache.commit({ source: CORE, task: TASK, at, fills: [opsSnoozes.id], changes, byAny: true });
  }
}

const untilOf = ({ until }: Snooze): { readonly until?: string } => (until === undefined ? {} : { until });

const absent = (): CodedError =>
  new CodedError('not_found', 'The digest does not have this item', {
    hint: 'It ended in the meantime: read the digest again.',
  });
