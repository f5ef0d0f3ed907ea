/** The contributions of one kind, in the order in which they were taken in, and what they have taken. */
import { CORE } from '../ops/notices.js';

export interface Claim {
  /** What no other may have: `widget my-widget`, `key movies`. */
  readonly names: readonly string[];
  readonly path?: string;
}

export class Shelf<T extends object> {
  private items: readonly T[] = [];
  private readonly owners = new Map<string, string>();
  private readonly paths = new Map<string, string>();

  all(): readonly T[] {
    return this.items;
  }

  holds(item: T): boolean {
    return this.items.includes(item);
  }

  put(owner: string, item: T, claim: Claim): void {
    this.items = [...this.items, item];
    this.claim(owner, claim);
  }

  /** For what does not lie here. */
  claim(owner: string, { names, path }: Claim): void {
    for (const name of names) this.owners.set(name, owner);
    if (path !== undefined) this.paths.set(path, owner);
  }

  owner(name: string): string | undefined {
    return this.owners.get(name);
  }

  /** That a name is taken, as the end of a sentence; undefined when it is free. */
  taken(name: string): string | undefined {
    const owner = this.owners.get(name);
    return owner === undefined ? undefined : `${possessive(owner)} ${name} has it already`;
  }

  /** The same for a path: `/api/things/:id` and `/api/things/new` would answer the same request. */
  takenPath(path: string): string | undefined {
    const other = [...this.paths].find(([known]) => overlap(known, path));
    return other === undefined ? undefined : `its path ${path} is taken by ${other[0]} of ${nameOf(other[1])}`;
  }
}

const nameOf = (owner: string): string => (owner === CORE ? 'Sidelight itself' : owner);
const possessive = (owner: string): string => (owner === CORE ? 'Sidelight’s own' : `${owner}’s`);

function overlap(a: string, b: string): boolean {
  const left = a.split('/');
  const right = b.split('/');
  const isSame = (one: string, other: string | undefined): boolean =>
    one === other || one.startsWith(':') || other?.startsWith(':') === true;
  return left.length === right.length && left.every((step, index) => isSame(step, right[index]));
}
