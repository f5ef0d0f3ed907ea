/** The fields of Bazarr's API that are read. */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = () => Type.String();
const number = () => Type.Integer();
const listOf = <T extends TSchema>(row: T) => Type.Object({ data: Type.Array(row) });

/** Counts of subtitles that are missing, not of titles; of a title there may be several. */
export const Badges = Type.Object({
  episodes: number(),
  movies: number(),
  /** Throttled ones. */
  providers: number(),
  /** "LIVE"; empty where it hears nothing of the manager, or has none. */
  sonarr_signalr: maybe(text()),
  radarr_signalr: maybe(text()),
});

const Language = Type.Object({
  code2: text(),
  forced: maybe(Type.Boolean()),
  hi: maybe(Type.Boolean()),
});

const missing_subtitles = maybe(Type.Array(Language));

/** Ids are the managers' own. */
export const WantedMovie = Type.Object({ radarrId: number(), title: text(), missing_subtitles });
export const WantedEpisode = Type.Object({
  sonarrSeriesId: number(),
  sonarrEpisodeId: number(),
  seriesTitle: text(),
  episodeTitle: maybe(text()),
  /** "2x1" */
  episode_number: maybe(text()),
  missing_subtitles,
});
export const WantedMovies = listOf(WantedMovie);
export const WantedEpisodes = listOf(WantedEpisode);
/** How many there are in all, those beside the page included. */
export const AnyPage = Type.Object({ total: number() });

export const Movies = listOf(Type.Object({ radarrId: number(), title: text(), imdbId: maybe(text()) }));
export const SeriesList = listOf(
  Type.Object({ sonarrSeriesId: number(), title: text(), tvdbId: maybe(number()), imdbId: maybe(text()) }),
);

/** `status`: Good, or the name of what went wrong when it was asked last. */
export const Providers = listOf(Type.Object({ name: text(), status: text() }));

/** What it finds wrong itself: `object` may be a folder. */
export const HealthIssues = listOf(Type.Object({ object: text(), issue: text() }));

/** `interval`: "every 6 hours", "every Sunday at 3:00". When a task runs next is told in prose, to the hour. */
export const Tasks = listOf(
  Type.Object({ job_id: text(), name: text(), job_running: Type.Boolean(), interval: maybe(text()) }),
);

export const Status = Type.Object({
  data: Type.Object({ bazarr_version: text(), timezone: maybe(text()) }),
});

export type Badges = Static<typeof Badges>;
export type Language = Static<typeof Language>;
export type WantedMovie = Static<typeof WantedMovie>;
export type WantedEpisode = Static<typeof WantedEpisode>;
export type Provider = Static<typeof Providers>['data'][number];
export type HealthIssue = Static<typeof HealthIssues>['data'][number];
export type Task = Static<typeof Tasks>['data'][number];
