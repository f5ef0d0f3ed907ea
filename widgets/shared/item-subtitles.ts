/** Which subtitles one title lacks. */
import { type Ask, cached, type Identity, joinOf, refTo, releaseTitles, subtitleWanted } from '@sidelight/plugin-api';
import type { Title } from './find-title.js';
import type { RowOf } from './rows.js';
import type { Wanted } from './subtitles.js';

type Release = RowOf<typeof releaseTitles>;

/** By the ids of the work, else by the titles that release managers have of it. Of a series: all its episodes. */
export async function subtitlesOf(ask: Ask, { item, work }: Title, releases: readonly Release[]) {
  const join = joinOf(await rowsNear(ask, work, releases), identityOf);
  const managed = await Promise.all(releases.map((release) => managedOf(ask, release)));
  // A media server's id is no manager's.
  const works = [{ ...work, ref: undefined }, ...managed];
  const wanted = new Set(works.flatMap((one) => join(one)).filter((row) => isWithin(row, item)));
  if (wanted.size === 0) return null;
  return { wanted: wanted.size, languages: [...new Set([...wanted].flatMap((row) => row.languages))].toSorted() };
}

/** The rows that share an id with the work, each once. */
async function rowsNear(ask: Ask, { tmdb, tvdb, imdb }: Identity, releases: readonly Release[]) {
  const works = [tmdb && { tmdb }, tvdb && { tvdb }, imdb && { imdb }].filter((where) => typeof where === 'object');
  const numbered = releases.map(({ id, source, type }) => {
    const texts = [refTo(id), refTo(id, source)];
    return type === 'movie' ? { movieId: texts } : { seriesId: texts };
  });
  const answers = await Promise.all([...works, ...numbered].map((where) => ask(cached(subtitleWanted, { where }))));
  const rows = answers.flatMap(({ items }) => items);
  return [...new Map(rows.map((row) => [`${row.source}:${row.id}`, row])).values()];
}

const identityOf = ({ kind, movieId, seriesId, tmdb, tvdb, imdb }: Wanted): Identity => ({
  type: kind,
  ref: kind === 'movie' ? movieId : kind === 'episode' ? seriesId : undefined,
  ...{ tmdb, tvdb, imdb },
});

/** Managers count from 1, each for itself: a bare number that two of them use tells nothing. */
async function managedOf(ask: Ask, { id, source, type, tmdb, tvdb, imdb }: Release): Promise<Identity> {
  const { items } = await ask(cached(releaseTitles, { where: { id } }));
  const alone = items.filter((title) => title.type === type).length === 1;
  return { type, ref: refTo(id, source), alone, ...{ tmdb, tvdb, imdb } };
}

/** Of a season or an episode: its own alone. */
const isWithin = (row: Wanted, { kind, season, episode }: Title['item']): boolean =>
  (kind !== 'season' && kind !== 'episode') ||
  (row.season === season && (kind === 'season' || row.episode === episode));
