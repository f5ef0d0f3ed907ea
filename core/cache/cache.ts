/** The cache: what was last known of everything connected. Implemented by knex.ts (SQLite, PostgreSQL) and memory.ts (tests). */
import type { AnyPort, Group, ItemOf, Query, SeriesPoint, Tally } from '@sidelight/plugin-api';
import type { Change } from '@sidelight/plugin-api/host';
import { token } from '../ground/token.js';
import type { Upkeep } from './upkeep.js';

export type { Change, Upkeep };

/** Everything that one run of one task wants to be true. */
export interface Batch {
  readonly source: string;
  readonly task: string;
  /** ISO time of the run: the freshness of every port in `fills`. */
  readonly at: string;
  /** Ports that are fresh after this commit. Empty for a batch that does not end a run ('more'). */
  readonly fills: readonly string[];
  readonly changes: readonly Change[];
  /** Port → keys of rows that are removed on purpose: they are no sign of an upstream that lost its library. */
  readonly meant?: ReadonlyMap<string, ReadonlySet<string>>;
  readonly cursor?: string;
  /** Not of a sync: any instance may commit it, whether or not it leads. */
  readonly byAny?: true;
}

/** Which rows a read sees, and what "now" and "today" mean to it. */
export interface Scope {
  readonly now: Date;
  readonly zone: string;
  /** Only rows of these sources, merged in this order. Not given: rows of every source that has any. */
  readonly sources?: readonly string[];
  /** No rows of these, where `sources` is not given. */
  readonly except?: readonly string[];
}

/** Source → keys of rows, as they are stored. */
export type Touched = ReadonlyMap<string, ReadonlySet<string>>;

export type Row<P extends AnyPort> = ItemOf<P> & { readonly source: string };

/** Some rows, and the place at which they end; null: there are no more. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly last: string | null;
}

/** A tally or a top without `since`, which the cache is told of at boot, so that it keeps counters for it. */
export interface CountedRead {
  readonly kind: 'tally' | 'top';
  readonly query: Query;
}

/** A read of the cache, as far as its port leaves it open. */
export interface Asked {
  readonly kind: 'rows' | 'tally' | 'top' | 'series';
  readonly query: Query;
}

/** Where the answer to a read comes from: rows in memory, a counter, or every row that the table has of it. */
export type Way = 'memory' | 'counter' | 'table';

export interface Cache {
  /** No other process reads what is stored while this one runs. */
  readonly isOwn: boolean;
  /**
   * At boot, once per port: makes its table and columns. An item schema that only allows more keeps the rows and resets the
   * cursors of the tasks that filled them; another one empties a snapshot, too. `counted`: the reads to keep counters for;
   * new ones are counted once, here.
   */
  declare(port: AnyPort, counted?: readonly CountedRead[]): Promise<'same' | 'reindexed' | 'emptied'>;
  /**
   * One transaction for batches of different sources. Writes only what differs: where no row and no cursor does, freshness is
   * known at once, and is written with the next commit that writes. Returns the ids of the ports whose rows changed.
   */
  commit(...batches: readonly Batch[]): Promise<ReadonlySet<string>>;
  /** The same by a command beside a daemon: whoever has read these sources before commits nothing of them until it has taken over. */
  amend(...batches: readonly Batch[]): Promise<ReadonlySet<string>>;
  /** At boot, for a small snapshot: its rows are kept in memory too, so that reads of it neither wait for the database nor fail with it. */
  keepAtHand(port: AnyPort): Promise<void>;
  /** Every row of a port that is kept at hand. Synchronous. */
  atHand<P extends AnyPort>(port: P): readonly Row<P>[];
  /**
   * What will be committed of a source, in ports that are kept at hand: every read sees it from now on, whether or not it can
   * be written. What was expected of the source before is not any more; the commit of the same changes ends it. Synchronous.
   */
  expect(source: string, changes: readonly Change[]): void;
  /** As it was declared; undefined: it was not, or cannot be had. Synchronous. */
  port(id: string): AnyPort | undefined;
  /** Why a port that was declared takes no commits: its rows stay as they are. Synchronous. */
  fault(id: string): Error | undefined;
  /** Moves with every commit that changed a row of the port: what a snapshot of a widget is built on. Synchronous. */
  generation(port: string): number;
  /** The rows of a port that have changed or gone since it was of that generation; null: any may have. Synchronous. */
  touched(port: string, generation: number): Touched | null;
  /** Called after each commit (a replica's included) with the ports whose rows changed. Returns how to stop it. */
  onChange(listener: (ports: ReadonlySet<string>) => void): () => void;
  /** Source → ISO time when its rows of this port were last good. A port with several tasks is as good as its worst. Synchronous. */
  fetchedAt(port: string): ReadonlyMap<string, string>;
  held(port: string, source: string): Promise<ReadonlySet<string>>;
  cursor(source: string, task: string): Promise<string | undefined>;

  /** In the order of `scope.sources` (else by source id), then by key; with `newest`: newest first over all sources. */
  rows<P extends AnyPort>(port: P, query: Query, scope: Scope): Promise<readonly Row<P>[]>;
  /** Those rows of a source that have one of these keys. */
  named<P extends AnyPort>(port: P, source: string, keys: readonly string[]): Promise<readonly ItemOf<P>[]>;
  /** Rows of a source by key, so many after that place, to go through all of them in steps. */
  page<P extends AnyPort>(port: P, source: string, after: string, most: number): Promise<Page<ItemOf<P>>>;
  tally(port: AnyPort, query: Query, scope: Scope): Promise<Tally>;
  top(port: AnyPort, query: Query, scope: Scope): Promise<readonly Group[]>;

  /** Sums by steps of time, over the last days of the zone. */
  series(port: AnyPort, query: Query, scope: Scope): Promise<readonly SeriesPoint[]>;

  /** What answers such a read, for whoever asks why a number is what it is. Synchronous. */
  wayOf(port: AnyPort, asked: Asked, scope: Scope): Way;

  /** A remembered JSON value that has not expired. */
  recall(source: string, key: string, now: Date): Promise<unknown>;
  remember(source: string, key: string, value: unknown, expiresAt: Date): Promise<void>;

  /** `snapshots`: an integration that left the YAML. `everything`: its logs, cursors and memos too. */
  forget(source: string, what: 'snapshots' | 'everything'): Promise<void>;
  /** An integration that got another id keeps its rows. */
  rename(from: string, to: string): Promise<void>;
  /** What other processes have forgotten and renamed since it was last taken over. Commits of these sources are refused until it is. */
  upkeep(): Promise<readonly Upkeep[]>;
  /** From now on this is known: everything is read anew. */
  takeOver(upkeep: readonly Upkeep[]): Promise<void>;
  /** Every source that has rows, cursors or memos. */
  sources(): Promise<ReadonlySet<string>>;
  /** Drops log rows older than their port's `days`, and expired memos. Returns how many rows went. */
  prune(now: Date): Promise<number>;
  close(): Promise<void>;
}

export const CACHE = token<Cache>('Cache');
