/** What became of each webhook, in and out, as rows of `ops.webhooks`. What happens within a moment is one commit. */
import { type ItemOf, messageOf, opsWebhooks } from '@sidelight/plugin-api';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache } from '../cache/cache.js';
import { LOG, type Log } from '../ground/log.js';
import { CLOCK, type Clock } from '../time/clock.js';

export type DeliveryRow = ItemOf<typeof opsWebhooks>;

const SOON_MS = 250;
const LATER_MS = 10_000;
/** Rows that wait for a database that takes none. */
const MOST = 1000;
/** No task of a plugin's own can have this id. */
const TASK = '@webhooks';

@injectable()
export class DeliveryLog {
  /** Source → id → row. */
  private waiting = new Map<string, Map<string, DeliveryRow>>();
  private cancel: (() => void) | null = null;
  private writing: Promise<void> = Promise.resolve();
  private failing = false;

  constructor(
    @inject(CACHE) private readonly cache: Pick<Cache, 'commit'>,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOG) private readonly log: Log,
  ) {}

  /** @param source the integration that it is about, or `core`; a row of an id that is there already is replaced */
  record(source: string, row: DeliveryRow): void {
    const rows = this.waiting.get(source) ?? new Map<string, DeliveryRow>();
    this.waiting.set(source, rows);
    if (rows.size < MOST || rows.has(row.id)) rows.set(row.id, row);
    this.flushAfter(this.failing ? LATER_MS : SOON_MS);
  }

  /** Writes what waits, now. Never throws: what could not be written is tried again. */
  flush(): Promise<void> {
    this.cancel?.();
    this.cancel = null;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private flushAfter(ms: number): void {
    this.cancel ??= this.clock.after(ms, () => void this.flush());
  }

  private async write(): Promise<void> {
    const taken = this.waiting;
    this.waiting = new Map();
    for (const [source, rows] of taken) {
      try {
        await this.commit(source, [...rows.values()]);
        this.failing = false;
      } catch (error) {
        if (!this.failing) this.log.warn('webhook deliveries could not be recorded', { error: messageOf(error) });
        this.failing = true;
        const newer = this.waiting.get(source) ?? [];
        this.waiting.set(source, new Map([...rows, ...newer]));
        this.flushAfter(LATER_MS);
      }
    }
  }

  private async commit(source: string, items: readonly DeliveryRow[]): Promise<void> {
    await this.cache.commit({
      source,
      task: TASK,
      at: this.clock.now().toISOString(),
      fills: [opsWebhooks.id],
      byAny: true,
      changes: [{ port: opsWebhooks.id, kind: 'append', items }],
    });
  }
}
