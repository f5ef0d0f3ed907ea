import { spawn } from 'node:child_process';
import { expect } from 'chai';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { ids, SCOPE } from './batches.js';
import { sqlitePlace } from './caches.js';
import { shelves } from './ports.js';

/** Runs a process that commits ten rows and is killed in the middle of a commit of thousands more. */
function killInMidCommit(file: string): Promise<NodeJS.Signals | null> {
  const script = new URL('./crash-child.js', import.meta.url);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script.pathname, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.once('error', reject);
    child.stdout.once('data', () => child.kill('SIGKILL'));
    child.once('exit', (_, signal) => resolve(signal));
  });
}

describe('a process that is killed in the middle of a commit', () => {
  it('leaves the state before it', async () => {
    const place = await sqlitePlace();
    if (place.location.kind !== 'sqlite') return;
    expect(await killInMidCommit(place.location.file)).to.equal('SIGKILL');
    const db = await openDatabase(place.location);
    const cache = await createKnexCache(db);
    await cache.declare(shelves);
    expect(await ids(cache, shelves)).to.have.length(10);
    expect((await cache.tally(shelves, {}, SCOPE)).count).to.equal(10);
    expect(await cache.cursor('one', 'task')).to.equal('first');
    await cache.close();
    await db.destroy();
    await place.remove();
  });
});
