/** Rows of a release calendar, and what they are answered with. */
import type { Release } from '#widgets/shared/plans.js';
import { group, rows } from './answers.js';

export type Planned = Omit<Release, 'source'>;

export const release = (id: string, date: string, over: Partial<Planned> = {}): Planned => ({
  id,
  title: `Title ${id}`,
  type: 'episode',
  date,
  hasFile: false,
  monitored: true,
  ...over,
});

/** A film on a day, as a manager in UTC lists it. */
export const film = (id: string, day: string, over: Partial<Planned> = {}): Planned =>
  release(id, `${day}T00:00:00.000Z`, { type: 'movie', allDay: true, day, dateKind: 'digital', ...over });

/** Of the library: an episode has 1000 bytes. */
export const MEANS = { fileKinds: [group('episode', 2, { sum: 2_000 })], titleKinds: [group('episode', 2)] };

export const planned = (...items: (readonly (Planned & { readonly source: string })[])[]) => ({
  calendar: rows(items.flat()),
  ...MEANS,
});
