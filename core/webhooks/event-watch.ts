/** Finds out what happened: after each commit the ports that matter are held against what they were. */
import { type AnyPort, type DigestItem, messageOf, opsHealth, type People } from '@sidelight/plugin-api';
import type { Cache } from '../cache/cache.js';
import type { Log } from '../ground/log.js';
import type { EventType } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { repeat } from '../time/repeat.js';
import { SingleFlight } from '../time/single-flight.js';
import { digestChange, WATCHES, type Watch, type WebhookEvent } from './events.js';

export interface EventWatchParts {
  readonly cache: Pick<Cache, 'rows' | 'fetchedAt' | 'onChange'>;
  /** What targets may know: each event is told as often. */
  readonly levels: readonly Level[];
  /** Whether what a source tells for a port counts for nothing. */
  readonly isLeftOut: (port: string, source: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly tell: (event: WebhookEvent, level: Level) => void;
}

/** One of the ways in which targets may know what happens. */
export interface Level {
  readonly digest: () => Promise<readonly DigestItem[]>;
  readonly snoozed: () => Promise<readonly DigestItem[]>;
  readonly people: () => People;
  /** Rows as they may be known. */
  readonly shown: <T extends object>(port: AnyPort, rows: readonly T[]) => readonly T[];
}

interface Told {
  readonly event: WebhookEvent;
  readonly level: Level;
}

interface View {
  /** Sources that had supplied the port. */
  readonly known: ReadonlySet<string>;
  readonly rows: readonly { readonly source: string }[];
}

/** Commits that follow each other closely are looked at together. */
const SOON_MS = 200;
/** The digest may change though no row does. */
const DIGEST_MS = 60_000;
/** What is found while an integration is new is how things are, not news. */
const SETTLES_MS = 60_000;

export class EventWatch {
  private readonly views = new Map<Watch, View>();
  private readonly looking = new SingleFlight(() => this.look());
  private readonly items = new Map<Level, readonly DigestItem[]>();
  private known: ReadonlySet<string> | null = null;
  private settledAt = 0;
  private due = false;
  private ended = false;
  private failing = false;
  private readonly endings: readonly (() => void)[];

  /** Begins with a look at how things are. */
  constructor(
    private readonly wanted: ReadonlySet<EventType>,
    private readonly parts: EventWatchParts,
  ) {
    const { cache, clock, log } = parts;
    const again = { everyMs: DIGEST_MS, failure: 'the digest could not be compared', run: () => this.looking.again() };
    this.endings = [
      ...(wanted.size === 0 ? [] : [cache.onChange(() => this.soon())]),
      ...(wanted.has('digest.changed') ? [repeat(again, clock, log)] : []),
    ];
    if (wanted.size > 0) void this.looking.again();
  }

  /** Resolves when nothing is told any more. */
  async stop(): Promise<void> {
    this.ended = true;
    for (const end of this.endings) end();
    await this.looking.idle();
  }

  private soon(): void {
    if (this.due) return;
    this.due = true;
    this.parts.clock.after(SOON_MS, () => {
      this.due = false;
      if (!this.ended) void this.looking.again();
    });
  }

  private async look(): Promise<void> {
    try {
      const watches = WATCHES.filter(({ types }) => types.some((type) => this.wanted.has(type)));
      for (const watch of watches) this.tellAll(await this.changesOf(watch));
      if (this.wanted.has('digest.changed')) this.tellAll(await this.digestChanges());
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.parts.log.warn('events could not be sent to webhooks', { error: messageOf(error) });
      this.failing = true;
    }
  }

  private tellAll(events: readonly Told[]): void {
    if (this.ended) return;
    for (const { event, level } of events) if (this.wanted.has(event.type)) this.parts.tell(event, level);
  }

  /** None of a source that was not known before: how it is when it is first heard of is no news. */
  private async changesOf(watch: Watch): Promise<readonly Told[]> {
    const { cache, clock, levels, isLeftOut } = this.parts;
    const told = [...cache.fetchedAt(watch.port.id).keys()];
    const known = new Set(told.filter((source) => !isLeftOut(watch.port.id, source)));
    const rows = await cache.rows(watch.port, watch.query, { now: clock.now(), zone: 'UTC' });
    const before = this.views.get(watch);
    this.views.set(watch, { known, rows });
    if (before === undefined) return [];
    const isKnown = ({ source }: { readonly source: string }): boolean => known.has(source) && before.known.has(source);
    const [old, now] = [before.rows.filter(isKnown), rows.filter(isKnown)];
    return levels.flatMap((level) =>
      watch
        .compare(level.shown(watch.port, old), level.shown(watch.port, now), level.people())
        .map((event) => ({ event, level })),
    );
  }

  private async digestChanges(): Promise<readonly Told[]> {
    const now = this.parts.clock.now().getTime();
    const known = new Set(this.parts.cache.fetchedAt(opsHealth.id).keys());
    const isNew = this.known !== null && [...known].some((source) => !this.known?.has(source));
    this.known = known;
    if (isNew) this.settledAt = now + SETTLES_MS;
    const told = this.parts.levels.map(async (level): Promise<readonly Told[]> => {
      const before = this.items.get(level);
      const [items, snoozed] = await Promise.all([level.digest(), level.snoozed()]);
      this.items.set(level, items);
      const event = before === undefined || now < this.settledAt ? null : digestChange(before, items, snoozed);
      return event === null ? [] : [{ event, level }];
    });
    return (await Promise.all(told)).flat();
  }
}
