/** Public ids of works, each looked up once. */
import type { Ids } from './map.js';

interface Numbered {
  readonly number: number;
  /** As long as a number means the same title, its ids are the same. */
  readonly title: string;
}

export type IdsOf = (number: number) => Ids | undefined;

export class KnownWorks {
  private known = new Map<number, { readonly title: string; readonly ids: Ids }>();

  constructor(
    private readonly lookUp: (numbers: readonly number[], signal: AbortSignal) => Promise<ReadonlyMap<number, Ids>>,
  ) {}

  /** Of these works; what nobody asks for any more is forgotten. */
  async of(works: readonly Numbered[], signal: AbortSignal): Promise<IdsOf> {
    const wanted = new Map(works.map(({ number, title }) => [number, title]));
    const kept = new Map([...this.known].filter(([number, { title }]) => wanted.get(number) === title));
    const missing = [...wanted.keys()].filter((number) => !kept.has(number));
    const found = missing.length === 0 ? new Map<number, Ids>() : await this.lookUp(missing, signal);
    for (const [number, ids] of found) kept.set(number, { title: wanted.get(number) ?? '', ids });
    this.known = kept;
    return (number) => kept.get(number)?.ids;
  }
}
