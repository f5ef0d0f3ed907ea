/** A library that its server does not list any more, and what the day has left of those that it lists. */
import {
  type Integration,
  mediaFiles,
  mediaFlaws,
  mediaGrowth,
  mediaItems,
  mediaLibraries,
  opsJobs,
  opsNotices,
  type SyncTask,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { house, sourceOf } from './house.js';

const HOUR = 3_600_000;
const FILMS = { id: 'films', name: 'Films', type: 'movies' as const };
const SHOWS = { id: 'shows', name: 'Shows', type: 'shows' as const };
const ADDED = '2026-11-01T00:00:00.000Z';
/** Most of what the server has. */
const MANY = 400;

/** A media server with many films and a few episodes, whose list of libraries a test may change. */
function server() {
  let libraries: readonly (typeof FILMS | typeof SHOWS)[] = [FILMS, SHOWS];
  let episodes = 3;
  const titles = () => [
    ...Array.from({ length: MANY }, (_, n) => ({ id: `f${n}`, libraryId: 'films', kind: 'movie' as const })),
    ...Array.from({ length: episodes }, (_, n) => ({ id: `e${n}`, libraryId: 'shows', kind: 'episode' as const })),
  ];
  const first: SyncTask = {
    id: 'libraries',
    every: '15m',
    fills: [mediaLibraries],
    run: async (out) => out.replace(mediaLibraries, libraries),
  };
  const second: SyncTask = {
    id: 'items',
    every: '5m',
    fills: [mediaItems, mediaFiles, mediaFlaws],
    async run(out) {
      const held = titles().filter(({ libraryId }) => libraries.some(({ id }) => id === libraryId));
      out.patch(mediaItems, { upsert: held.map((item) => ({ ...item, title: item.id, addedAt: ADDED })) });
      out.patch(mediaFiles, {
        upsert: held.map(({ id, libraryId, kind }) => ({
          path: `/${libraryId}/${id}`,
          itemId: id,
          libraryId,
          kind,
          sizeBytes: 1000,
        })),
      });
      out.patch(mediaFlaws, {
        upsert: held.map(({ id }) => ({ itemId: id, title: id, issue: 'logo' as const })),
      });
    },
  };
  return {
    tasks: [first, second] as NonNullable<Integration['tasks']>,
    list: (...left: readonly (typeof FILMS | typeof SHOWS)[]) => {
      libraries = left;
    },
    add: (count: number) => {
      episodes += count;
    },
  };
}

async function household() {
  const own = server();
  const home = await house(sourceOf('attic', { tasks: own.tasks }));
  for (const port of [mediaLibraries, mediaItems, mediaFiles, mediaFlaws]) await home.cache.declare(port);
  const held = async () =>
    Object.fromEntries(
      await Promise.all(
        [mediaItems, mediaFiles, mediaFlaws].map(
          async (port) => [port.id, (await home.cache.held(port.id, 'attic')).size] as const,
        ),
      ),
    );
  const scope = { now: home.clock.now(), zone: 'UTC' };
  const growth = async () =>
    (await home.cache.rows(mediaGrowth, {}, scope)).map(({ day, sizeBytes }) => [day, sizeBytes]);
  home.engine.start();
  await home.clock.advance(5000);
  return { ...home, ...own, held, growth };
}

describe('a library that is gone from the list', () => {
  it('is gone at once with its titles, files and flaws, however many, and is told of once', async () => {
    const { engine, clock, list, held, rows, log } = await household();
    expect(await held()).to.deep.equal({ 'media.items': 403, 'media.files': 403, 'media.flaws': 403 });
    list(SHOWS);
    await engine.runNow('attic', ['libraries']);
    expect(await held()).to.deep.equal({ 'media.items': 3, 'media.files': 3, 'media.flaws': 3 });
    await clock.advance(2000);
    const text = 'attic no longer lists the library Films: the numbers here no longer include it, with 400 titles';
    expect(await rows(opsNotices)).to.deep.equal([
      { id: 'library-gone:attic:films', type: 'library_gone', severity: 'info', text, source: 'attic' },
    ]);
    await clock.advance(2 * HOUR);
    expect(await rows(opsNotices)).to.have.length(1);
    expect((await rows(opsJobs)).map(({ result }) => result)).to.deep.equal(['ok', 'ok']);
    expect(log.lines).to.deep.equal([`info ${text}`]);
    await clock.advance(24 * HOUR);
    expect(await rows(opsNotices)).to.deep.equal([]);
    await engine.stop();
  });

  it('is not believed where no library is left: a server that has lost its set-up says the same', async () => {
    const { engine, list, held, rows } = await household();
    list();
    await engine.runNow('attic', ['libraries']);
    expect(await held()).to.deep.equal({ 'media.items': 403, 'media.files': 403, 'media.flaws': 403 });
    expect(await rows(opsNotices)).to.deep.equal([]);
    await engine.stop();
  });
});

describe('the growth of the libraries', () => {
  it('is one row for each day: the last size of the day, and nothing where nothing is known', async () => {
    const { engine, clock, add, growth } = await household();
    expect(await growth()).to.deep.equal([['2026-11-20', 403_000]]);
    add(2);
    await engine.runNow('attic', ['items']);
    await engine.runNow('attic', ['items']);
    expect(await growth()).to.deep.equal([['2026-11-20', 405_000]]);
    // It is the day of the configured zone, an hour ahead of UTC.
    await clock.advance(11.5 * HOUR);
    expect(await growth()).to.deep.equal([
      ['2026-11-20', 405_000],
      ['2026-11-21', 405_000],
    ]);
    await engine.stop();
  });

  it('is not told of while a first sync is not through', async () => {
    const own = server();
    const [libraries] = own.tasks;
    const never: SyncTask = {
      ...own.tasks[1],
      id: 'items',
      every: '5m',
      fills: [mediaFiles],
      run: async () => {
        throw new Error('down');
      },
    };
    const { cache, engine, clock } = await house(sourceOf('attic', { tasks: [libraries as SyncTask, never] }));
    for (const port of [mediaLibraries, mediaFiles]) await cache.declare(port);
    engine.start();
    await clock.advance(5000);
    expect(await cache.rows(mediaGrowth, {}, { now: clock.now(), zone: 'UTC' })).to.deep.equal([]);
    await engine.stop();
  });
});
