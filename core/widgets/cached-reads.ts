/** Answers reads from the cache. */
import type { AnyPort, Group, Read, Rows, SeriesPoint, Tally } from '@sidelight/plugin-api';
import type { Cache, Scope } from '../cache/cache.js';
import { RowMemo } from './row-memo.js';
import type { ReadScope, SourceStates } from './source-states.js';

const NOTHING: Tally = { count: 0, distinct: 0, sum: 0 };

export type CachedAnswer = Rows<object> | Tally | readonly Group[] | readonly SeriesPoint[];

export class CachedReads {
  private readonly memo: RowMemo;

  constructor(
    private readonly cache: Pick<
      Cache,
      'rows' | 'named' | 'touched' | 'tally' | 'top' | 'series' | 'generation' | 'fault'
    >,
    private readonly states: SourceStates,
  ) {
    this.memo = new RowMemo(cache);
  }

  /**
   * A port that could not be declared has no more to say than what it kept: its defect is not that of whoever reads it.
   * @param read of kind rows, tally or top
   */
  async ask(read: Read & { readonly port: AnyPort }, scope: ReadScope): Promise<CachedAnswer> {
    try {
      return await this.answer(read, scope);
    } catch (error) {
      if (this.cache.fault(read.port.id) === undefined) throw error;
      if (read.kind === 'tally') return NOTHING;
      return read.kind === 'top' || read.kind === 'series'
        ? []
        : { items: [], sources: this.states.of(read.port.id, scope) };
    }
  }

  private async answer(read: Read & { readonly port: AnyPort }, scope: ReadScope): Promise<CachedAnswer> {
    const { port, kind, query = {} } = read;
    const seen = this.states.seen(port, scope);
    const isEmpty = seen.sources?.length === 0;
    const { now, zone } = scope;
    const where: Scope = { now, zone, ...seen };
    switch (kind) {
      case 'tally':
        return isEmpty ? NOTHING : this.cache.tally(port, query, where);
      case 'top':
        return isEmpty ? [] : this.cache.top(port, query, where);
      case 'series':
        return isEmpty ? [] : this.cache.series(port, query, where);
      default:
        return {
          items: isEmpty ? [] : await this.memo.rows(port, query, where),
          sources: this.states.of(port.id, scope),
        };
    }
  }

  /** The rows of one source, whatever a read may see. */
  async rowsOf(source: string, port: AnyPort, { now, zone }: ReadScope): Promise<Rows<object>['items']> {
    return this.cache.fault(port.id) === undefined ? this.cache.rows(port, {}, { now, zone, sources: [source] }) : [];
  }
}
