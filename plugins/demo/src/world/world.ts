/** What every fact of the demo is a function of: a seed, a moment, and what was done by hand. */
import type { Edits } from './edits.js';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface World {
  /** The integration whose titles all of it is about. */
  readonly id: string;
  readonly seed: number;
  /** How many times faster than life plays, downloads and transcodes go. */
  readonly speed: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly edits: Edits;
}

export const iso = (time: number): string => new Date(time).toISOString();

/** How long something that takes so long in life takes in this world. */
export const pace = ({ speed }: World, ms: number): number => ms / speed;
