/** What a manager has of its titles, and how large what it waits for will be by that. Pure. */
import type { Title } from './library.js';

/** `files`: what it counts a title by: episodes, the film, the album. */
export interface Stock {
  readonly files: number;
  readonly bytes: number;
}

/** A title as it is held: its bytes tell how large the next part will be. */
export interface Held extends Title {
  readonly stock: Stock;
}

/** The mean size of a file; undefined where there is none. */
export function meanBytes(stocks: readonly Stock[]): number | undefined {
  let [files, bytes] = [0, 0];
  for (const stock of stocks) {
    files += stock.files;
    bytes += stock.bytes;
  }
  return files > 0 && bytes > 0 ? Math.round(bytes / files) : undefined;
}

/** As the port has it. */
export const withoutStock = ({ stock: _, ...title }: Held): Title => title;
