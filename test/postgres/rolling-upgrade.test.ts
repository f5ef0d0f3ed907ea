/** Three instances of a really older build become three of this one, one after the other, while clients ask and somebody watches. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import pg from 'pg';
import { buildEarlier, type EarlierBuild } from '../support/earlier-build.js';
import { root } from '../support/root.js';
import { until } from '../support/until.js';
import { leads, type Replica, type Several, startSeveral } from './several.js';

/** A lease runs out, somebody takes it, and syncs. */
const RESUMES_MS = 20_000;

describe('a rolling upgrade from an older build, on PostgreSQL', () => {
  let earlier: EarlierBuild;
  let several: Several;
  let key: string;
  const replaced = new Set<Replica>();
  before(async () => {
    earlier = buildEarlier();
    several = await startSeveral({ main: earlier.main });
    several.jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis' });
  });
  after(async () => {
    await several?.close();
    earlier?.remove();
  });
  afterEach('no client was refused, and no task ran twice at once', () => {
    expect(several.wrong.splice(0).slice(0, 5)).to.deep.equal([]);
    expect(several.atOnce.most('/Users')).to.equal(1);
  });

  const configOf = ({ daemon }: Replica): string => join(daemon.folder, 'sidelight.yaml');
  /** A command of the older build, while this process goes on: its way to the database leads through here. */
  const earlierCommand = async (...args: readonly string[]) => {
    const [one] = several.replicas;
    if (one === undefined) throw new Error('there is none');
    const line = [earlier.main, ...args, '--config', configOf(one)];
    const child = spawn(process.execPath, line, { cwd: one.daemon.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { status, stdout, stderr };
  };
  const syncs = async (): Promise<void> => {
    several.jellyfin.resetCalls();
    await until(
      () => several.jellyfin.calls('GET /Users'),
      (calls) => calls > 1,
    );
    const before = several.answered();
    await until(several.answered, (count) => count > before + 3);
  };
  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client(several.postgres.url);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const migrations = async () => (await query('SELECT name FROM knex_migrations ORDER BY id')).map(({ name }) => name);

  it('begins with a schema that is older than today’s', async () => {
    await syncs();
    const today = readdirSync(join(root, 'core', 'cache', 'migrations')).filter((name) => /^\d/.test(name));
    expect(earlier.migrations.length).to.be.below(today.length);
    expect(await migrations()).to.have.lengthOf(earlier.migrations.length);
    const made = await earlierCommand('keys', 'create', 'of-the-older-build');
    expect(made.status, made.stderr).to.equal(0);
    key = made.stdout.trim();
  });

  for (const [turn, which] of ['one that stands by', 'the other one that stands by', 'the one that syncs'].entries()) {
    it(`goes on when ${which} is replaced`, async () => {
      const leader = await several.leader();
      const left = several.replicas.filter((replica) => !replaced.has(replica));
      // The one that syncs comes last, as long as it is an older one.
      const one = left.find((replica) => replica !== leader) ?? left[0];
      if (one === undefined) throw new Error('there is none');
      expect(await one.daemon.stop()).to.equal(0);
      const since = Date.now();
      if (turn === 2) {
        several.jellyfin.resetCalls();
        await until(
          () => several.jellyfin.calls('GET /Users'),
          (calls) => calls > 0,
        );
        expect(Date.now() - since).to.be.below(RESUMES_MS);
      }
      replaced.add(one);
      await several.again(one);
      await syncs();
      expect(several.replicas.filter(leads)).to.have.lengthOf(1);
    });
  }

  it('ends with the schema of today, and with the keys of before', async () => {
    expect((await migrations()).length).to.be.above(earlier.migrations.length);
    for (const { daemon } of several.replicas) {
      expect((await daemon.get('/api/widgets/homepage', key)).status).to.equal(200);
    }
  });

  it('has recorded the play that went on meanwhile once', async () => {
    several.jellyfin.sessions.stopAll();
    const [table] = await query(`SELECT tablename FROM pg_tables WHERE tablename LIKE 'rows_%media_playback'`);
    const plays = () => query(`SELECT item FROM "${table?.['tablename']}" WHERE source = 'attic'`);
    await until(plays, (list) => list.length > 0);
    await syncs();
    expect(await plays()).to.have.lengthOf(1);
  });

  it('lets no older build in again, which says so and changes nothing', async () => {
    const before = await migrations();
    for (const command of [
      ['keys', 'list'],
      ['keys', 'create', 'late'],
      ['serve', '--port', '0'],
    ]) {
      const { status, stderr } = await earlierCommand(...command);
      expect(status, command.join(' ')).to.equal(1);
      expect(stderr).to.match(/The database .*, which this version does not\n/);
      expect(stderr).to.match(/newer (version of )?Sidelight/);
    }
    expect(await migrations()).to.deep.equal(before);
    expect(await query(`SELECT name FROM api_keys WHERE name = 'late'`)).to.deep.equal([]);
    await syncs();
  });
});
