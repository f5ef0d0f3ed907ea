/** One household over six services: every join of it, over HTTP, with the fields that dashboards rely on. */
import { expect } from 'chai';
import { lookups } from '../contract/lookups.js';
import { homepage, reads, widgets } from '../contract/routes.js';
import { common, departures } from '../support/conform.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';
import { TITLES } from '../support/upstreams/media-server.js';
import {
  integrations,
  SOURCES,
  type SourceId,
  type Stack,
  startStack,
  unlimitedKey,
} from '../support/upstreams/stack.js';
import { KEYS } from '../support/world/keys.js';

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (json: Row): readonly Row[] => (json['items'] as readonly Row[] | undefined) ?? [];

const SCHEDULES: Partial<Record<SourceId, Readonly<Record<string, string>>>> = {
  films: { 'release.queue': '1s' },
  wishes: { 'request.items': '1s' },
};

describe('the household', () => {
  const { key, config } = unlimitedKey();
  let stack: Stack;
  let daemon: DaemonHere;
  /** The request manager speaks of the titles of this integration. */
  const configWith = (server: SourceId): string => {
    const optionsOf = (id: SourceId) => ({ schedule: SCHEDULES[id] ?? {}, ...(id === 'wishes' ? { server } : {}) });
    return `timezone: UTC\n${config}${integrations(stack.entries(optionsOf))}`;
  };
  const get = async (path: string): Promise<Row> => (await daemon.get(path, key)).json;
  const widget = (id: string): Promise<Row> => get(`/api/widgets/${id}`);
  const stitched = (): Promise<Row> => get('/api/downloads/stitched');

  const torrent = (download: string): string => `torrents:${download.toLowerCase()}`;
  const elementOf = async (id: string): Promise<Row | undefined> =>
    rowsOf(await stitched()).find((item) => item['id'] === id);
  const summaryOf = (id: string): Promise<Row> => get(`/api/item-summary/living-room:${id}`);

  before(async () => {
    stack = await startStack();
    daemon = await startHere({ config: configWith('living-room') });
    await until(
      async () => [await widget('jobs?limit=100'), await stitched(), await widget('homepage')] as const,
      ([jobs, joined, { movies }]) =>
        joined['sourceState'] === 'ok' && movies === 1 && isSettled(jobs) && isTitled(joined),
    );
  });
  after(async () => {
    await daemon.dispose();
    await stack.close();
  });

  it('answers every route with the fields of the contract', async () => {
    const paths = [
      ...Object.entries(widgets).map(([id, { fields }]) => [`/api/widgets/${id}`, fields] as const),
      ...Object.entries(reads).map(([path, { fields }]) => [path, fields] as const),
      ['/api/widgets/homepage', homepage] as const,
    ];
    for (const [path, fields] of paths) {
      const { status, json } = await daemon.get(path, key);
      expect(status, path).to.equal(200);
      expect(departures(json, { ...fields, ...common }), path).to.deep.equal([]);
    }
  });

  it('is well, and says who supplies what', async () => {
    const { sources } = await stitched();
    const states = (sources as readonly Row[]).map(({ id, state }) => `${id} ${state}`);
    expect(states).to.deep.equal(['wishes ok', 'films ok', 'series ok', 'torrents ok', 'usenet ok']);
    expect(await widget('automation')).to.include({ connected: SOURCES.length });
  });

  it('knows what each download was asked for with, and how it knows', async () => {
    const joins = rowsOf(await stitched()).map(({ id, matchedBy, request }) => {
      const wish = (request ?? { id: '-' }) as Row;
      return [id, `${matchedBy} ${wish['id']}`];
    });
    expect(Object.fromEntries(joins)).to.deep.equal({
      [torrent(KEYS.nightOfTheLivingDead)]: 'ids wishes:3',
      // The copy in 4K, though the request for the other one is newer.
      [torrent(KEYS.sintel)]: 'ids wishes:7',
      // Eight records of the queue.
      [torrent(KEYS.harbor)]: 'ids wishes:9',
      // One file with two episodes.
      [torrent(KEYS.ridge)]: 'ids wishes:10',
      [torrent(KEYS.charade)]: 'ids wishes:5',
      // It has left the queue: the history knows it.
      [torrent(KEYS.metropolis)]: 'ids wishes:4',
      // No manager knows the torrent; its media were deleted after the request was completed.
      [torrent(KEYS.friday)]: 'title wishes:6',
      // The only request for it was declined.
      [torrent(KEYS.general)]: 'none -',
      [`usenet:${KEYS.tears}`]: 'ids wishes:8',
      // A series without a TMDB id.
      [`usenet:${KEYS.lanterns}`]: 'ids wishes:11',
      // What their managers have, and no client: the one does not answer Radarr, the other is held back.
      'films:44120022': 'ids wishes:6',
      'series:700000202': 'ids wishes:11',
    });
    expect(joins).to.have.lengthOf(12);
  });

  it('tells all of a download that has left its manager’s queue', async () => {
    expect(await elementOf(torrent(KEYS.metropolis))).to.deep.equal({
      id: torrent(KEYS.metropolis),
      name: 'Metropolis.1927.1080p.WEB-DL-EXAMPLE',
      state: 'seeding',
      progress: 100,
      client: 'torrents',
      sizeBytes: 12_884_901_888,
      leftBytes: 0,
      hash: KEYS.metropolis.toLowerCase(),
      hit: null,
      matchedBy: 'ids',
      request: {
        id: 'wishes:4',
        sourceId: 'wishes',
        title: 'Metropolis',
        status: 'available',
        requestedBy: 'ada',
        mediaServerItemId: `living-room:${TITLES.metropolis}`,
      },
      message: '',
      label: 'seeding',
    });
  });

  it('counts its downloads, and shows what is in the way of them once each', async () => {
    // A torrent of a moment ago gets nothing yet, whatever its client calls that.
    const counts = { active: 7, stalled: 1, total: 10 };
    expect(await widget('downloads')).to.include(counts);
    // The queue has two more, which wait at their managers and are in no client.
    expect(await widget('stitched')).to.include({ active: 9, stalled: 2, total: 12 });
    const stalled = rowsOf(await widget('stalled')).map(({ id, state }) => `${id} ${state}`);
    expect(stalled).to.have.members([`usenet:${KEYS.lanterns} failed`, 'films:44120022 stalled']);
    const [sintel] = rowsOf(await widget('downloads')).filter(({ id }) => id === torrent(KEYS.sintel));
    expect(sintel).to.include({ state: 'downloading', stalled: false });
    const texts = rowsOf(await widget('digest')).map(({ text }) => String(text));
    for (const title of ['Charade', 'Signal Ridge', 'Paper.Lanterns']) {
      expect(
        texts.filter((text) => text.includes(title)),
        title,
      ).to.have.lengthOf(1);
    }
    expect(texts.filter((text) => text.includes('Sintel'))).to.deep.equal([]);
  });

  it('tells every request by its true status', async () => {
    const json = await widget('requests?limit=100');
    expect(json).to.include({
      total: 12,
      pending: 2,
      approved: 5,
      processing: 5,
      declined: 1,
      failed: 1,
      available: 2,
    });
    const statuses = rowsOf(json).map(({ id, title, status }) => `${id} ${title}: ${status}`);
    expect(statuses).to.deep.equal([
      'wishes:12 Sintel: pending',
      'wishes:1 Nosferatu: pending',
      'wishes:11 Paper Lanterns: partial',
      'wishes:10 Signal Ridge: available',
      'wishes:9 Example Harbor: processing',
      'wishes:8 Tears of Steel: processing',
      'wishes:7 Sintel: processing',
      // Its media were deleted: not available any more.
      'wishes:6 His Girl Friday: deleted',
      'wishes:5 Charade: failed',
      'wishes:4 Metropolis: available',
      // The manager holds its media for pending, which they are not: they download.
      'wishes:3 Night of the Living Dead: processing',
      'wishes:2 The General: declined',
    ]);
  });

  it('tells what was reported, the open ones first', async () => {
    const json = await widget('issues');
    expect(json).to.include({ total: 4, open: 3, resolved: 1, ok: false, status: 'check' });
    const issues = rowsOf(json).map(({ title, type, status }) => `${title}: ${type} ${status}`);
    expect(issues).to.have.lengthOf(4);
    expect(issues.at(-1)).to.equal('Paper Lanterns: subtitles resolved');
    expect(issues).to.include.members(['Metropolis: video open', 'His Girl Friday: other open']);
  });

  it('tells what is still missing, today and later, of both managers', async () => {
    expect(await widget('today')).to.include({ today: 2 });
    const json = await widget('calendar');
    // One of the four comes to the cinemas: it is listed, and not due.
    expect(json).to.include({ upcoming: 1, today: 2, missing: 3, have: 2 });
    const releases = rowsOf(json).map(
      ({ service, type, title, dateKind }) =>
        `${service} ${type} ${title}${dateKind === 'cinema' ? ' (in cinemas)' : ''}`,
    );
    expect(releases).to.have.members([
      'films movie Spring Tide',
      'series episode Example Harbor S02E09 Episode 9',
      'films movie Low Orbit (in cinemas)',
      'series episode Example Harbor S02E10 Episode 10',
    ]);
    const there = rowsOf(await widget('calendar?have=1')).filter((row) => row['hasFile'] === true);
    expect(there.map(({ title }) => title)).to.have.members(['Already Here', 'Example Harbor S02E11 Episode 11']);
    expect(rowsOf(await widget('wanted')).map(({ service }) => service)).to.have.members(['films', 'series']);
  });

  it('knows of a film on the server where it came from', async () => {
    const json = await summaryOf(TITLES.metropolis);
    expect(departures(json, lookups['/api/item-summary/:id'] ?? {})).to.deep.equal([]);
    expect(json['item']).to.deep.include({ title: 'Metropolis', type: 'movie', library: 'Films', tmdb: '19' });
    expect(json['request']).to.include({ id: 'wishes:4', status: 'available', requestedBy: 'ada' });
    expect(json['release']).to.include({ title: 'Metropolis', service: 'films', hasFile: true });
    expect(json['download']).to.include({ id: torrent(KEYS.metropolis), state: 'seeding' });
  });

  it('knows of an episode what its series was asked for with, and which pack brings its season', async () => {
    const json = await summaryOf(TITLES.harborS02E01);
    expect(json['item']).to.include({ title: 'Example Harbor – High Water', type: 'episode', tvdb: '9900001' });
    expect(json['request']).to.include({ id: 'wishes:9', title: 'Example Harbor' });
    expect(json['release']).to.include({ title: 'Example Harbor', service: 'series' });
    expect(json['download']).to.include({ id: torrent(KEYS.harbor), client: 'torrents', progress: 60 });
  });

  it('knows a series without a TMDB id by its TVDB id', async () => {
    const json = await summaryOf(TITLES.lanterns);
    expect(json['item']).to.include({ tvdb: '9900003', tmdb: null, imdb: null });
    expect(json['request']).to.include({ id: 'wishes:11', status: 'partial' });
    expect(json['download']).to.include({ id: `usenet:${KEYS.lanterns}`, state: 'failed' });
  });

  it('finds a title by its bare id, and says that there is none of another', async () => {
    expect((await get(`/api/item-summary/${TITLES.ridge}`))['item']).to.include({ title: 'Signal Ridge' });
    const { status, json } = await daemon.get('/api/item-summary/living-room:nothing', key);
    expect(status).to.equal(404);
    expect(JSON.stringify(json)).to.match(/[a-z] [a-z]/);
  });

  it('goes by the titles of another server at once when the request manager is tied to that', async () => {
    const refOf = async () => {
      const request = (await elementOf(torrent(KEYS.metropolis)))?.['request'] as Row | undefined;
      return request?.['mediaServerItemId'];
    };
    await daemon.reload(configWith('films'));
    await until(refOf, (ref) => ref === `films:${TITLES.metropolis}`);
    expect((await summaryOf(TITLES.metropolis))['request']).to.equal(null);
    await daemon.reload(configWith('living-room'));
    await until(refOf, (ref) => ref === `living-room:${TITLES.metropolis}`);
    expect((await summaryOf(TITLES.metropolis))['request']).to.include({ id: 'wishes:4' });
  });

  it('goes by the request manager’s own word where the release manager does not know a download', async () => {
    stack.films.queue = stack.films.queue.filter(({ downloadId }) => downloadId !== KEYS.tears);
    const item = await until(
      () => elementOf(`usenet:${KEYS.tears}`),
      (now) => now?.['matchedBy'] === 'download',
    );
    expect(item?.['request']).to.include({ id: 'wishes:8' });
  });
});

/** Every task has run. */
const isSettled = (jobs: Row): boolean =>
  rowsOf(jobs).length > 0 && rowsOf(jobs).every(({ ranAt }) => ranAt !== null) && jobs['failed'] === 0;

/** The titles of all requests have been looked up: until then a number stands for them. */
const isTitled = (json: Row): boolean => rowsOf(json).length > 0 && !JSON.stringify(json).includes('tmdb:');
