/**
 * The keys that a first run has written so far, at some eight bytes each: a mark of 32 bits at a place that other bits of the key tell.
 * It never takes a known key for a new one. Hardly ever it takes a new one for known, which costs time and nothing else.
 */
const FIRST_PLACES = 20_000;
const GROWS_BY = 1.5;
/** More would have a key walk far until it finds a place. */
const FULL = 0.8;

export class SeenKeys {
  /** Each has more places than the one before; an empty place is 0. */
  private readonly tables: Uint32Array[] = [];
  private free = 0;

  add(source: string, key: string): void {
    if (this.free === 0) this.grow();
    const table = this.tables.at(-1) ?? this.grow();
    const { place, mark } = placeOf(source, key);
    const at = find(table, place, mark);
    if (table[at] === mark) return;
    table[at] = mark;
    this.free -= 1;
  }

  has(source: string, key: string): boolean {
    const { place, mark } = placeOf(source, key);
    return this.tables.some((table) => table[find(table, place, mark)] === mark);
  }

  private grow(): Uint32Array {
    const table = new Uint32Array(Math.ceil((this.tables.at(-1)?.length ?? FIRST_PLACES / GROWS_BY) * GROWS_BY));
    this.tables.push(table);
    this.free = Math.floor(table.length * FULL);
    return table;
  }
}

/** Where the mark is, or the empty place where it belongs. */
function find(table: Uint32Array, place: number, mark: number): number {
  let at = place % table.length;
  while (table[at] !== 0 && table[at] !== mark) at = at + 1 < table.length ? at + 1 : 0;
  return at;
}

/** FNV-1a twice, from two beginnings, each with its bits spread at the end. */
function placeOf(source: string, key: string): { readonly place: number; readonly mark: number } {
  const text = `${source}\n${key}`;
  let place = 0x811c9dc5;
  let mark = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    place = Math.imul(place ^ code, 0x01000193);
    mark = Math.imul(mark ^ code, 0x85ebca6b);
  }
  return { place: spread(place), mark: spread(mark) || 1 };
}

function spread(bits: number): number {
  const half = Math.imul(bits ^ (bits >>> 16), 0xc2b2ae35);
  return (half ^ (half >>> 13)) >>> 0;
}
