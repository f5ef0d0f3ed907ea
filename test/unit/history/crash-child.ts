/**
 * A process of its own that polls a living room, every ten seconds of its own time, as fast as it can, into a database.
 * Arguments: the file, the second to begin at, the second at which nobody plays any more.
 * Prints each second that it has committed; ends by itself when the play has ended.
 */
import { fill, mediaPlayback, mediaSessions } from '@sidelight/plugin-api';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { corePorts } from '#core/derivations/ports.js';
import { Committer } from '#core/sync/committer.js';
import { runTask } from '#core/sync/runner.js';
import { manualClock } from '../../support/manual-clock.js';
import { SETTINGS, START, session } from './scenario.js';

const [file = '', from = '0', until = '0'] = process.argv.slice(2);
const db = await openDatabase({ kind: 'sqlite', file });
const cache = await createKnexCache(db);
for (const port of [mediaSessions, mediaPlayback, ...corePorts]) await cache.declare(port);

let seconds = Number(from);
const task = fill(mediaSessions, '10s', async () => (seconds < Number(until) ? [session(seconds)] : []));
const source = {
  id: 'tv',
  plugin: { id: 'tv', title: 'TV', config: mediaSessions.item, create: () => integration },
  integration: { check: async () => ({}), tasks: [task] },
  schedule: {},
  timeoutMs: 1000,
};
const { integration } = source;
const clock = manualClock(new Date(START + seconds * 1000).toISOString());
const settings = { zone: 'UTC', history: SETTINGS, downloads: { stallMinutes: 10 } };
const committer = new Committer(cache, clock, () => settings);
const { signal } = new AbortController();

for (; seconds <= Number(until); seconds += 10, clock.jump(10_000)) {
  const outcome = await runTask({
    source,
    task,
    cache,
    clock,
    signal,
    deadlineMs: 60_000,
    commit: (batch, of, isWanted) => committer.commit(batch, of, isWanted),
  });
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  process.stdout.write(`${seconds}\n`);
}
await cache.close();
await db.destroy();
