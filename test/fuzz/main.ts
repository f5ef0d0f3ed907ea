/** `npm run fuzz`: many requests made of the document of a running daemon, on each database, each answer held against it. */
import { parseArgs } from 'node:util';
import { ownDatabase } from '../support/own-database.js';
import { startPostgres } from '../support/postgres.js';
import { fuzz } from './fuzz.js';
import { findingText, totalsText } from './report.js';
import { WORLDS } from './worlds.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    requests: { type: 'string', default: '100000' },
    database: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    world: { type: 'string', multiple: true, default: Object.keys(WORLDS) },
  },
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Of one database, on all worlds. @returns findings */
async function fuzzOn(database: string, yaml: () => Promise<string>): Promise<number> {
  let found = 0;
  for (const name of values.world) {
    const open = WORLDS[name];
    if (open === undefined) throw new Error(`there is no world "${name}": choose of ${Object.keys(WORLDS).join(', ')}`);
    const { daemon, flags, told, close } = await open(await yaml());
    try {
      const requests = Math.ceil(Number(values.requests) / values.world.length);
      const totals = await fuzz({ daemon, flags, told, seed: Number(values.seed), requests });
      print(totalsText(`${name} on ${database}`, totals));
      for (const finding of totals.findings) print(findingText(finding));
      found += totals.findings.length;
    } finally {
      await close();
    }
  }
  return found;
}

async function onPostgres(): Promise<number> {
  const server = await startPostgres();
  try {
    return await fuzzOn('PostgreSQL', async () => `database: { url: "${(await ownDatabase(server.url)).url}" }\n`);
  } finally {
    await server.stop();
  }
}

print(`seed ${values.seed}: the same requests again with --seed ${values.seed}`);
let found = 0;
if (values.database.includes('sqlite')) found += await fuzzOn('SQLite', async () => '');
if (values.database.includes('postgres')) found += await onPostgres();
process.exit(found === 0 ? 0 : 1);
