/** Of a media server that two integrations tell of, one counts, and the other is named. */
import {
  cached,
  definePlugin,
  live,
  mediaPlayback,
  mediaServer,
  mediaSessions,
  mediaUsers,
  serve,
  Type,
  tally,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Source } from '#core/plugins/source.js';
import { type LeftOut, leftOutOf } from '#core/widgets/left-out.js';
import { counter, everyone, fillTask, makeScene, makeSource, type Scene, things } from './scene.js';

const reporting = definePlugin({
  id: 'reporting',
  title: 'Reporting',
  server: true,
  config: Type.Object({}),
  create: () => ({ check: async () => ({}) }),
});

const PORTS = [mediaServer, mediaUsers, mediaPlayback, mediaSessions, things];
const session = (id: string) => ({
  ...{ id, viewer: 'ada', itemId: '1', title: 'Sintel', kind: 'movie', client: 'tv', device: 'tv', deviceId: 'tv' },
  ...{ method: 'direct', paused: false, positionSeconds: 1 },
});
const fragments = [serve(mediaSessions, async () => [session('live')] as never)];
const parts = { tasks: PORTS.map((port) => fillTask(port)), fragments };
const itself = (id: string): Source => makeSource(id, parts);
const reporter = (id: string, server?: string): Source => ({
  ...makeSource(id, parts),
  plugin: reporting,
  ...(server === undefined ? {} : { server }),
});
const telling = (source: string, instanceId?: string) => ({
  source,
  ...(instanceId === undefined ? {} : { instanceId }),
});

describe('who is left out', () => {
  const of = (sources: readonly Source[], ...rows: ReturnType<typeof telling>[]): Record<string, LeftOut> =>
    Object.fromEntries(leftOutOf(sources, rows));
  const guessed = (by: string): LeftOut => ({ by, isSaid: false, differs: false });

  it('is who only reports about the server of another', () => {
    const both = [reporter('log'), itself('house')];
    expect(of(both, telling('log', 'cafe'), telling('house', 'cafe'))).to.deep.equal({ log: guessed('house') });
    expect(of(both, telling('log', 'cafe'), telling('house', 'beef'))).to.deep.equal({});
    expect(of(both, telling('log', ''), telling('house', ''))).to.deep.equal({});
    expect(of(both, telling('log'), telling('house'))).to.deep.equal({});
    expect(of([reporter('log')], telling('log', 'cafe'), telling('house', 'cafe'))).to.deep.equal({});
  });

  it('is no server beside its copy', () => {
    const two = [itself('old'), itself('new')];
    expect(of(two, telling('old', 'cafe'), telling('new', 'cafe'))).to.deep.equal({});
  });

  it('is the later of two that only report', () => {
    const three = [reporter('a'), reporter('b'), reporter('c')];
    const rows = [telling('a', 'cafe'), telling('b', 'beef'), telling('c', 'cafe')];
    expect(of(three, ...rows)).to.deep.equal({ c: guessed('a') });
    expect(of([...three, itself('house')], ...rows, telling('house', 'cafe'))).to.deep.equal({
      a: guessed('house'),
      c: guessed('house'),
    });
  });

  it('is who says so, whatever the servers are called, as long as the other is there', () => {
    const said = [itself('house'), reporter('log', 'house')];
    const settled = { by: 'house', isSaid: true, differs: false };
    expect(of(said)).to.deep.equal({ log: settled });
    expect(of(said, telling('log', 'cafe'), telling('house', 'cafe'))).to.deep.equal({ log: settled });
    const differing = { log: { ...settled, differs: true } };
    expect(of(said, telling('log', 'cafe'), telling('house', 'beef'))).to.deep.equal(differing);
    expect(of([reporter('log', 'house')], telling('log', 'cafe'))).to.deep.equal({});
  });

  it('is nobody who tells nothing of media servers', () => {
    const requests = { ...makeSource('requests', { tasks: [fillTask(things)] }), plugin: reporting, server: 'house' };
    expect(of([itself('house'), requests])).to.deep.equal({});
  });
});

