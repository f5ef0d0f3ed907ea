/** `npm run chaos`: many rounds by hand, and a table of what came of them. */
import { parseArgs } from 'node:util';
import { killAgainAndAgain } from './kills.js';

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const tallies = await killAgainAndAgain(Number(values.rounds ?? 40), seed);
process.stdout.write(`seed ${seed}\n`);
process.stdout.write('moment        kills  lost  doubled  miscounted  recovery s\n');
for (const { moment, kills, lost, doubled, miscounted, recoverySeconds } of tallies) {
  const cells = [moment.padEnd(12), ...[kills, lost, doubled, miscounted].map((n) => String(n).padStart(6))];
  process.stdout.write(`${cells.join('  ')}  ${recoverySeconds.toFixed(1)}\n`);
}
process.exitCode = tallies.some(({ lost, doubled, miscounted }) => lost + doubled + miscounted > 0) ? 1 : 0;
