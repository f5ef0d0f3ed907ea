/** What the subtitle manager looks for. */
import { type ItemIn, refTo, type subtitleCounts, type subtitleWanted } from '@sidelight/plugin-api';
import { catalogueEpisodes, catalogueFilms, type Playable } from './catalogue.js';
import { chance } from './chance.js';
import { series } from './titles.js';
import type { World } from './world.js';

const LANGUAGES = [['de'], ['fr'], ['de', 'fr']] as const;

export const wanted = (world: World): readonly ItemIn<typeof subtitleWanted>[] =>
  [...catalogueFilms(world), ...catalogueEpisodes(world)].flatMap((title, index) => {
    const roll = chance(world.seed, title.id, 'subtitles');
    if (roll >= 0.06) return [];
    return [
      {
        id: title.id,
        kind: title.kind === 'movie' ? 'movie' : 'episode',
        title: title.title,
        languages: [...(LANGUAGES[index % LANGUAGES.length] ?? LANGUAGES[0])],
        ...refsOf(title, world.id),
        ...idsOf(title),
      },
    ];
  });

const refsOf = ({ id, kind, series: number, seriesTitle, season, episode }: Playable, server: string) =>
  kind === 'movie'
    ? { movieId: refTo(id, server) }
    : {
        seriesId: refTo(`series-${number}`, server),
        episodeId: refTo(id, server),
        ...{ series: seriesTitle, season, episode },
      };

/** Of an episode: those of its series. */
function idsOf(title: Playable) {
  const { tmdb, tvdb, imdb } = title.series === undefined ? title : series(title.series);
  return { tmdb, tvdb, imdb };
}

export function wantedTotals(world: World): readonly ItemIn<typeof subtitleCounts>[] {
  const all = wanted(world);
  const movies = all.filter(({ kind }) => kind === 'movie').length;
  const languages = all.reduce((sum, title) => sum + title.languages.length, 0);
  return [{ movies, episodes: all.length - movies, languages, throttled: 1 }];
}
