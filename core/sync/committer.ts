/** Commits what runs have published: derived first, one batch of a source at a time, so that derivations see the last one. */
import type { Batch, Cache } from '../cache/cache.js';
import type { DerivationSettings } from '../derivations/derivation.js';
import { deriveBatch, type Past } from '../derivations/derive.js';
import type { Source } from '../plugins/source.js';
import type { Clock } from '../time/clock.js';

export interface CommitSettings extends DerivationSettings {
  readonly zone: string;
}

export class Committer {
  private readonly queues = new Map<string, Promise<void>>();

  constructor(
    private readonly cache: Cache,
    private readonly clock: Clock,
    private readonly settings: () => CommitSettings,
  ) {}

  /** @param isWanted asked when its turn has come: false commits nothing */
  commit(batch: Batch, source: Source, isWanted: () => boolean): Promise<boolean> {
    const before = this.queues.get(source.id) ?? Promise.resolve();
    const commit = before.then(() => (isWanted() ? this.write(batch, source) : false));
    const settled = commit.then(
      () => undefined,
      () => undefined,
    );
    this.queues.set(source.id, settled);
    return commit;
  }

  private async write(batch: Batch, source: Source): Promise<true> {
    const fills = new Set((source.integration?.tasks ?? []).flatMap((task) => task.fills.map((port) => port.id)));
    await this.cache.commit(await deriveBatch(batch, fills, this.settings(), this.pastOf(source.id)));
    return true;
  }

  private pastOf(source: string): Past {
    const scope = { now: this.clock.now(), zone: this.settings().zone, sources: [source] };
    return {
      rows: async (port) => (await this.cache.rows(port, {}, scope)).map(withoutSource),
      fetchedAt: (port) => this.cache.fetchedAt(port.id).get(source),
    };
  }
}

function withoutSource({ source: _, ...item }: { readonly source: string }): object {
  return item;
}
