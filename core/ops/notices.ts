/** The notices of all who have some, by the source that they are about, and which of them have yet to be written. */
import type { ItemOf, opsNotices } from '@sidelight/plugin-api';
import { CORE } from '@sidelight/plugin-api/errors';

/** A row of `ops.notices`, and the integration that it is about; without one it is about Sidelight itself. */
export type Notice = ItemOf<typeof opsNotices> & { readonly source?: string };

type Row = ItemOf<typeof opsNotices>;

/** Rows about Sidelight itself are kept under this name. */
export { CORE };

export class OwnNotices {
  readonly suppliers: (() => readonly Notice[])[] = [];
  private readonly own = new Map<string, Notice>();
  private readonly written = new Map<string, string>();

  add(notice: Notice): void {
    this.own.set(notice.id, notice);
  }

  /** false when there was none. */
  remove(id: string): boolean {
    return this.own.delete(id);
  }

  forget(source: string): void {
    for (const notice of this.own.values()) if (notice.source === source) this.own.delete(notice.id);
    this.written.delete(source);
  }

  /** The rows of each source whose notices are not as they were written last. */
  changed(sources: readonly string[]): ReadonlyMap<string, readonly Row[]> {
    const rows = new Map<string, Row[]>([CORE, ...sources, ...this.written.keys()].map((source) => [source, []]));
    for (const { source = CORE, ...row } of [...this.own.values(), ...this.suppliers.flatMap((supply) => supply())]) {
      rows.set(source, [...(rows.get(source) ?? []), row]);
    }
    const changed = [...rows].filter(([source, list]) => this.written.get(source) !== JSON.stringify(list));
    for (const [source, list] of changed) this.written.set(source, JSON.stringify(list));
    return new Map(changed);
  }

  /** Another process may have written others. */
  unwritten(): void {
    this.written.clear();
  }
}
