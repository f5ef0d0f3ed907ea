/** `npm run chaos`: many rounds by hand, and a table of what came of them. */
import { parseArgs } from 'node:util';
import { ALL_ROUNDS, strikeAgainAndAgain } from './kills.js';
import { hasCost, tableOf } from './table.js';

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const tallies = await strikeAgainAndAgain(Number(values.rounds ?? 4 * ALL_ROUNDS), seed);
process.stdout.write(`seed ${seed}\n${tableOf(tallies)}\n`);
process.exitCode = tallies.some(hasCost) ? 1 : 0;
