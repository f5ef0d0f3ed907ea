/** The one that syncs loses its network for real: no packet of it arrives anywhere, and none is refused. */
import { expect } from 'chai';
import pg from 'pg';
import { leads } from '../postgres/several.js';
import { type AtOnce, countAtOnce } from '../support/at-once.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { type PostgresServer, startPostgres } from '../support/postgres.js';
import { type Relay, startRelay } from '../support/relay.js';
import { until } from '../support/until.js';
import { makeNetwork, type OwnNetwork } from './own-network.js';

describe('the instance on PostgreSQL that syncs, in a network that is cut', () => {
  let network: OwnNetwork;
  let postgres: PostgresServer;
  let jellyfin: FakeJellyfin;
  let atOnce: AtOnce;
  const relays: Relay[] = [];
  const daemons: Daemon[] = [];

  before(async () => {
    network = makeNetwork();
    postgres = await startPostgres();
    jellyfin = await startFakeJellyfin({ items: 60 });
    atOnce = await countAtOnce(jellyfin.url);
  });
  after(async () => {
    for (const daemon of daemons) await daemon.dispose();
    for (const relay of relays) await relay.close();
    await atOnce?.close();
    await jellyfin?.close();
    await postgres?.stop();
    network?.remove();
  });

  /** Servers listen on the loopback alone: from another network there is a way to each of them. */
  async function reachedFrom(host: string, url: string): Promise<string> {
    const at = new URL(url);
    const relay = await startRelay(Number(at.port), host);
    relays.push(relay);
    at.host = `${host}:${relay.port}`;
    return at.href;
  }
  async function start(host: string, listens: string, within: readonly string[] = []): Promise<Daemon> {
    const upstream = await reachedFrom(host, atOnce.url);
    const daemon = await startDaemon({
      within,
      config: `
database: { url: "${await reachedFrom(host, postgres.url)}" }
server: { host: "${listens}" }
history: { minPlaySeconds: 1 }
integrations:
  attic: { plugin: jellyfin, url: "${upstream}", apiKey: "${jellyfin.apiKey}", schedule: { media.users: 1s, media.sessions: 1s } }
`,
    });
    daemons.push(daemon);
    return daemon;
  }
  const syncs = async (): Promise<void> => {
    jellyfin.resetCalls();
    await until(
      () => jellyfin.calls('GET /Users'),
      (calls) => calls > 1,
    );
  };
  async function plays(): Promise<readonly unknown[]> {
    const client = new pg.Client(postgres.url);
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'rows_%media_playback'`,
    );
    const found = await client.query(`SELECT item FROM "${rows[0]?.name}"`);
    await client.end();
    return found.rows;
  }

  it('gives the lead away, writes nothing any more, and stands by when it is back', async () => {
    const cut = { daemon: await start(network.here, network.there, network.within) };
    await until(
      () => leads(cut),
      (leading) => leading,
    );
    const other = { daemon: await start('127.0.0.1', '127.0.0.1') };
    jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis' });
    await syncs();
    await until(plays, (rows) => rows.length > 0);
    network.cut();
    await until(
      () => leads(other),
      (leading) => leading,
    );
    await until(
      () => leads(cut),
      (leading) => !leading,
    );
    await syncs();
    network.mend();
    await until(
      () => fetch(`${cut.daemon.url}/readyz`).then(({ status }) => status),
      (status) => status === 200,
    );
    await syncs();
    expect([leads(cut), leads(other)]).to.deep.equal([false, true]);
    jellyfin.sessions.stopAll();
    await syncs();
    expect(await plays()).to.have.lengthOf(1);
    expect(atOnce.most('/Users')).to.equal(1);
  });
});
