/** Two Radarrs, two Sonarrs, and a subtitle manager for each pair, which number their titles alike. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';
import { type FakeBazarr, startBazarr } from '../support/upstreams/bazarr.js';
import { startMediaServer, TITLES } from '../support/upstreams/media-server.js';
import { startServarr } from '../support/upstreams/servarr.js';
import { integrations, unlimitedKey } from '../support/upstreams/stack.js';
import type { Upstream } from '../support/upstreams/upstream.js';

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (json: Row, field = 'items'): readonly Row[] => json[field] as readonly Row[];

const KEY = 'c1b2a3948576687970a1b2c3d4e5f607';
const common = { apiKey: KEY, queue: [], grabbed: [], calendar: [] };
const film = (id: number, title: string, tmdbId: number) => ({ id, title, tmdbId, monitored: true, hasFile: true });
const show = (id: number, title: string, tvdbId: number) => ({
  ...{ id, title, tvdbId, tmdbId: 0, monitored: true },
  statistics: { episodeFileCount: 1, episodeCount: 1 },
});

const radarr = (...titles: readonly { readonly id: number }[]) =>
  startServarr({ ...common, app: 'Radarr', titlesPath: '/movie', titles });
const sonarr = (...titles: readonly { readonly id: number }[]) =>
  startServarr({ ...common, app: 'Sonarr', titlesPath: '/series', titles });

describe('two subtitle managers', () => {
  const { key, config } = unlimitedKey();
  const upstreams: Upstream[] = [];
  let words: FakeBazarr;
  let daemon: DaemonHere;
  let configWith: (more: object) => string;
  const get = async (path: string): Promise<Row> => (await daemon.get(path, key)).json;
  const subtitlesOf = async (id: string) => (await get(`/api/item-summary/living-room:${id}`))['subtitles'];

  before(async () => {
    const server = await startMediaServer(KEY);
    const films = await radarr(film(1, 'Metropolis', 19), film(3, 'Charade', 4808));
    const films4k = await radarr(film(1, 'Charade', 4808), film(2, 'Metropolis', 19));
    const series = await sonarr(show(1, 'Example Harbor', 9900001));
    const cartoons = await sonarr(show(1, 'Another show', 9900077), show(9, 'Signal Ridge', 9900002));
    const harbor = { sonarrSeriesId: 1, seriesTitle: 'Example Harbor' };
    words = await startBazarr(KEY, {
      movies: [{ radarrId: 1, title: 'Metropolis', language: 'de' }],
      episodes: [
        { ...harbor, episode: '2x1', language: 'de' },
        { ...harbor, episode: '2x2', language: 'fr' },
      ],
    });
    const others = await startBazarr(KEY, {
      movies: [
        { radarrId: 1, title: 'Charade', language: 'fr' },
        { radarrId: 2, title: 'Metropolis', language: 'en' },
      ],
      episodes: [
        { sonarrSeriesId: 1, seriesTitle: 'Another show', episode: '1x1', language: 'it' },
        { sonarrSeriesId: 9, seriesTitle: 'Signal Ridge', episode: '1x1', language: 'pb' },
      ],
    });
    const running = { server, films, films4k, series, cartoons, words, others };
    upstreams.push(...Object.values(running).map(({ upstream }) => upstream));
    const entry = (plugin: string, { upstream }: { readonly upstream: Upstream }, more: object = {}) => ({
      ...{ plugin, url: upstream.url, apiKey: KEY },
      ...more,
    });
    configWith = (more) =>
      `timezone: UTC\n${config}${integrations({
        'living-room': entry('jellyfin', server),
        films: entry('radarr', films),
        'films-4k': entry('radarr', films4k),
        series: entry('sonarr', series),
        cartoons: entry('sonarr', cartoons),
        words: entry('bazarr', words, { radarr: 'films', sonarr: 'series' }),
        others: entry('bazarr', others, { radarr: 'films-4k', sonarr: 'cartoons', ...more }),
      })}`;
    daemon = await startHere({ config: configWith({}) });
    await until(
      () => Promise.all([subtitlesOf(TITLES.metropolis), subtitlesOf(TITLES.harbor), get('/api/widgets/automation')]),
      ([film, series, { warnings }]) => film != null && series != null && warnings === 3,
    );
  });
  after(async () => {
    await daemon.dispose();
    await Promise.all(upstreams.map((upstream) => upstream.close()));
  });

  it('tell of a title what lacks in either copy, and nothing of what another manager has under the same number', async () => {
    expect(await subtitlesOf(TITLES.metropolis)).to.deep.equal({ wanted: 2, languages: ['de', 'en'] });
    expect(await subtitlesOf(TITLES.harbor)).to.deep.equal({ wanted: 2, languages: ['de', 'fr'] });
    expect(await subtitlesOf(TITLES.harborS02E01)).to.deep.equal({ wanted: 1, languages: ['de'] });
    expect(await subtitlesOf(TITLES.ridge)).to.deep.equal({ wanted: 1, languages: ['pt-BR'] });
    expect(await subtitlesOf(TITLES.lanterns)).to.equal(null);
  });

  it('show in the integrations, in what is wanted, in the jobs and in the digest', async () => {
    const automation = await get('/api/widgets/automation?limit=100');
    expect(automation).to.include({ subtitlesWanted: 7, providersThrottled: 2 });
    expect(rowsOf(automation, 'subtitles').map(({ title, label }) => `${title}: ${label}`)).to.include.members([
      'Metropolis: de',
      'Signal Ridge – Episode 1x1: pt-BR',
    ]);
    const messages = rowsOf(automation).map(({ message }) => message);
    expect(messages).to.include('is left alone for a while after ConnectionError');
    expect(messages.filter((message) => String(message).startsWith('hears nothing of Sonarr'))).to.have.lengthOf(1);
    const wanted = await get('/api/widgets/wanted');
    expect(wanted).to.include({ subtitles: 7, subtitlesText: '7', missing: 0 });
    expect(rowsOf(wanted, 'subtitleItems')).to.deep.equal([
      { service: 'words', movies: 1, episodes: 2, languages: 3, throttled: 1, label: '3 titles without' },
      { service: 'others', movies: 2, episodes: 2, languages: 4, throttled: 1, label: '4 titles without' },
    ]);
    const jobs = rowsOf(await get('/api/widgets/jobs?limit=100'), 'services');
    expect(jobs.find(({ id }) => id === 'words:update_all_movies')).to.include({ service: 'words' });
    const texts = rowsOf(await get('/api/ops-digest')).map(({ text }) => text);
    expect(texts).to.include('3 titles without wanted subtitles');
    expect(texts).to.include('4 titles without wanted subtitles');
  });

  it('run tasks, and ask again the providers that they left alone', async () => {
    const run = (id: string) => daemon.post('/api/widgets/jobs/run', { id }, key);
    expect((await run('words:update_series')).status).to.equal(200);
    expect((await run('words:update_all_movies')).status, 'it runs').to.equal(409);
    expect((await run('words:nonsense')).status).to.equal(404);
    expect((await run('films:update_series')).status, 'of a manager that takes none').to.equal(409);
    const writer = await daemon.key('widgets-write');
    expect((await daemon.post('/api/widgets/jobs/run', { id: 'words:update_series' }, writer)).status).to.equal(403);
    const reset = await daemon.post('/api/widgets/automation/reset-providers', { id: 'words:all' }, key);
    expect(reset.status).to.equal(200);
    expect(words.throttled).to.deep.equal([]);
    expect(await get('/api/widgets/automation')).to.include({ providersThrottled: 1 });
  });

  it('never tell the key that stands in a page of theirs', async () => {
    await daemon.reload(configWith({ url: `${upstreams.at(-1)?.url}/nowhere` }));
    await until(
      () => get('/api/widgets/automation?limit=100'),
      (json) => rowsOf(json).some(({ id, message }) => id === 'others' && String(message).includes('a web page')),
    );
    expect(daemon.log()).to.not.contain(KEY);
  });
});
