/** `npm run bench scale`: what must not grow with the household. */
import type { Figure } from '../report.js';
import { asks, queues, routes } from './reads.js';
import { rows } from './rows.js';

const FILES: readonly (() => Promise<readonly Figure[]>)[] = [routes, asks, queues, rows];

export async function scale(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const measure of FILES) figures.push(...(await measure()));
  return figures;
}
