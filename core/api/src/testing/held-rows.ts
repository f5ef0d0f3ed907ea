/** What an integration has published so far: the rows and cursors that the next run of a task can ask for. */
import type { Change } from '../host/index.js';
import type { AnyPort } from '../port.js';
import type { SyncTask } from '../task.js';

export class HeldRows {
  readonly #rows = new Map<string, Map<string, object>>();
  readonly #cursors = new Map<string, string>();

  keys(port: AnyPort): ReadonlySet<string> {
    return new Set(this.#rows.get(port.id)?.keys());
  }

  cursor(task: SyncTask): string | undefined {
    return this.#cursors.get(task.id);
  }

  commit(task: SyncTask, changes: readonly Change[], cursor: string | undefined): void {
    for (const change of changes) this.#apply(task, change);
    if (cursor !== undefined) this.#cursors.set(task.id, cursor);
  }

  #apply(task: SyncTask, change: Change): void {
    const rows = change.kind === 'replace' ? new Map<string, object>() : (this.#rows.get(change.port) ?? new Map());
    this.#rows.set(change.port, rows);
    if (change.kind === 'patch') for (const key of change.remove) rows.delete(key);
    const port = task.fills.find((known) => known.id === change.port);
    for (const item of change.kind === 'patch' ? change.upsert : change.items) {
      if (port !== undefined) rows.set(port.key(item), item);
    }
  }
}
