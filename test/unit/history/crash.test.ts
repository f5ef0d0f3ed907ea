import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mediaPlayback } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { corePlays } from '#core/derivations/core-plays.js';
import { corePorts } from '#core/derivations/ports.js';
import { at, START } from './scenario.js';

const CHILD = fileURLToPath(new URL('crash-child.js', import.meta.url));

function poll(file: string, from: number, until: number): ChildProcess {
  return spawn(process.execPath, [CHILD, file, String(from), String(until)], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Kills it without warning once it has told of so many polls: what it does at that moment is left to chance. */
async function killAfter(child: ChildProcess, polls: number): Promise<void> {
  if (child.stdout === null) throw new Error('the child has no output');
  let told = 0;
  for await (const _ of createInterface(child.stdout)) {
    told += 1;
    if (told === polls) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function look<T>(file: string, use: (cache: Cache) => Promise<T>): Promise<T> {
  const db = await openDatabase({ kind: 'sqlite', file });
  const cache = await createKnexCache(db);
  try {
    for (const port of [mediaPlayback, ...corePorts]) await cache.declare(port);
    return await use(cache);
  } finally {
    await cache.close();
    await db.destroy();
  }
}

const scope = { now: new Date(START), zone: 'UTC', sources: ['tv'] };

describe('history recorder, killed in mid-play', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sidelight-crash-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('loses no more than the time since its last poll, and doubles no play', async () => {
    const file = join(folder, 'sidelight.db');
    let seconds = 0;
    for (const polls of [3, 20, 11]) {
      const child = poll(file, seconds, 1_000_000);
      await killAfter(child, polls);
      expect(child.signalCode).to.equal('SIGKILL');
      const [play, ...others] = await look(file, (cache) => cache.rows(corePlays, {}, scope));
      expect(others).to.deep.equal([]);
      seconds = (Date.parse(String(play?.polledAt)) - START) / 1000 + 10;
      expect(play?.playedMs).to.equal((seconds - 10) * 1000);
    }
    const child = poll(file, seconds, seconds + 100);
    child.stdout?.resume();
    const [code] = await once(child, 'exit');
    expect(code).to.equal(0);
    const rows = await look(file, (cache) => cache.rows(mediaPlayback, {}, scope));
    expect(rows.map(({ startedAt, playedSeconds }) => ({ startedAt, playedSeconds }))).to.deep.equal([
      { startedAt: at(0), playedSeconds: seconds + 95 },
    ]);
  });
});
