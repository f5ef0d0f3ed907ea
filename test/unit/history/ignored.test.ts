/** Plays that `history.ignore` names go aside, and come back. */
import {
  type AnyPort,
  mediaFiles,
  mediaItems,
  mediaLibraries,
  mediaPlayback,
  mediaSessions,
  mediaUsers,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Cache } from '#core/cache/cache.js';
import type { DerivationSettings } from '#core/derivations/derivation.js';
import { coreIgnored } from '#core/derivations/ignored.js';
import { corePorts } from '#core/derivations/ports.js';
import { silentLog } from '#core/ground/log.js';
import { Committer } from '#core/sync/committer.js';
import { setPlaysAside } from '#core/sync/set-aside.js';
import { manualClock } from '../../support/manual-clock.js';
import { AT, SCOPE } from '../cache/batches.js';
import { onEachCache } from '../cache/on-each-cache.js';

const PORTS: readonly AnyPort[] = [
  ...[mediaSessions, mediaPlayback, mediaUsers, mediaLibraries, mediaItems, mediaFiles],
  ...corePorts,
];
const RULES = { history: { minPlaySeconds: 60, resumeMinutes: 60 }, downloads: { stallMinutes: 10 } };
const play = (id: string, userId: string, viewer: string, change: object = {}) => ({
  ...{ id, userId, viewer, itemId: `i-${id}`, title: id, startedAt: AT, playedSeconds: 100, ...change },
});
const film = (id: string, libraryId: string) => ({ id, libraryId, kind: 'movie', title: id, addedAt: AT });

onEachCache('ignored plays', (subject) => {
  let ignore: { users: { source?: string; name: string }[]; libraries: { source?: string; name: string }[] };
  let people: NonNullable<DerivationSettings['people']>;

  const settings = () => ({ ...RULES, history: { ...RULES.history, ignore }, people, zone: 'UTC' });
  const committer = (cache: Cache) => new Committer(cache, manualClock(AT), settings);
  const put = (cache: Cache, source: string, port: AnyPort, items: readonly object[]) =>
    committer(cache).retell(source, async (at) => ({
      ...{ source, task: port.id, at, fills: [port.id] },
      changes: [{ port: port.id, kind: port.keep === 'log' ? 'append' : 'replace', items }],
    }));
  const settle = async (cache: Cache): Promise<void> => {
    const of = committer(cache);
    await setPlaysAside({ cache, settings: settings(), retell: of.retell.bind(of), log: silentLog }, () => true);
  };
  const counted = async (cache: Cache): Promise<readonly string[]> =>
    (await cache.rows(mediaPlayback, {}, SCOPE)).map(({ source, id }) => `${source}:${id}`);
  const aside = async (cache: Cache): Promise<readonly string[]> =>
    (await cache.rows(coreIgnored, {}, SCOPE)).map(({ source, id }) => `${source}:${id}`);

  beforeEach(async () => {
    ignore = { users: [], libraries: [] };
    people = [];
    for (const port of PORTS)
      await subject.cache.declare(
        port,
        port === mediaPlayback ? [{ kind: 'tally', query: { sum: 'playedSeconds' } }] : [],
      );
    await put(subject.cache, 'home', mediaUsers, [
      { id: 'u1', name: 'ada', admin: true },
      { id: 'u2', name: 'test', admin: false },
    ]);
    await put(subject.cache, 'home', mediaLibraries, [
      { id: 'l1', name: 'Films', type: 'movies' },
      { id: 'l2', name: 'Pre-rolls', type: 'movies' },
    ]);
    await put(subject.cache, 'home', mediaItems, [film('i-b', 'l2'), film('i-a', 'l1')]);
    await put(subject.cache, 'home', mediaPlayback, [
      play('a', 'u1', 'ada'),
      play('b', 'u1', 'ada'),
      play('c', 'u2', 'formerly'),
    ]);
    await put(subject.cache, 'away', mediaPlayback, [play('d', 'u9', 'test')]);
  });

  it('of a user of one server no longer count, and come back as they were', async () => {
    const { cache } = subject;
    const before = await cache.rows(mediaPlayback, {}, SCOPE);
    ignore.users = [{ source: 'home', name: 'Test' }];
    await settle(cache);
    expect(await counted(cache)).to.deep.equal(['away:d', 'home:a', 'home:b']);
    expect(await aside(cache)).to.deep.equal(['home:c']);
    expect(await cache.tally(mediaPlayback, { sum: 'playedSeconds' }, SCOPE)).to.include({ count: 3, sum: 300 });
    ignore.users = [];
    await settle(cache);
    expect(await cache.rows(mediaPlayback, {}, SCOPE)).to.deep.equal(before);
    expect(await aside(cache)).to.deep.equal([]);
  });

  it('are those of every server where a name stands alone, or of a person', async () => {
    const { cache } = subject;
    ignore.users = [{ name: 'test' }];
    await settle(cache);
    expect(await aside(cache)).to.deep.equal(['away:d', 'home:c']);
    people = [{ name: 'Test', accounts: [{ source: 'away', name: 'u9' }] }];
    await settle(cache);
    expect(await aside(cache)).to.deep.equal(['away:d']);
  });

  it('of a library are told by the titles that lie there', async () => {
    const { cache } = subject;
    ignore.libraries = [{ source: 'home', name: 'pre-rolls' }];
    await settle(cache);
    expect(await aside(cache)).to.deep.equal(['home:b']);
    ignore.libraries = [{ source: 'home', name: 'l1' }];
    await settle(cache);
    expect(await aside(cache)).to.deep.equal(['home:a']);
    expect(await counted(cache)).to.include('home:b');
  });

  it('are not recorded in the first place, nor lost: what grew aside comes back whole', async () => {
    const { cache } = subject;
    ignore.users = [{ source: 'home', name: 'u2' }];
    await settle(cache);
    await put(cache, 'home', mediaPlayback, [play('c', 'u2', 'test', { playedSeconds: 500 }), play('e', 'u2', 'test')]);
    expect(await counted(cache)).to.deep.equal(['away:d', 'home:a', 'home:b']);
    ignore.users = [];
    await put(cache, 'home', mediaPlayback, [play('e', 'u2', 'test', { playedSeconds: 900 })]);
    await settle(cache);
    const rows = await cache.rows(mediaPlayback, {}, SCOPE);
    expect(rows.flatMap(({ id, playedSeconds }) => (id === 'c' || id === 'e' ? [playedSeconds] : []))).to.deep.equal([
      500, 900,
    ]);
    expect(await aside(cache)).to.deep.equal([]);
  });

  it('are gone through again only when the config, or who it means, has changed', async () => {
    const { cache } = subject;
    ignore.users = [{ source: 'home', name: 'ada' }];
    await settle(cache);
    let pages = 0;
    const spied: Cache = Object.assign(Object.create(cache) as Cache, {
      page: (...of: Parameters<Cache['page']>) => {
        pages += 1;
        return cache.page(...of);
      },
    });
    await settle(spied);
    expect(pages).to.equal(0);
    await put(cache, 'home', mediaUsers, [{ id: 'u2', name: 'ada', admin: false }]);
    await settle(spied);
    expect(pages).to.be.greaterThan(0);
    expect(await aside(cache)).to.deep.equal(['home:c']);
  });

  it('say their library where the server does not', async () => {
    const [row] = await subject.cache.named(mediaPlayback, 'home', ['a']);
    expect(row?.libraryId).to.equal('l1');
  });
});
