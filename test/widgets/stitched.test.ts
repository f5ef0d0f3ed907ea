import { expect } from 'chai';
import { widget as all } from '#widgets/downloads-stitched.js';
import { widget as some } from '#widgets/stitched.js';
import { at, NOW, of, render, rows } from '../support/answers.js';
import * as world from '../support/world.js';

type Answers = Parameters<typeof all.render>[0];

const household: Answers = {
  queue: rows(world.downloads),
  releases: rows(world.releases),
  grabs: rows(world.grabs),
  requests: rows(world.requests),
  hits: rows([]),
};

const stitch = (over: Partial<Answers>) => render(all, { ...household, ...over }).items;
/** Download id → how it was matched, and to what; of what managers alone know only where it is asked for. */
const matches = (over: Partial<Answers> = {}, clients = /^(torrents|usenet|other):/): Record<string, string> =>
  Object.fromEntries(
    stitch(over)
      .filter(({ id }) => clients.test(id))
      .map((item) => [item.id, `${item.matchedBy} ${item.request?.id ?? '-'}`]),
  );

const [download] = world.downloads;
const [wish] = world.requests;
if (download === undefined || wish === undefined) throw new Error('the world is empty');

const downloading = (over: Partial<typeof download>) => rows([{ ...download, ...over }]);
const requested = (...overs: Partial<typeof wish>[]) => rows(overs.map((over) => ({ ...wish, ...over })));
const none = rows<never>([]);

