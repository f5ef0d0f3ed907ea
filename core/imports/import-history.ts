/**
 * Takes over the plays of a file: each at its own date, none that is there already, in commits of a few hundred with all that is
 * derived from them. What was taken over stays when it is stopped; the next run goes on.
 */
import { setImmediate } from 'node:timers/promises';
import { mediaPlayback } from '@sidelight/plugin-api';
import { readable } from '@sidelight/plugin-api/host';
import type { Batch, Cache } from '../cache/cache.js';
import type { Playback } from '../derivations/core-plays.js';
import type { DerivationSettings, Past } from '../derivations/derivation.js';
import { deriveBatch } from '../derivations/derive.js';
import { coreIgnored, type Ignoring, ignoringOf, isIgnored, withLibraries } from '../derivations/ignored.js';
import { pastOf } from '../derivations/past.js';
import { CodedError } from '../ground/errors.js';
import { accountedFor } from '../sync/recount.js';
import { Accounts } from './accounts.js';
import { PlayIndex } from './play-index.js';
import { type Report, Tally } from './report.js';
import { Titles } from './titles.js';
import { nameOf, type ReadHistory, type Reason, type Told } from './told.js';

/** No task of a plugin's own can have this id. */
const TASK = '@import';
const PLAYS_AT_ONCE = 250;
const PAGE = 1000;

export interface Order {
  readonly read: ReadHistory;
  readonly file: string;
  /** The integration whose plays they become. */
  readonly source: string;
  /** IANA, of times that tell none. */
  readonly zone: string;
  /** For files that are needed meanwhile. */
  readonly scratch: string;
  /** Only says what would be done. */
  readonly isDry: boolean;
}

export interface Progress {
  /** From 0 to 1. */
  readonly done: number;
  readonly rows: number;
  readonly added: number;
}

export interface ImportParts {
  readonly cache: Cache;
  readonly settings: DerivationSettings;
  /** Stops it after the present commit. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** @throws import_file */
export async function importHistory(order: Order, parts: ImportParts): Promise<Report> {
  const run = await Run.open(order, parts);
  const { read, file, isDry } = order;
  const { signal, onProgress } = parts;
  try {
    for await (const { rows, done } of read(file, order)) {
      await run.take(rows);
      onProgress({ done, ...run.tally.progress });
      if (signal.aborted) break;
      await setImmediate();
    }
    if (!signal.aborted) await run.flush();
  } finally {
    await run.end();
  }
  return run.tally.report(isDry, signal.aborted);
}

class Run {
  readonly tally: Tally;
  /** What is to be committed next. */
  private waiting: Playback[] = [];
  private hasWritten = false;

  private constructor(
    private readonly order: Order,
    private readonly parts: ImportParts,
    private readonly past: Past,
    private readonly index: PlayIndex,
    private readonly accounts: Accounts,
    private readonly titles: Titles,
    private readonly ignoring: Ignoring | null,
  ) {
    this.tally = new Tally(accounts);
  }

  static async open(order: Order, parts: ImportParts): Promise<Run> {
    const { cache, settings } = parts;
    const { source } = order;
    const past = pastOf(cache, source);
    const [accounts, titles] = [await Accounts.of(cache, source), await Titles.of(cache, source)];
    const ignoring = await ignoringOf(source, settings, past);
    const index = await indexOf(cache, source);
    // Nobody has to go through the first plays of a source: they are written with their account.
    if (index.isEmpty && !order.isDry) {
      await cache.commit({ ...accountedFor(source, new Date().toISOString()), byAny: true });
    }
    return new Run(order, parts, past, index, accounts, titles, ignoring);
  }

  async take(rows: readonly Told[]): Promise<void> {
    for (const row of rows.map((told) => readable(told))) {
      this.tally.rows += 1;
      const play = this.wanted(row);
      if (play === null) continue;
      this.index.add(play);
      this.waiting.push(play);
      if (this.waiting.length < PLAYS_AT_ONCE) continue;
      await this.flush();
      if (this.parts.signal.aborted) return;
      // Whoever shares this process is let in between.
      await setImmediate();
    }
  }

  /** What is not wanted is counted, with the reason. */
  private wanted(row: Told): Playback | null {
    const play = 'play' in row ? this.accounts.withUser({ ...row.play, origin: 'imported' }) : null;
    const name = play === null ? ('dropped' in row ? row.name : '') : nameOf(play.title, play.viewer, play.startedAt);
    const reason = this.reasonOf(row, play);
    if (reason === null) return play;
    this.tally.skip(reason, name);
    return null;
  }

  private reasonOf(row: Told, play: Playback | null): Reason | null {
    const met = this.index.meet(row.id);
    if (met !== 'new') return met;
    if (play === null) return 'dropped' in row ? row.dropped : null;
    if ((play.playedSeconds ?? 0) < this.parts.settings.history.minPlaySeconds) return 'short';
    return this.index.hasNear(play) ? 'near' : null;
  }

  async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const { plays, present } = await this.titles.fill(this.waiting);
    this.waiting = [];
    if (!this.order.isDry) await this.commit(plays);
    this.tally.add(plays, present);
    this.tally.ignored += await this.ignoredOf(plays);
  }

  private async ignoredOf(plays: readonly Playback[]): Promise<number> {
    const { ignoring, past } = this;
    if (ignoring === null) return 0;
    return (await withLibraries(plays, past)).filter((play) => isIgnored(play, ignoring)).length;
  }

  private async commit(items: readonly Playback[]): Promise<void> {
    const { cache, settings } = this.parts;
    const changes = [{ port: mediaPlayback.id, kind: 'append' as const, items }];
    const batch = await deriveBatch(this.batchOf(changes), new Set(), settings, this.past);
    try {
      await cache.commit(batch);
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'source_moved') throw error;
      await this.heed(error);
      await cache.commit(batch);
    }
    this.hasWritten = true;
  }

  /** Another command has corrected the history meanwhile, which is no matter here; a source that is gone takes no plays. */
  private async heed(error: CodedError): Promise<void> {
    const { cache } = this.parts;
    const done = await cache.upkeep();
    if (done.some(({ source, to }) => source === this.order.source && to !== source)) throw error;
    await cache.takeOver(done);
  }

  /** A daemon beside this reads the plays of its sources anew: once, because it begins afresh with them. */
  async end(): Promise<void> {
    if (this.hasWritten) await this.parts.cache.amend(this.batchOf([]));
  }

  private batchOf(changes: Batch['changes']): Batch {
    return { source: this.order.source, task: TASK, at: new Date().toISOString(), fills: [], changes, byAny: true };
  }
}

/** Those that are set aside are there, too. */
async function indexOf(cache: Cache, source: string): Promise<PlayIndex> {
  const index = new PlayIndex();
  for (const port of [mediaPlayback, coreIgnored]) {
    for (let place: string | null = ''; place !== null; ) {
      const { items, last }: Awaited<ReturnType<typeof pageOf>> = await pageOf(cache, port, source, place);
      for (const play of items) index.hold(play);
      place = last;
      await setImmediate();
    }
  }
  return index;
}

const pageOf = (cache: Cache, port: typeof mediaPlayback | typeof coreIgnored, source: string, after: string) =>
  cache.page(port, source, after, PAGE);
