/** Which subtitles one title lacks. */
import { type Ask, cached, releaseTitles, subtitleWanted } from '@sidelight/plugin-api';
import type { Title } from './item-join.js';
import type { MediaItem } from './item-work.js';
import type { Work } from './request-index.js';
import type { Wanted } from './subtitles.js';

const KIND: Readonly<Record<string, Wanted['kind']>> = { movie: 'movie', show: 'episode' };

/** By the ids of the work, else by how the one release manager that knows it numbers it. Of a series: all its episodes. */
export async function subtitlesOf(ask: Ask, item: MediaItem, work: Work, titles: readonly Title[]) {
  const kind = KIND[work.type];
  if (kind === undefined) return null;
  const wanted = [...(await byWork(ask, work)), ...(await byManager(ask, kind, titles))].filter(
    (row) => row.kind === kind && isWithin(row, item),
  );
  const different = [...new Map(wanted.map((row) => [`${row.source}:${row.id}`, row])).values()];
  if (different.length === 0) return null;
  return { wanted: different.length, languages: [...new Set(different.flatMap((row) => row.languages))].toSorted() };
}

async function byWork(ask: Ask, { tmdb, tvdb, imdb }: Work): Promise<readonly Wanted[]> {
  const works = [tmdb && { tmdb }, tvdb && { tvdb }, imdb && { imdb }].filter((where) => typeof where === 'object');
  const answers = await Promise.all(works.map((where) => ask(cached(subtitleWanted, { where }))));
  return answers.flatMap((answer) => answer.items);
}

/** Managers count from 1, each for itself: a number that two of them use tells nothing. Rows with ids of the work go by these. */
async function byManager(ask: Ask, kind: Wanted['kind'], titles: readonly Title[]): Promise<readonly Wanted[]> {
  const found = await Promise.all(
    titles.map(async ({ id, type }) => {
      const { items } = await ask(cached(releaseTitles, { where: { id } }));
      if (items.filter((title) => title.type === type).length !== 1) return [];
      const where = kind === 'movie' ? { movieId: id } : { seriesId: id };
      return (await ask(cached(subtitleWanted, { where }))).items;
    }),
  );
  return found.flat().filter(({ tmdb, tvdb, imdb }) => tmdb === undefined && tvdb === undefined && imdb === undefined);
}

/** Of a season or an episode: its own alone. */
const isWithin = (row: Wanted, { kind, season, episode }: MediaItem): boolean =>
  (kind !== 'season' && kind !== 'episode') ||
  (row.season === season && (kind === 'season' || row.episode === episode));
