/**
 * A sign for each name, which renders work with in its place: they group, count and join as they would by names, and write it into
 * their texts. What it is shown as is put in at the end. Signs are single characters of the last plane of Unicode, which no text uses.
 */
const FIRST = 0x10_0000;
const MOST = 0xf_ff0;
const SIGNS = /[\u{100000}-\u{10FFFD}]/gu;

export class Aliases {
  private readonly signs = new Map<string, string>();
  private readonly names: string[] = [];

  /** Of more names than there are signs, the last share one. */
  signOf(name: string): string {
    if (name === '') return name;
    // Services differ in how they write a name.
    const key = name.toLowerCase();
    const known = this.signs.get(key);
    if (known !== undefined) return known;
    if (this.indexOf(name) !== undefined) return name;
    const index = Math.min(this.names.length, MOST);
    const sign = String.fromCodePoint(FIRST + index);
    this.names[index] = name;
    this.signs.set(key, sign);
    return sign;
  }

  /** What signs in a text stand for, put in their place. */
  replaced(text: string, shown: (name: string) => string): string {
    return text.replace(SIGNS, (sign) => {
      const index = this.indexOf(sign);
      return index === undefined ? sign : shown(this.names[index] ?? '');
    });
  }

  /** Names that were met so far. */
  met(): readonly string[] {
    return this.names;
  }

  private indexOf(text: string): number | undefined {
    const index = (text.codePointAt(0) ?? 0) - FIRST;
    return text.length === 2 && index >= 0 && index < this.names.length ? index : undefined;
  }
}
