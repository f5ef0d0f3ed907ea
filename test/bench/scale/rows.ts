/** What storing costs, of much and of nothing: CPU time of the process, its blocks, and what it writes. */

import type { Figure } from '../report.js';
import { firstSync } from './first-sync.js';
import { quiet } from './quiet.js';
import { reindexing } from './reindexing.js';

export async function rows(): Promise<readonly Figure[]> {
  return [...(await quiet()), ...(await firstSync()), ...(await reindexing())];
}
