import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, managerRef, oneOf, optional, text, texts, workIds } from './fields.js';

/** Titles that lack subtitles. Ids of the work are the film’s or the series’, never an episode’s. */
export const subtitleWanted = definePort({
  id: 'subtitle.wanted',
  keep: 'snapshot',
  key: (wanted) => wanted.id,
  index: ['kind', 'movieId', 'seriesId', 'tmdb', 'tvdb', 'imdb'],
  item: Type.Object({
    id: text(),
    kind: oneOf('movie', 'episode', 'other'),
    title: text(),
    series: optional(text()),
    season: optional(count()),
    episode: optional(count()),
    languages: texts(
      'Those that are missing: codes of ISO 639, with what tells them apart: "en", "pt-BR", "en:forced"',
    ),
    movieId: optional(managerRef('The film in a release manager')),
    seriesId: optional(managerRef('The series in a release manager')),
    episodeId: optional(managerRef('The episode in a release manager')),
    ...workIds,
  }),
});

/** The subtitle manager's own counters, one row. */
export const subtitleCounts = definePort({
  id: 'subtitle.counts',
  keep: 'snapshot',
  key: () => 'counts',
  item: Type.Object({
    movies: count('Films that lack subtitles'),
    episodes: count('Episodes that lack subtitles'),
    languages: optional(count('Subtitles that are missing: a title may lack several')),
    throttled: optional(count('Providers that are left alone for a while')),
  }),
});
