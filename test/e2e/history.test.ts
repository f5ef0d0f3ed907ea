/** The history as its owner wants it: wrong plays removed or corrected, some not counted, gaps filled, people named. */
import { join } from 'node:path';
import { mediaPlayback } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { skippingClock } from '../support/skipping-clock.js';
import { until } from '../support/until.js';
import { lookInto } from '../support/zoo.js';

const HOUR_MS = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();
const idOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32);

const play = (id: string, user: string, hours: number, playedSeconds: number, change: object = {}) => ({
  ...{ id, userId: idOf(user), viewer: user, title: `Film ${id}`, kind: 'movie', startedAt: ago(hours) },
  ...{ endedAt: ago(hours), playedSeconds, runtimeSeconds: 600, origin: 'recorded', ...change },
});

describe('the history', () => {
  let jellyfin: FakeJellyfin;
  let folder: string;
  let daemon: DaemonHere;
  let key: string;
  const clock = skippingClock();

  const config = (more = ''): string => `${more}
history: { minPlaySeconds: 60 }
integrations:
  home: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}", schedule: { media.sessions: 1s } }
`;
  const start = async (more = ''): Promise<void> => {
    daemon = await startHere({ folder, config: config(more), clock });
    key = await daemon.key();
    await until(
      () => daemon.get('/api/widgets/users', key),
      ({ json }) => json['users'] === 2,
    );
  };
  const command = (...args: readonly string[]) =>
    commandHere(
      ['history', ...args, '--data', join(folder, 'data'), '--config', join(folder, 'sidelight.yaml')],
      folder,
    );
  interface Shown {
    readonly id: string;
    readonly viewer: string;
    readonly title: string;
    readonly playedSeconds: number;
    readonly origin: string;
    readonly approximate: boolean;
  }
  const activity = async (): Promise<readonly Shown[]> =>
    (await daemon.get('/api/widgets/activity?limit=50', key)).json['items'] as readonly Shown[];
  const idsOf = (shown: readonly Shown[]): readonly string[] => shown.map(({ id }) => id).sort();
  const shows = (...ids: readonly string[]) =>
    until(activity, (shown) => JSON.stringify(idsOf(shown)) === JSON.stringify([...ids].sort()));

  beforeEach(async () => {
    jellyfin = await startFakeJellyfin({ items: 60, now: clock.now });
    folder = makeFolder();
    await start();
    await daemon.stop();
    await lookInto(folder, async (cache) => {
      await cache.declare(mediaPlayback);
      const items = [play('one', 'Ada', 30, 600), play('two', 'Ben', 20, 1300), play('three', 'Ben', 10, 300)];
      const changes = [{ port: mediaPlayback.id, kind: 'append' as const, items }];
      await cache.commit({ source: 'home', task: 'test', at: ago(1), fills: [], changes });
    });
  });
  afterEach(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });

  it('is listed, the newest first, by user, title, time and source; what lasted too long is marked', async () => {
    const all = await command('list');
    expect(all.status).to.equal(0);
    const rows = all.stdout.trimEnd().split('\n');
    expect(rows.map((row) => row.split('  ').at(-1))).to.deep.equal(['home:three', 'home:two', 'home:one']);
    expect(rows[1]).to.match(/Ben +22 of 10 min +! {2}Film two/);
    expect(all.stderr).to.include('sidelight history correct --suspect');
    const shown = async (...args: readonly string[]) =>
      (JSON.parse((await command('list', '--json', ...args)).stdout) as readonly Shown[]).map(({ id }) => id);
    expect(await shown('--user', 'ben')).to.deep.equal(['home:three', 'home:two']);
    expect(await shown('--title', 'film T', '--since', '1d')).to.deep.equal(['home:three', 'home:two']);
    expect(await shown('--suspect')).to.deep.equal(['home:two']);
    expect(await shown('--source', 'away')).to.deep.equal([]);
    expect((await command('list', '--since', 'soon')).stderr).to.include('"soon" is not a time');
  });

  it('loses a play by its id, beside a running daemon, whose numbers follow', async () => {
    await start();
    await shows('home:one', 'home:two', 'home:three');
    const { status, stdout } = await command('remove', 'home:two');
    expect([status, stdout]).to.deep.equal([0, '1 play removed\n']);
    await shows('home:one', 'home:three');
    await until(
      async () => daemon.log(),
      (log) => log.includes('the history of home was changed by a command'),
    );
    await until(
      () => daemon.get('/api/widgets/watch', key),
      ({ json }) => json['secondsAll'] === 900,
    );
    expect((await command('remove', 'home:two')).stderr).to.include('Unknown play home:two');
  });

  it('says what filters would remove, and does it when told so, while no daemon runs', async () => {
    const asked = await command('remove', '--user', 'Ben');
    expect(asked.stdout).to.include('home:two').and.include('home:three');
    expect(asked.stderr).to.include('2 plays would be removed: add --yes to do it');
    expect((await command('remove', '--user', 'Ben', '--yes')).stdout).to.equal('2 plays removed\n');
    expect((await command('list')).stdout.trimEnd().split('\n')).to.have.length(1);
    expect((await command('remove')).status).to.equal(2);
    expect((await command('remove', 'home:one', '--suspect')).status).to.equal(2);
  });

  it('has plays of twice their runtime cut down to it', async () => {
    const asked = await command('correct', '--suspect');
    expect(asked.stderr).to.include('1 play would be corrected: add --yes to do it');
    expect((await command('correct', '--suspect', '--yes')).stdout).to.equal('1 play corrected\n');
    expect((await command('list', '--suspect')).stderr).to.include('no play matches');
    await start();
    const shown = await shows('home:one', 'home:two', 'home:three');
    expect(shown.find(({ id }) => id === 'home:two')?.playedSeconds).to.equal(600);
  });

  it('counts no plays that the config ignores, from its reload on, and counts them again', async () => {
    await start();
    await shows('home:one', 'home:two', 'home:three');
    const ignoring = config().replace('minPlaySeconds: 60', 'minPlaySeconds: 60, ignore: { users: ["home:ben"] }');
    await daemon.reload(ignoring);
    expect(idsOf(await activity())).to.deep.equal(['home:one']);
    expect(daemon.log()).to.include('2 plays of home no longer count');
    await daemon.reload(config());
    expect(idsOf(await activity())).to.deep.equal(['home:one', 'home:three', 'home:two']);
  });

  it('calls people as the config does, from its reload on', async () => {
    await start();
    jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis' });
    const viewers = async () =>
      ((await daemon.get('/api/widgets/nowplaying', key)).json['items'] as readonly Shown[]).map(
        ({ viewer }) => viewer,
      );
    await until(viewers, (now) => now.join() === 'Ada');
    await daemon.reload(config('people: { Countess: ["home:ada"] }'));
    expect(await viewers()).to.deep.equal(['Countess']);
    const { stdout } = await command('list', '--json', '--user', 'countess');
    expect((JSON.parse(stdout) as readonly Shown[]).map(({ id }) => id)).to.deep.equal(['home:one']);
    await daemon.reload(config('people: { Countess: ["hom:ada"] }'));
    expect(daemon.log()).to.include('there is no integration hom: did you mean home?');
  });

  it('is filled where Sidelight was off, once', async () => {
    const from = clock.now().getTime();
    clock.skip(2 * HOUR_MS);
    const at = (minutes: number): string => new Date(from + minutes * 60_000).toISOString().replace('Z', '1234Z');
    const entry = { ItemId: jellyfin.movies.idAt(3), UserId: idOf('Ada'), Severity: 'Information' };
    jellyfin.log = [
      { ...entry, Id: 2, Type: 'VideoPlaybackStopped', Date: at(70), Name: 'Ada has finished playing' },
      { ...entry, Id: 1, Type: 'VideoPlayback', Date: at(30), Name: 'Ada is playing' },
    ];
    await start();
    const filled = await until(activity, (shown) => shown.length === 4);
    expect(filled[0]).to.include({ viewer: 'Ada', origin: 'gap', approximate: true, playedSeconds: 2400 });
    await daemon.stop();
    clock.skip(HOUR_MS);
    await start();
    const asked = jellyfin.calls('GET /System/ActivityLog/Entries');
    await until(
      async () => jellyfin.calls('GET /System/ActivityLog/Entries'),
      (calls) => calls > asked || calls > 1,
    );
    expect(idsOf(await activity())).to.have.length(4);
  });
});
