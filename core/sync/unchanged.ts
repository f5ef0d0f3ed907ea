/**
 * What tasks published last: a run that publishes the same again changes nothing, which is known without the database, as long
 * as nobody else has changed rows of the ports that it matters to.
 */
import { hash } from 'node:crypto';
import { dayOf, mediaFiles, mediaLibraries } from '@sidelight/plugin-api';
import type { Batch, Cache } from '../cache/cache.js';

/** More is hashed as fast as it is compared with the rows. */
const MOST_ITEMS = 5000;

/** What a batch became, and the state of its ports afterwards. */
interface Last {
  readonly print: string;
  readonly settings: object;
  /** With those that the core derives. */
  readonly fills: readonly string[];
  readonly ports: readonly string[];
  readonly generation: number;
}

export interface Seen {
  readonly print: string;
  readonly settings: object;
}

export class Unchanged {
  private readonly last = new Map<string, Last>();

  constructor(private readonly cache: Pick<Cache, 'generation'>) {}

  /** What tells one batch from another; null: it is too large, or moves on. @param settings by which rows are derived */
  seen(batch: Batch, settings: object & { readonly zone: string }): Seen | null {
    const count = batch.changes.reduce((sum, change) => sum + sizeOf(change), 0);
    if (batch.cursor !== undefined || count > MOST_ITEMS) return null;
    // The size of a library has a row for each day.
    const isSized = batch.fills.some((port) => port === mediaFiles.id || port === mediaLibraries.id);
    const day = isSized ? dayOf(batch.at, settings.zone) : '';
    return { print: hash('sha1', JSON.stringify([batch.changes, batch.fills, day]), 'base64'), settings };
  }

  /** What is fresh again where the batch is the same as the last one; undefined: it has to be looked at. */
  fresh({ source, task }: Batch, seen: Seen | null): readonly string[] | undefined {
    const last = this.last.get(keyOf(source, task));
    if (last === undefined || last.print !== seen?.print || last.settings !== seen.settings) return undefined;
    return this.generationOf(last.ports) === last.generation ? last.fills : undefined;
  }

  /** The generation of what is about to be committed. */
  before({ source, task, fills, changes }: Batch, more: readonly string[]): Committing {
    this.last.delete(keyOf(source, task));
    const ports = [...new Set([...fills, ...changes.map(({ port }) => port), ...more])];
    return { ports, fills, generation: this.generationOf(ports) };
  }

  /** It was committed; another commit meanwhile leaves it unknown. */
  committed(
    { source, task }: Batch,
    seen: Seen,
    { ports, fills, generation }: Committing,
    changed: ReadonlySet<string>,
  ) {
    const own = ports.filter((port) => changed.has(port)).length;
    if (this.generationOf(ports) !== generation + own) return;
    this.last.set(keyOf(source, task), { ...seen, ports, fills, generation: generation + own });
  }

  private generationOf(ports: readonly string[]): number {
    return ports.reduce((sum, port) => sum + this.cache.generation(port), 0);
  }
}

export interface Committing {
  readonly ports: readonly string[];
  readonly fills: readonly string[];
  readonly generation: number;
}

const keyOf = (source: string, task: string): string => `${source}\n${task}`;

const sizeOf = (change: Batch['changes'][number]): number =>
  change.kind === 'patch' ? change.upsert.length + change.remove.length : change.items.length;