describe('stitched downloads', () => {
  it('find the requests of a whole household', () => {
    expect(matches()).to.deep.equal({
      'torrents:a1b2': 'ids wishes:3',
      'torrents:b2c3': 'ids wishes:7',
      'torrents:c3d4': 'ids wishes:9',
      'torrents:d4e5': 'ids wishes:10',
      'torrents:e5f6': 'ids wishes:5',
      [`usenet:${world.KEYS.tears}`]: 'ids wishes:8',
      [`usenet:${world.KEYS.lanterns}`]: 'ids wishes:11',
    });
  });

  it('give everything that a dashboard needs, each id with its source', () => {
    const [first] = stitch({});
    expect(first).to.deep.equal({
      id: 'torrents:c3d4',
      name: 'Example.Harbor.S01.1080p.WEB-DL-EXAMPLE',
      state: 'downloading',
      message: '',
      progress: 75,
      client: 'torrents',
      sizeBytes: 16_000_000_000,
      leftBytes: 4_000_000_000,
      hash: null,
      matchedBy: 'ids',
      hit: null,
      request: {
        id: 'wishes:9',
        sourceId: 'wishes',
        title: 'Example Harbor',
        status: 'approved',
        requestedBy: 'ada',
        mediaServerItemId: null,
      },
      label: '75 %',
    });
  });

  it('are still matched after they left the manager’s queue', () => {
    const queue = downloading({ downloadKey: 'F60718293A4B5C6D7E8F9001122334A1B2C3D4E5', state: 'seeding' });
    expect(matches({ queue })).to.deep.equal({ 'torrents:a1b2': 'ids wishes:4' });
  });

  it('are matched whatever the case of the key', () => {
    const queue = downloading({ downloadKey: world.KEYS.nightOfTheLivingDead.toLowerCase() });
    expect(matches({ queue })).to.deep.equal({ 'torrents:a1b2': 'ids wishes:3' });
  });

  it('keep films and shows apart that have the same number', () => {
    const requests = requested({ type: 'show', tmdb: '10331' });
    expect(matches({ queue: downloading({}), requests })).to.deep.equal({ 'torrents:a1b2': 'none -' });
  });

  it('never belong to a declined request', () => {
    const requests = requested(
      { id: 'old', tmdb: '10331', status: 'approved', requestedAt: '2026-01-01T00:00:00.000Z' },
      { id: 'new', tmdb: '10331', status: 'declined', requestedAt: '2026-02-01T00:00:00.000Z' },
    );
    expect(matches({ queue: downloading({}), requests })).to.deep.equal({ 'torrents:a1b2': 'ids wishes:old' });
    const declined = requested({ tmdb: '10331', status: 'declined', title: 'Night of the Living Dead' });
    expect(matches({ queue: downloading({}), requests: declined })).to.deep.equal({ 'torrents:a1b2': 'none -' });
  });

  it('belong to the 4K request when they are the 4K copy, though another is newer', () => {
    const requests = requested(
      { id: '4k', tmdb: '45745', is4k: true, requestedAt: '2026-01-01T00:00:00.000Z' },
      { id: 'hd', tmdb: '45745', is4k: false, requestedAt: '2026-02-01T00:00:00.000Z' },
    );
    const queue = downloading({ downloadKey: world.KEYS.sintel });
    expect(matches({ queue, requests })).to.deep.equal({ 'torrents:a1b2': 'ids wishes:4k' });
    const releases = rows(world.releases.map((release) => ({ ...release, is4k: false })));
    expect(matches({ queue, requests, releases })).to.deep.equal({ 'torrents:a1b2': 'ids wishes:hd' });
  });

  it('belong to the request with their season, else to the newest', () => {
    const show = { type: 'show', tvdb: '9900001' } as const;
    const requests = requested(
      { ...show, id: 's1', seasons: [1], requestedAt: '2026-01-01T00:00:00.000Z' },
      { ...show, id: 's2', seasons: [2], requestedAt: '2026-02-01T00:00:00.000Z' },
    );
    const queue = downloading({ downloadKey: world.KEYS.harbor });
    expect(matches({ queue, requests })).to.deep.equal({ 'torrents:a1b2': 'ids wishes:s1' });
    const releases = rows(world.releases.map((release) => ({ ...release, season: 3 })));
    expect(matches({ queue, requests, releases })).to.deep.equal({ 'torrents:a1b2': 'ids wishes:s2' });
  });

  it('belong to the request that names them, when several are for the work', () => {
    const requests = requested(
      { id: 'named', tmdb: '10331', downloadKeys: [world.KEYS.nightOfTheLivingDead] },
      { id: 'newer', tmdb: '10331', requestedAt: NOW },
    );
    expect(matches({ queue: downloading({}), requests })).to.deep.equal({ 'torrents:a1b2': 'ids wishes:named' });
  });

  it('are matched by what the request manager itself downloads where no release manager is connected', () => {
    const requests = requested({ downloadKeys: [world.KEYS.nightOfTheLivingDead.toLowerCase()] });
    const over = { queue: downloading({}), releases: none, grabs: none, requests };
    expect(matches(over)).to.deep.equal({ 'torrents:a1b2': 'download wishes:1' });
  });

  it('are matched by title only when nothing else is known, and say so', () => {
    const unknown = { releases: none, grabs: none };
    expect(matches({ ...unknown, queue: downloading({}) })).to.deep.equal({ 'torrents:a1b2': 'title wishes:3' });
    const cases: readonly (readonly [name: string, expected: string])[] = [
      ['Example.Harbor.S02E03.720p.WEB-EXAMPLE', 'title wishes:9'],
      ['Sintel (2010) [2160p]', 'title wishes:7'],
      // Declined, a sequel, a part of a title, a film with the title of a show.
      ['The.General.1926.1080p.BluRay-EXAMPLE', 'none -'],
      ['Metropolis.II.2027.1080p-EXAMPLE', 'none -'],
      ['Steel.2012.1080p-EXAMPLE', 'none -'],
      ['Signal.Ridge.2019.1080p.BluRay-EXAMPLE', 'none -'],
    ];
    for (const [name, expected] of cases) {
      expect(matches({ ...unknown, queue: downloading({ name }) }), name).to.deep.equal({ 'torrents:a1b2': expected });
    }
  });

  it('are not matched by title when their ids are known and nobody asked for them', () => {
    const requests = requested({ title: 'Night of the Living Dead', tmdb: '99' });
    expect(matches({ queue: downloading({}), requests })).to.deep.equal({ 'torrents:a1b2': 'none -' });
  });

  it('take the ids from the history where the queue has none', () => {
    const releases = rows(
      of('films', {
        id: '1',
        downloadKey: world.KEYS.charade,
        title: '?',
        type: 'movie' as const,
        state: 'blocked' as const,
        records: 1,
      }),
    );
    const queue = downloading({ downloadKey: world.KEYS.charade });
    expect(matches({ queue, releases })).to.deep.equal({ 'torrents:a1b2': 'ids wishes:5' });
  });

  it('keep two clients’ items of the same id apart', () => {
    const queue = rows([download, { ...download, source: 'other' }]);
    expect(Object.keys(matches({ queue }))).to.deep.equal(['torrents:a1b2', 'other:a1b2']);
  });

  it('join thousands of rows', () => {
    const key = (n: number) => n.toString(16).padStart(40, '0').toUpperCase();
    const queue = rows(Array.from({ length: 5000 }, (_, n) => ({ ...download, id: `${n}`, downloadKey: key(n) })));
    const grabs = rows(
      of(
        'films',
        ...Array.from({ length: 20_000 }, (_, n) => ({
          id: `${n}`,
          downloadKey: key(n),
          type: 'movie' as const,
          title: 'x',
          tmdb: `${n % 4000}`,
          at: NOW,
        })),
      ),
    );
    const requests = requested(...Array.from({ length: 2000 }, (_, n) => ({ id: `${n}`, tmdb: `${n}` })));
    const joined = stitch({ queue, releases: none, grabs, requests });
    expect(joined.filter((item) => item.request !== null)).to.have.length(3000);
    expect(joined.find((item) => item.id === 'torrents:4001')?.request?.id).to.equal('wishes:1');
  });
});

