/** The daemon on PostgreSQL: it keeps its rows, and of two instances one syncs while both answer. */
import { expect } from 'chai';
import { type Daemon, startDaemon, until } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { type OwnDatabase, ownDatabase } from '../support/own-database.js';

const server = process.env['SIDELIGHT_TEST_POSTGRES'];

(server === undefined ? describe.skip : describe)('the daemon on PostgreSQL', function () {
  this.timeout(90_000);
  let jellyfin: FakeJellyfin;
  let database: OwnDatabase;
  let config: string;
  let one: Daemon;

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 600 });
    database = await ownDatabase(server ?? '');
    config = `database: { url: "${database.url}" }\nintegrations:\n  jellyfin: { url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}", schedule: { media.users: 1s } }\n`;
    one = await startDaemon({ config });
  });
  after(async () => {
    await one?.dispose();
    await jellyfin?.close();
    await database?.drop();
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
