/** `npm run bench`: every figure of the project, measured in one run on one machine. `npm run bench throughput` runs one part. */
import { hostile } from './hostile.js';
import { idle, readers } from './idle.js';
import { imports } from './imports.js';
import { notifications } from './notifications.js';
import { pages } from './pages.js';
import { rebuild } from './rebuild.js';
import { type Figure, line, met } from './report.js';
import { graphs } from './scale/graphs.js';
import { scale } from './scale/main.js';
import { steadyState } from './steady.js';
import { stitched } from './stitched.js';
import { sync } from './sync.js';
import { throughput } from './throughput.js';
import { world } from './world.js';

const PARTS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  throughput,
  rebuild,
  world,
  sync,
  idle,
  readers,
  stitched,
  steadyState,
  imports,
  scale,
  graphs,
  hostile,
  pages,
  notifications,
};

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) {
    process.stderr.write(`there is no part ${unknown.join(', ')}: choose of ${Object.keys(PARTS).join(', ')}\n`);
    return 2;
  }
  const figures: Figure[] = [];
  for (const [name, run] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    for (const figure of await run()) {
      figures.push(figure);
      process.stdout.write(`${line(figure)}\n`);
    }
  }
  return figures.every(met) ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
