/** Every broken plugin at once on three daemons with one PostgreSQL: what has nothing to do with them is answered, also across reloads. */
import { expect } from 'chai';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { type OwnDatabase, ownDatabase } from '../support/own-database.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { until } from '../support/until.js';
import { copyZoo, membersOf } from '../support/zoo.js';
import { serverUrl } from './server-url.js';

const ALL = ['create', 'run', 'leak', 'render', 'beside', 'later', 'works'] as const;
const names = membersOf('load', ...ALL).map(([name]) => name);
const loadable = membersOf(...ALL).map(([name]) => name);

describe('the whole zoo on three instances with one PostgreSQL', () => {
  let place: TempFolder;
  let database: OwnDatabase;
  const daemons: Daemon[] = [];
  let token: string;
  let gone: Daemon | undefined;

  const configOf = (plugins: readonly string[], entries: readonly string[]): string =>
    [
      `database: { url: "${database.url}" }`,
      `plugins: ${JSON.stringify(plugins.map((name) => `${place.path}/${name}`))}`,
      `integrations: { ${['demo', ...entries].map((id) => `${id}: {}`).join(', ')} }`,
    ].join('\n');
  /** What the demo alone fills, as each of them says it. */
  const said = () =>
    Promise.all(
      daemons.map(async (daemon) => {
        const [users, libraries] = await Promise.all(
          ['users', 'homepage'].map((id) => daemon.get(`/api/widgets/${id}`, token)),
        );
        return [users?.status, users?.json['sourceState'], libraries?.status, libraries?.json['movies']];
      }),
    );
  const agree = () =>
    until(said, (all) =>
      all.every(([status, state, other, movies]) => status === 200 && state === 'ok' && other === 200 && movies !== 0),
    );
  const reload = async (yaml: string): Promise<void> => {
    const applied = (daemon: Daemon): number => daemon.log().split('the config was applied').length;
    const one = async (daemon: Daemon): Promise<void> => {
      const before = applied(daemon);
      daemon.writeConfig(yaml);
      daemon.signal('SIGHUP');
      await until(
        () => applied(daemon),
        (count) => count > before,
      );
    };
    await Promise.all(daemons.map(one));
  };

  before(async () => {
    place = tempFolder();
    copyZoo(place.path);
    database = await ownDatabase(serverUrl());
    const config = configOf(names, loadable);
    for (let n = 0; n < 3; n++) daemons.push(await startDaemon({ config }));
    const [first] = daemons;
    token = first?.key('full', ['--config', `${first.folder}/sidelight.yaml`]) ?? '';
  });
  after(async () => {
    for (const daemon of daemons) await daemon.dispose();
    await gone?.dispose();
    await database?.drop();
    place?.remove();
  });

  it('harms no widget of others, on none of them', async () => {
    expect(await agree()).to.have.length(3);
    for (const daemon of daemons) {
      for (const [name, code] of membersOf('render')) {
        const { status, json } = await daemon.get(`/api/widgets/${name}`, token);
        expect([status, (json['error'] as { code?: unknown }).code], name).to.deep.equal([500, code]);
      }
    }
  });

  it('goes and comes back with a reload of each', async () => {
    await reload(configOf([], []));
    await agree();
    for (const daemon of daemons) expect((await daemon.get('/api/widgets/good', token)).status).to.equal(404);
    await reload(configOf(names, loadable));
    await agree();
  });

  it('is taken over as a whole when the one that syncs is killed', async () => {
    const leader = daemons.find((daemon) => daemon.log().includes('this instance syncs;'));
    if (leader === undefined) throw new Error('nobody syncs');
    await leader.kill();
    daemons.splice(daemons.indexOf(leader), 1);
    gone = leader;
    await until(
      () => daemons.filter((daemon) => daemon.log().includes('this instance syncs;')).length,
      (count) => count === 1,
    );
    await agree();
  });
});
