import {
  type Ask,
  cleanupItems,
  downloadQueue,
  mediaFiles,
  mediaItems,
  mediaLibraries,
  mismatch,
  releaseGrabs,
  releaseQueue,
  releaseTitles,
  requestItems,
  subtitleWanted,
  transcodeWorkers,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { lookup } from '#widgets/item-summary.js';
import { at, NOW, of } from '../support/answers.js';
import { askOf } from '../support/ask.js';
import * as world from '../support/world.js';

const household = [
  [mediaItems, world.items],
  [mediaLibraries, of('living-room', { id: 'films', name: 'Films' }, { id: 'series', name: 'Series' })],
  [
    mediaFiles,
    of(
      'living-room',
      { itemId: '7b0c4c5e', path: '/media/films/Metropolis (1927)/Metropolis.mkv' },
      { itemId: 'clip', path: '/media/films/clip.mkv' },
    ),
  ],
  [downloadQueue, world.downloads],
  [releaseQueue, world.releases],
  [releaseGrabs, world.grabs],
  [requestItems, world.requests],
  [releaseTitles, world.titles],
  [cleanupItems, of('broom', { id: '1', itemId: 'harbor', collection: 'Old series', dueAt: NOW, title: 'x' })],
  [
    transcodeWorkers,
    of(
      'shrink',
      { name: 'other', node: 'n1', progress: 5, path: '/mnt/Another film (1930)/Metropolis.mkv' },
      { name: 'Metropolis.mkv', node: 'n2', progress: 40, path: 'M:\\films\\Metropolis (1927)\\Metropolis.mkv' },
    ),
  ],
] as const;

const ask = askOf(...household);
const without = (...ports: readonly { id: string }[]): Ask =>
  askOf(...household.filter(([port]) => !ports.some(({ id }) => id === port.id)));

async function summary(id: string, from = ask) {
  const answer = await lookup.answer(from, { id }, at());
  if (answer === null) throw new Error(`there is no ${id}`);
  expect(mismatch(lookup.response, answer)).to.equal(undefined);
  return answer;
}

describe('the summary of a title', () => {
  it('joins a film by its ids, its file by the end of its path', async () => {
    expect(await summary('living-room:7b0c4c5e')).to.deep.equal({
      item: {
        id: 'living-room:7b0c4c5e',
        title: 'Metropolis',
        type: 'movie',
        year: 1927,
        library: 'Films',
        tmdb: '19',
        tvdb: null,
        imdb: 'tt0017136',
      },
      mediaserver: { available: true, id: 'living-room:7b0c4c5e', source: 'living-room' },
      request: {
        id: 'wishes:4',
        sourceId: 'wishes',
        title: 'Metropolis',
        status: 'available',
        requestedBy: 'ada',
        requestedAt: '2026-08-04T10:00:00.000Z',
      },
      release: {
        title: 'Metropolis',
        service: 'films',
        date: '1927-01-10T00:00:00.000Z',
        hasFile: true,
        monitored: true,
        have: null,
        missing: null,
      },
      download: null,
      cleanup: null,
      hit: null,
      transcode: { name: 'Metropolis.mkv', node: 'n2', progress: 40 },
      subtitles: null,
    });
  });

  it('takes the bare id too', async () => {
    expect(await summary('7b0c4c5e')).to.deep.equal(await summary('living-room:7b0c4c5e'));
  });

  it('knows nothing of an unknown id, or of another server’s', async () => {
    for (const id of ['nope', 'attic:7b0c4c5e', ':', '']) {
      expect(await lookup.answer(ask, { id }, at()), id).to.equal(null);
    }
  });

  it('climbs from an episode to its series', async () => {
    const episode = await summary('living-room:harbor-1-1');
    expect(episode.item).to.include({ title: 'Example Harbor – The Pier', type: 'episode', tvdb: '9900001' });
    expect(episode.request?.id).to.equal('wishes:9');
    expect(episode.release).to.include({ title: 'Example Harbor', service: 'series' });
    expect(episode.cleanup).to.deep.equal({ collection: 'Old series', dueAt: NOW, action: null });
    expect(episode.download).to.deep.equal({
      id: 'torrents:c3d4',
      name: 'Example.Harbor.S01.1080p.WEB-DL-EXAMPLE',
      client: 'torrents',
      state: 'downloading',
      progress: 75,
    });
  });

  it('says of a series how many of its episodes are there, and how many are missing', async () => {
    const inPart = world.titles.map((title) => ({ ...title, hasFile: false, have: 1, missing: 4 }));
    const rest = household.filter(([port]) => port.id !== releaseTitles.id);
    const { release } = await summary('living-room:harbor-1-1', askOf(...rest, [releaseTitles, inPart]));
    expect(release).to.include({ service: 'series', hasFile: false, have: 1, missing: 4 });
  });

  it('tells which subtitles it lacks: by ids of the work, else by the number of its one manager', async () => {
    const film = { id: 'w1', kind: 'movie' as const, title: 'Metropolis', languages: ['fr', 'de'] };
    const numbered = world.titles.find((title) => title.tmdb === '19');
    const lacking = (...wanted: readonly object[]) =>
      summary('7b0c4c5e', askOf(...household, [subtitleWanted, of('words', ...wanted)]));
    const told = { wanted: 1, languages: ['de', 'fr'] };
    expect((await lacking({ ...film, tmdb: '19' })).subtitles).to.deep.equal(told);
    expect((await lacking({ ...film, movieId: numbered?.id })).subtitles).to.deep.equal(told);
    expect((await lacking({ ...film, movieId: numbered?.id, tmdb: '20' })).subtitles).to.equal(null);
    expect((await lacking({ ...film, kind: 'episode', tmdb: '19' })).subtitles).to.equal(null);
    const twice = [
      ...world.titles,
      ...of('other-films', { ...numbered, source: undefined, title: 'Another', tmdb: '7', imdb: undefined }),
    ];
    const rest = household.filter(([port]) => port.id !== releaseTitles.id);
    const two = askOf(
      ...rest,
      [releaseTitles, twice],
      [subtitleWanted, of('words', { ...film, movieId: numbered?.id })],
    );
    expect((await summary('7b0c4c5e', two)).subtitles).to.equal(null);
    const named = async (movieId: string) => {
      const wanted = of('words', { ...film, movieId });
      return (await summary('7b0c4c5e', askOf(...rest, [releaseTitles, twice], [subtitleWanted, wanted]))).subtitles;
    };
    expect(await named(`${numbered?.source}:${numbered?.id}`)).to.deep.equal(told);
    expect(await named(`other-films:${numbered?.id}`)).to.equal(null);
    // A media server may number its titles as a manager does.
    expect((await lacking({ ...film, movieId: '7b0c4c5e' })).subtitles).to.equal(null);
  });

  it('lacks of an episode its own, of a series all that its episodes lack', async () => {
    const words = { kind: 'episode' as const, title: 'x', tvdb: '9900001', season: 1 };
    const from = askOf(...household, [
      subtitleWanted,
      of(
        'words',
        { ...words, id: '1', episode: 1, languages: ['de'] },
        { ...words, id: '2', episode: 9, languages: ['fr'] },
      ),
    ]);
    expect((await summary('harbor-1-1', from)).subtitles).to.deep.equal({ wanted: 1, languages: ['de'] });
    expect((await summary('harbor', from)).subtitles).to.deep.equal({ wanted: 2, languages: ['de', 'fr'] });
  });

  it('finds what is planned by the ids of the work where the cleanup tool tells no other', async () => {
    const planned = { id: '1', collection: 'Old films', tmdb: '19', action: 'unmonitor' };
    const rest = household.filter(([port]) => port.id !== cleanupItems.id);
    const cleanupOf = async (over: object) =>
      (await summary('7b0c4c5e', askOf(...rest, [cleanupItems, of('broom', { ...planned, ...over })]))).cleanup;
    expect(await cleanupOf({ kind: 'movie' })).to.deep.equal({
      collection: 'Old films',
      dueAt: null,
      action: 'unmonitor',
    });
    expect(await cleanupOf({ kind: 'series' })).to.equal(null);
    expect(await cleanupOf({})).to.equal(null);
    expect(await cleanupOf({ kind: 'movie', itemId: 'living-room:another' })).to.equal(null);
  });

  it('does not show another season’s download', async () => {
    expect((await summary('harbor-2-1')).download).to.equal(null);
    expect((await summary('harbor')).download?.id).to.equal('torrents:c3d4');
  });

  it('finds the request by the media server’s id where the request has no other', async () => {
    const bare = world.requests.map(({ tmdb: _, tvdb: __, ...request }) => request);
    const from = askOf(...household.filter(([port]) => port.id !== requestItems.id), [requestItems, bare]);
    expect((await summary('7b0c4c5e', from)).request?.id).to.equal('wishes:4');
  });

  it('finds the download through the request where no release manager is connected', async () => {
    const named = world.requests.map((request) =>
      request.id === '9' ? { ...request, downloadKeys: [world.KEYS.harbor] } : request,
    );
    const apart = [requestItems, releaseQueue, releaseGrabs, releaseTitles].map((port) => port.id);
    const from = askOf(...household.filter(([port]) => !apart.includes(port.id)), [requestItems, named]);
    const series = await summary('harbor', from);
    expect(series.download?.id).to.equal('torrents:c3d4');
    expect(series.release).to.equal(null);
  });

  it('has nothing but the title of what nobody could request', async () => {
    const clip = await summary('clip');
    expect(clip.item).to.include({ type: 'other', year: null, tmdb: null });
    expect([clip.request, clip.release, clip.download, clip.transcode]).to.deep.equal([null, null, null, null]);
  });

  it('does not take an episode’s ids for its series’', async () => {
    const orphan = world.items.filter((item) => item.id !== 'harbor');
    const from = askOf(...household.filter(([port]) => port.id !== mediaItems.id), [mediaItems, orphan]);
    expect((await summary('harbor-1-1', from)).item).to.include({ tvdb: null, tmdb: null });
  });

  it('stands alone when nothing else is connected', async () => {
    const apart = [
      downloadQueue,
      releaseQueue,
      releaseGrabs,
      requestItems,
      releaseTitles,
      cleanupItems,
      transcodeWorkers,
    ];
    const film = await summary('7b0c4c5e', without(...apart, mediaLibraries, mediaFiles));
    expect(film.item.library).to.equal('');
    expect([film.request, film.release, film.download, film.cleanup, film.transcode]).to.deep.equal(
      Array(5).fill(null),
    );
  });
});
