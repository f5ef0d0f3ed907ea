/** Commits what runs have published: derived first, one batch of a source at a time, so that derivations see the last one. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Batch, Cache } from '../cache/cache.js';
import { databaseError, isDatabaseTrouble } from '../cache/database-error.js';
import type { DerivationSettings, Past } from '../derivations/derivation.js';
import { deriveBatch, isLook, lastingPorts } from '../derivations/derive.js';
import { type GoneLibrary, withoutGoneLibraries } from '../derivations/gone-libraries.js';
import { growthBatch } from '../derivations/growth.js';
import { withWorks } from '../derivations/item-work.js';
import { pastOf } from '../derivations/past.js';
import type { Source } from '../plugins/source.js';
import type { Clock } from '../time/clock.js';
import { Unchanged } from './unchanged.js';

export interface CommitSettings extends DerivationSettings {
  readonly zone: string;
}

/** A look that the database did not take. */
interface Kept {
  readonly batch: Batch;
  readonly fills: ReadonlySet<string>;
  readonly isWanted: () => boolean;
}

/** Of one source. At ten seconds apart these are nearly three hours; the oldest go first. */
const MOST_KEPT = 1000;

export class Committer {
  private readonly queues = new Map<string, Promise<void>>();
  private readonly unchanged: Unchanged;
  private readonly kept = new Map<string, readonly Kept[]>();

  constructor(
    private readonly cache: Cache,
    private readonly clock: Clock,
    private readonly settings: () => CommitSettings,
    private readonly onGone: (source: string, library: GoneLibrary) => void = () => undefined,
    /** Told of a look that was made up for too late: it is not taken for what it says. */
    private readonly onRefused: (source: string, error: unknown) => void = () => undefined,
  ) {
    this.unchanged = new Unchanged(cache);
  }

  /** @param isWanted asked when its turn has come: false commits nothing */
  commit(batch: Batch, source: Source, isWanted: () => boolean): Promise<boolean> {
    const fills = new Set((source.integration?.tasks ?? []).flatMap((task) => task.fills.map((port) => port.id)));
    return this.inTurn(source.id, async () => {
      if (!isWanted()) return false;
      try {
        await this.makeUp(source.id);
        await this.write(batch, fills);
      } catch (error) {
        if (isDatabaseTrouble(databaseError(error)) && isLook(batch, fills)) this.keep({ batch, fills, isWanted });
        throw error;
      }
      return true;
    });
  }

  private keep(look: Kept): void {
    const { source } = look.batch;
    this.kept.set(source, [...(this.kept.get(source) ?? []), look].slice(-MOST_KEPT));
  }

  /** What could not be committed, in its order: what is derived of a look is derived of the one before it, too. */
  private async makeUp(source: string): Promise<void> {
    for (const { batch, fills, isWanted } of this.kept.get(source) ?? []) {
      try {
        if (isWanted()) await this.write(batch, fills);
      } catch (error) {
        if (isDatabaseTrouble(databaseError(error))) throw error;
        this.onRefused(source, error);
      }
      this.kept.set(source, this.kept.get(source)?.slice(1) ?? []);
    }
    this.kept.delete(source);
  }

  /** What is stored is told once more: `make` reads it in the turn of its source, so that nothing changes before the commit. */
  retell(source: string, make: (at: string) => Promise<Batch | null>): Promise<void> {
    return this.inTurn(source, async () => {
      const batch = await make(this.clock.now().toISOString());
      if (batch !== null) await this.write(batch, new Set());
    });
  }

  private inTurn<T>(source: string, work: () => Promise<T>): Promise<T> {
    const result = (this.queues.get(source) ?? Promise.resolve()).then(work);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.queues.set(source, settled);
    return result;
  }

  private async write(batch: Batch, fills: ReadonlySet<string>): Promise<void> {
    const seen = this.unchanged.seen(batch, this.settings());
    const fresh = this.unchanged.fresh(batch, seen);
    if (fresh !== undefined) {
      await this.cache.commit({ ...batch, changes: [], fills: fresh });
      return;
    }
    const past = pastOf(this.cache, batch.source);
    const derived = await withWorks(await deriveBatch(batch, fills, this.settings(), past));
    const whole = await withoutGoneLibraries(derived, past);
    const lasting = seen === null ? null : lastingPorts(batch, fills);
    const committing = this.unchanged.before(whole.batch, lasting?.memories.map(({ id }) => id) ?? []);
    const changed = await this.cache.commit(whole.batch);
    if (seen !== null && lasting !== null && (await isEmpty(past, lasting.memories))) {
      this.unchanged.committed(batch, seen, committing, changed);
    }
    for (const library of whole.gone) this.onGone(batch.source, library);
    const growth = await growthBatch(this.cache, { batch, fills, zone: this.settings().zone });
    if (growth !== undefined) await this.cache.commit(growth);
  }
}

async function isEmpty(past: Past, memories: readonly AnyPort[]): Promise<boolean> {
  for (const port of memories) if ((await past.rows(port, undefined, 1)).length > 0) return false;
  return true;
}