describe('what managers say of their queues', () => {
  const release: (typeof world.releases)[number] = {
    source: 'films',
    id: 'ABC',
    downloadKey: 'ABC',
    title: 'Metropolis',
    release: 'Metropolis.1927-X',
    type: 'movie',
    state: 'downloading',
    records: 1,
    sizeBytes: 100,
    leftBytes: 40,
    tmdb: '19',
  };
  const show = (releases: readonly (typeof release)[], queue: readonly (typeof download)[] = []) => {
    const payload = render(some, {
      queue: rows(queue),
      releases: rows(releases),
      grabs: none,
      requests: none,
      hits: none,
    });
    const items = payload.items.map((item) => [item.id, item.state, item.message, item.progress, item.label]);
    return { ...payload, items };
  };
  const seeding = { ...download, source: 'torrents', id: '1', downloadKey: 'abc', state: 'seeding' as const };

  it('goes before what a client says: a blocked import does not read as a seed', () => {
    const blocked = { ...release, state: 'blocked' as const, message: 'no video', tmdb: '' };
    const { items, ...counts } = show([blocked], [seeding]);
    expect(items).to.deep.equal([['torrents:1', 'blocked', 'no video', 100, 'blocked']]);
    expect(counts).to.include({ active: 0, stalled: 0, blocked: 1, total: 1 });
    const [row] = render(all, {
      queue: rows([seeding]),
      releases: rows([blocked]),
      grabs: none,
      requests: none,
      hits: none,
    }).items;
    expect(row).to.include({ state: 'blocked', message: 'no video', client: 'torrents' });
    expect(show([release], [seeding]).items).to.deep.equal([['torrents:1', 'seeding', '', 100, 'seeding']]);
  });

  it('is a queue of its own where no client is connected', () => {
    const { items, ...counts } = show([
      { ...release, id: '1', downloadKey: '1' },
      { ...release, id: '2', downloadKey: '2', state: 'failed', message: 'a password' },
      { ...release, id: '3', downloadKey: '3', warnings: ['no connections'] },
      { ...release, id: '4', downloadKey: '4', state: 'blocked', stale: true },
      { ...release, id: '5', downloadKey: '5', state: 'imported' },
      { ...without(release), id: '6', state: 'queued', delayed: true, message: 'held back', leftBytes: 100 },
    ]);
    expect(items).to.deep.equal([
      ['films:1', 'downloading', '', 60, '60 %'],
      ['films:2', 'failed', 'a password', 60, 'failed'],
      ['films:4', 'blocked', '', 100, 'blocked'],
      ['films:3', 'stalled', 'no connections', 60, 'stalled'],
      ['films:6', 'delayed', 'held back', 0, 'delayed'],
    ]);
    expect(counts).to.include({ active: 4, stalled: 2, blocked: 1, total: 5 });
  });

  it('is never told twice: neither beside the client nor by two managers', () => {
    const failed = { ...release, state: 'failed' as const };
    expect(show([failed], [seeding]).items).to.deep.equal([['torrents:1', 'failed', '', 100, 'failed']]);
    const truncated = { ...seeding, downloadKey: 'of another hash', name: 'Metropolis.1927-X' };
    expect(show([failed], [truncated]).total, 'by its name').to.equal(1);
    const both = show([release, { ...release, source: 'other', state: 'blocked' }]);
    expect(both.items.map(([id, state]) => [id, state])).to.deep.equal([['other:ABC', 'blocked']]);
  });

  function without({ downloadKey: _, ...held }: typeof release) {
    return held;
  }
});

describe('the stitched widget', () => {
  it('counts all and shows a few, the moving ones first', () => {
    const payload = render(some, household, at({ limit: 3 }));
    expect(payload).to.include({ active: 7, stalled: 2, blocked: 2, total: 9 });
    expect(payload.items.map((item) => [item.id, item.label, item.request?.title])).to.deep.equal([
      ['torrents:c3d4', '75 %', 'Example Harbor'],
      ['torrents:a1b2', '62 %', 'Night of the Living Dead'],
      [`usenet:${world.KEYS.lanterns}`, 'failed', 'Paper Lanterns'],
    ]);
  });
});
