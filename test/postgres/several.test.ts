/** Several daemons on one PostgreSQL: whatever happens to one of them or to the database, one syncs, and clients are answered. */
import { expect } from 'chai';
import pg from 'pg';
import { LEADER_LOCK } from '#core/cache/sql.js';
import { until } from '../support/until.js';
import { leads, SECRET, type Several, startSeveral, TOKEN } from './several.js';

describe('three instances on one PostgreSQL, behind nginx', () => {
  let several: Several;
  before(async () => {
    several = await startSeveral();
    several.jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis' });
  });
  after(() => several?.close());
  afterEach('no client was refused, and no task ran twice at once', () => {
    expect(several.wrong.splice(0).slice(0, 5)).to.deep.equal([]);
    expect(several.atOnce.most('/Users')).to.equal(1);
  });

  /** The upstream is asked again, and clients are answered from it. */
  const syncs = async (): Promise<void> => {
    const { jellyfin } = several;
    jellyfin.resetCalls();
    await until(
      () => jellyfin.calls('GET /Users'),
      (calls) => calls > 1,
    );
    const before = several.answered();
    await until(several.answered, (count) => count > before + 3);
  };
  const standby = async () => {
    const leader = await several.leader();
    const other = several.replicas.find((one) => one !== leader);
    if (other === undefined) throw new Error('there is no other');
    return other;
  };
  const digestOf = async (url: string): Promise<string> => {
    const answer = await fetch(`${url}/api/widgets/digest`, { headers: { 'x-api-token': TOKEN } });
    return JSON.stringify(((await answer.json()) as { items: unknown }).items);
  };

  it('sync as one', syncs);

  it('pass a webhook on to the one that syncs', async () => {
    const { daemon } = await standby();
    const before = several.jellyfin.calls('GET /ScheduledTasks');
    const pushed = await fetch(`${daemon.url}/api/webhooks/attic`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-secret': SECRET },
      body: JSON.stringify({ NotificationType: 'TaskCompleted' }),
    });
    expect(pushed.status).to.equal(204);
    await until(
      () => several.jellyfin.calls('GET /ScheduledTasks'),
      (calls) => calls > before,
    );
  });

  it('say the same, also after one that stood by has stopped', async () => {
    const leader = await several.leader();
    const other = await standby();
    const said = await until(
      async () => [await digestOf(leader.daemon.url), await digestOf(other.daemon.url)],
      ([one, two]) => one === two,
    );
    expect(await other.daemon.stop()).to.equal(0);
    await syncs();
    expect(await digestOf(leader.daemon.url)).to.equal(said[0]);
    await several.again(other);
  });

  it('sync on when the one that syncs is killed', async () => {
    const leader = await several.leader();
    await leader.daemon.kill();
    await until(
      () => several.replicas.filter((one) => one !== leader && leads(one)),
      (list) => list.length === 1,
    );
    await syncs();
    await several.again(leader);
  });

  it('sync on when the one that syncs loses its network, and it writes nothing any more', async () => {
    const leader = await several.leader();
    leader.relay.silence();
    await until(
      () => several.replicas.filter((one) => one !== leader && leads(one)),
      (list) => list.length === 1,
    );
    expect(leads(leader)).to.equal(false);
    await syncs();
    leader.relay.speak();
    await syncs();
    expect(leads(leader)).to.equal(false);
  });

  it('sync on after the database was away', async () => {
    await several.postgres.halt();
    const ready = (status: number) =>
      until(
        () => Promise.all(several.replicas.map(async ({ daemon }) => (await fetch(`${daemon.url}/readyz`)).status)),
        (list) => list.every((one) => one === status),
      );
    await ready(503);
    await several.postgres.resume();
    await ready(200);
    await syncs();
    await several.leader();
  });

  it('leave the lead to a version that elects by a lock', async () => {
    const old = new pg.Client(several.postgres.url);
    await old.connect();
    const granted = old.query('SELECT pg_advisory_lock($1)', [LEADER_LOCK]);
    const leader = await several.leader();
    await leader.daemon.stop();
    await granted;
    await several.again(leader);
    expect(several.replicas.map(leads)).to.include(false);
    several.jellyfin.resetCalls();
    const before = several.answered();
    await until(several.answered, (count) => count > before + 20);
    expect(several.jellyfin.calls('GET /Users')).to.equal(0);
    await old.end();
    await syncs();
  });

  it('have recorded a play once', async () => {
    several.jellyfin.sessions.stopAll();
    const client = new pg.Client(several.postgres.url);
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'rows_%media_playback'`,
    );
    const plays = async () =>
      (await client.query<{ item: string }>(`SELECT item FROM "${rows[0]?.name}" WHERE source = 'attic'`)).rows;
    await until(plays, (list) => list.length > 0);
    await syncs();
    expect(await plays()).to.have.length(1);
    await client.end();
  });
});