describe('what is left out', () => {
  let scene: Scene;
  const play = (id: string) => ({ id, title: 'Sintel', startedAt: '2026-11-20T10:00:00.000Z', playedSeconds: 60 });
  const n = async (id: string): Promise<unknown> => (await scene.parsed(id))['n'];
  const told = () => scene.reader.leftOut.notices().map(({ id, severity }) => `${severity} ${id}`);
  const tells = (source: string, instanceId: string) =>
    scene.sync(source, mediaServer, [{ id: 'x', name: source, version: '1', instanceId }]);

  beforeEach(async () => {
    scene = await makeScene([itself('house'), reporter('log')]);
    for (const port of [mediaServer, mediaUsers, mediaPlayback]) await scene.cache.declare(port);
    const items = (answer: unknown): number => (answer as { items: readonly object[] }).items.length;
    scene.registry.add('core', {
      widgets: [
        counter('plays', { all: tally(mediaPlayback) }, ({ all }) => (all as { count: number }).count),
        counter('users', { all: cached(mediaUsers) }, ({ all }) => items(all)),
        counter('newest', { all: cached(mediaPlayback, { newest: 9 }) }, ({ all }) => items(all)),
        counter('sessions', { all: live(mediaSessions) }, ({ all }) => items(all)),
        counter('things', { all: cached(things) }, ({ all }) => items(all)),
        counter('name', {}, (_, { people }) => people.of({ source: 'log', userId: 'u', name: '?' }).name.length),
      ],
    });
    for (const source of ['house', 'log']) {
      await scene.sync(source, mediaPlayback, [play(`${source}-1`), play(`${source}-2`)]);
      await scene.sync(source, mediaUsers, [{ id: 'u', name: 'ada', admin: false }]);
      await scene.sync(source, things, [{ id: source, size: 1 }]);
    }
    await tells('house', 'cafe');
    await tells('log', 'beef');
    scene.reader.leftOut.look();
  });

  const all = async () => Promise.all(['plays', 'newest', 'users', 'sessions', 'name', 'things'].map(n));

  it('is all that it tells of a media server, at once, and counts again when it is alone', async () => {
    expect(await all()).to.deep.equal([4, 4, 2, 2, 3, 2]);
    expect(told()).to.deep.equal([]);

    await tells('log', 'cafe');
    expect(scene.reader.leftOut.look()).to.equal(true);
    expect(scene.reader.leftOut.look()).to.equal(false);
    expect(await all()).to.deep.equal([2, 2, 1, 1, 1, 2]);
    expect(told()).to.deep.equal(['warn same_server:log']);
    const only = { ...everyone, sources: ['log'] };
    expect(await scene.parsed('plays', only)).to.include({ n: 0, sourceState: 'disconnected' });

    scene.setup.sources = [reporter('log')];
    await scene.clock.advance(2000);
    expect(scene.reader.leftOut.look()).to.equal(true);
    expect(await all()).to.deep.equal([4, 4, 1, 1, 3, 1]);
    expect(told()).to.deep.equal([]);
  });

  it('is a note where the entry says so, and a warning where that does not fit', async () => {
    scene.setup.sources = [itself('house'), reporter('log', 'house')];
    await tells('log', 'cafe');
    scene.reader.leftOut.look();
    expect(await n('plays')).to.equal(2);
    expect(told()).to.deep.equal([]);
    expect(scene.reader.leftOut.notesOf('log').map(({ text }) => text)).to.deep.equal([
      'log reports on the media server of house, as set in its entry: its plays, users, libraries and sessions are ignored, and those of house count',
    ]);
    expect(scene.reader.leftOut.notesOf('house')).to.deep.equal([]);

    await tells('log', 'beef');
    scene.reader.leftOut.look();
    expect(await n('plays')).to.equal(2);
    expect(told()).to.deep.equal(['warn other_server:log']);
  });
});
