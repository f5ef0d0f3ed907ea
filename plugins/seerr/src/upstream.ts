/**
 * The fields of Seerr's API that are read, alike in Seerr 3, Jellyseerr and Overseerr. Jellyseerr and Seerr write null
 * where there is nothing, Overseerr lacks some fields altogether: one that may be missing takes both.
 */
import { IsoTime, type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = () => Type.String();
const number = () => Type.Integer();

export const Status = Type.Object({ version: text() });
export const PublicSettings = Type.Object({ applicationTitle: maybe(text()) });

export const RequestCount = Type.Object({
  total: number(),
  pending: number(),
  /** Of these, `available` are there, and `processing` are not there yet; the media of the others are gone. */
  approved: number(),
  processing: number(),
  declined: maybe(number()),
  /** Approved and there. Where there is `completed` only those of before: what is there now is completed at once. */
  available: number(),
  /** Deleted ones included. Not in Overseerr, nor in Jellyseerr before 2.4. */
  completed: maybe(number()),
});

export const IssueCount = Type.Object({ total: number(), open: number(), closed: number() });

const User = Type.Object({ id: number(), displayName: maybe(text()) });

/** What a release manager loads for it: one entry for each episode, those of a season pack with one download id. */
const Loading = Type.Object({ downloadId: maybe(text()) });

/** A work. Each field with a twin in `4k` holds for the ordinary copy, its twin for the 4K copy. */
const Media = Type.Object({
  tmdbId: maybe(number()),
  tvdbId: maybe(number()),
  imdbId: maybe(text()),
  /** 1 unknown, 2 pending, 3 processing, 4 partially available, 5 available, 6 blocked, 7 deleted */
  status: maybe(number()),
  status4k: maybe(number()),
  downloadStatus: maybe(Type.Array(Loading)),
  downloadStatus4k: maybe(Type.Array(Loading)),
  /** The item of a Plex server. */
  ratingKey: maybe(text()),
  ratingKey4k: maybe(text()),
  /** The item of a Jellyfin or Emby server. */
  jellyfinMediaId: maybe(text()),
  jellyfinMediaId4k: maybe(text()),
});

export const WorkType = Type.Enum(['movie', 'tv']);

export const Request = Type.Object({
  id: number(),
  /** 1 pending, 2 approved, 3 declined, 4 failed, 5 completed */
  status: number(),
  type: WorkType,
  is4k: maybe(Type.Boolean()),
  createdAt: IsoTime(),
  media: maybe(Media),
  seasons: maybe(Type.Array(Type.Object({ seasonNumber: number() }))),
  requestedBy: maybe(User),
  /** In later versions. */
  failureReason: maybe(text()),
});

export const Issue = Type.Object({
  id: number(),
  /** 1 video, 2 audio, 3 subtitles, 4 other */
  issueType: number(),
  /** 1 open, 2 resolved */
  status: number(),
  createdAt: IsoTime(),
  media: maybe(Type.Object({ mediaType: WorkType, tmdbId: maybe(number()) })),
  createdBy: maybe(User),
  /** 0: all seasons. */
  problemSeason: maybe(number()),
  /** 0: the whole season. */
  problemEpisode: maybe(number()),
  /** The first is the report itself. */
  comments: maybe(Type.Array(Type.Object({ message: maybe(text()) }))),
});

/** What it runs by itself. */
export const Jobs = Type.Array(
  Type.Object({ id: text(), name: text(), nextExecutionTime: maybe(text()), running: maybe(Type.Boolean()) }),
);

/** `results` of `pageInfo` is how many rows there are in all, the rows of other pages included. */
const pageOf = <T extends TSchema>(row: T) =>
  Type.Object({ pageInfo: Type.Object({ results: number() }), results: Type.Array(row) });

export const RequestPage = pageOf(Request);
export const IssuePage = pageOf(Issue);
export const AnyPage = pageOf(Type.Unknown());

/** "/8Vt6mWEReuy4Of61Lnj5Xj704m8.jpg", as TMDB calls it. */
const posterPath = maybe(text());
export const Movie = Type.Object({ title: Type.String({ minLength: 1 }), posterPath });
export const Show = Type.Object({ name: Type.String({ minLength: 1 }), posterPath });

/** A request by itself, also after an action. */
export const ActedOn = Type.Object({ id: number(), status: number() });
export const Refusal = Type.Object({ message: text() });

export type RequestCount = Static<typeof RequestCount>;
export type IssueCount = Static<typeof IssueCount>;
export type User = Static<typeof User>;
export type Media = Static<typeof Media>;
export type Request = Static<typeof Request>;
export type Issue = Static<typeof Issue>;
export type Jobs = Static<typeof Jobs>;
export type Movie = Static<typeof Movie>;
export type WorkType = Static<typeof WorkType>;
