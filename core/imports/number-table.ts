/** A map from large numbers to small ones, in twelve bytes an entry where a Map takes eighty. */

const FIRST_ROOM = 2048;
const FULLEST = 0.6;

export class NumberTable {
  private keys = new Float64Array(FIRST_ROOM).fill(Number.NaN);
  private values = new Int32Array(FIRST_ROOM);
  private count = 0;

  get(key: number): number | undefined {
    const place = this.placeOf(key);
    return this.keys[place] === key ? this.values[place] : undefined;
  }

  set(key: number, value: number): void {
    let place = this.placeOf(key);
    if (this.keys[place] !== key) {
      if (this.count >= this.keys.length * FULLEST) {
        this.grow();
        place = this.placeOf(key);
      }
      this.count += 1;
      this.keys[place] = key;
    }
    this.values[place] = value;
  }

  /** Where it is, or where it would be. */
  private placeOf(key: number): number {
    const most = this.keys.length - 1;
    let place = (key % 4_294_967_291) & most;
    for (;;) {
      const held = this.keys[place];
      if (held === key || held === undefined || Number.isNaN(held)) return place;
      place = (place + 1) & most;
    }
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2).fill(Number.NaN);
    this.values = new Int32Array(keys.length * 2);
    for (const [number, key] of keys.entries()) {
      if (Number.isNaN(key)) continue;
      const place = this.placeOf(key);
      this.keys[place] = key;
      this.values[place] = values[number] ?? 0;
    }
  }
}
