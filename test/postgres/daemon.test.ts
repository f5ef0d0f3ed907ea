/** The daemon on PostgreSQL: it keeps its rows, and of two instances one syncs while both answer. */
import { expect } from 'chai';
import { type Daemon, startDaemon, until } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { type OwnDatabase, ownDatabase } from '../support/own-database.js';
import { serverUrl } from './server-url.js';

describe('the daemon on PostgreSQL', () => {
  let jellyfin: FakeJellyfin;
  let database: OwnDatabase;
  let config: string;
  let one: Daemon;
  let token: string;

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 600 });
    database = await ownDatabase(serverUrl());
    config = `database: { url: "${database.url}" }\nintegrations:\n  jellyfin: { url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}", schedule: { media.users: 1s } }\n`;
    one = await startDaemon({ config });
    token = one.key('widgets-only', ['--config', `${one.folder}/sidelight.yaml`]);
  });
  after(async () => {
    await one?.dispose();
    await jellyfin?.close();
    await database?.drop();
  });

  const movies = (daemon: Daemon) => daemon.get('/api/widgets/homepage', token);

  it('syncs and answers, and still has its rows after a restart', async () => {
    await until(
      () => movies(one),
      ({ json }) => json['movies'] === jellyfin.movies.size && json['users'] === 2,
    );
    jellyfin.fail('down');
    await one.stop();
    one = await startDaemon({ config, folder: one.folder });
    expect((await movies(one)).json).to.include({ movies: jellyfin.movies.size, users: 2 });
    jellyfin.fail(null);
  });

  it('lets a second instance answer without asking the upstream again, and lead when the first has gone', async () => {
    await until(
      () => one.get('/api/widgets/users', token),
      ({ json }) => json['sourceState'] === 'ok',
    );
    const two = await startDaemon({ config });
    try {
      expect((await movies(two)).json).to.include({ movies: jellyfin.movies.size });
      jellyfin.movies.add(7);
      await one.stop();
      jellyfin.resetCalls();
      await until(
        async () => jellyfin.calls('GET /Users'),
        (calls) => calls > 0,
      );
    } finally {
      await two.dispose();
    }
  });
});
