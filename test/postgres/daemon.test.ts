/** The daemon on PostgreSQL: it keeps its rows, and of two instances one syncs while both answer. */
import { expect } from 'chai';
import pg from 'pg';
import { type Daemon, startDaemon, until } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';

const server = process.env['SIDELIGHT_TEST_POSTGRES'];
const DATABASE = 'daemon_test';

async function recreate(): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
  const url = new URL(server ?? '');
  url.pathname = `/${DATABASE}`;
  return url.href;
}

(server === undefined ? describe.skip : describe)('the daemon on PostgreSQL', function () {
  this.timeout(90_000);
  let jellyfin: FakeJellyfin;
  let config: string;
  let one: Daemon;

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 600 });
    const url = await recreate();
    config = `database: { url: "${url}" }\nintegrations:\n  jellyfin: { url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}", schedule: { media.users: 1s } }\n`;
    one = await startDaemon({ config });
  });
  after(async () => {
    await one.dispose();
    await jellyfin.close();
  });

  const key = (daemon: Daemon): string => daemon.key('widgets-only', ['--config', `${daemon.folder}/sidelight.yaml`]);
  const movies = (daemon: Daemon, token: string) => daemon.get('/api/widgets/homepage', token);

  it('syncs and answers, and still has its rows after a restart', async () => {
    const token = key(one);
    await until(
      () => movies(one, token),
      ({ json }) => json['movies'] === jellyfin.movies.size,
    );
    jellyfin.fail('down');
    await one.stop();
    one = await startDaemon({ config, folder: one.folder });
    expect((await movies(one, token)).json).to.include({ movies: jellyfin.movies.size, users: 3 });
    jellyfin.fail(null);
  });

  it('lets a second instance answer without asking the upstream again, and lead when the first has gone', async () => {
    const token = key(one);
    await until(
      () => one.get('/api/widgets/users', token),
      ({ json }) => json['sourceState'] === 'ok',
      40,
    );
    const two = await startDaemon({ config });
    try {
      expect((await movies(two, token)).json).to.include({ movies: jellyfin.movies.size });
      jellyfin.movies.add(7);
      await one.stop();
      jellyfin.resetCalls();
      await until(
        async () => jellyfin.calls('GET /Users'),
        (calls) => calls > 0,
        30,
      );
    } finally {
      await two.dispose();
    }
  });
});
