/** The fields of Ombi's API that are read, and no others: rows of requests and issues hold an access token of their user. */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = () => Type.String();
const number = () => Type.Integer();
const flag = () => maybe(Type.Boolean());

/** "4.59.3", as a JSON text. */
export const Version = Type.String({ pattern: '^v?\\d+\\.' });

/** Films and shows. Each request is in exactly one. */
export const RequestCount = Type.Object({
  pending: number(),
  /** Not there yet. */
  approved: number(),
  available: number(),
  denied: number(),
});

export const IssueCount = Type.Object({ pending: number(), inProgress: number(), resolved: number() });

/** `userAlias` is the alias, or the name where there is none. */
const User = Type.Object({ userName: maybe(text()), userAlias: maybe(text()) });

/** A time is text with seven digits of a second; the year 1 means that there is none. */
const requested = {
  id: number(),
  title: maybe(text()),
  requestedDate: maybe(text()),
  approved: flag(),
  available: flag(),
  denied: flag(),
  deniedReason: maybe(text()),
  /** Whom somebody else asked for. */
  requestedByAlias: maybe(text()),
  requestedUser: maybe(User),
};

/** A film is one row, whether asked for in the ordinary quality, in 4K, or both: the fields with `4K` are of that copy. */
export const Movie = Type.Object({
  ...requested,
  theMovieDbId: maybe(number()),
  imdbId: maybe(text()),
  has4KRequest: flag(),
  requestedDate4k: maybe(text()),
  approved4K: flag(),
  available4K: flag(),
  denied4K: flag(),
  deniedReason4K: maybe(text()),
});

const Season = Type.Object({
  seasonNumber: number(),
  episodes: maybe(Type.Array(Type.Object({ available: flag() }))),
});

/** What one person asked for of a show. */
export const Show = Type.Object({
  ...requested,
  parentRequest: maybe(
    Type.Object({
      title: maybe(text()),
      /** TMDB's. */
      externalProviderId: maybe(number()),
      tvDbId: maybe(number()),
      imdbId: maybe(text()),
    }),
  ),
  seasonRequests: maybe(Type.Array(Season)),
});

const pageOf = <T extends TSchema>(row: T) => Type.Object({ collection: Type.Array(row), total: number() });
export const MoviePage = pageOf(Movie);
export const ShowPage = pageOf(Show);

export const Issue = Type.Object({
  id: number(),
  title: maybe(text()),
  subject: maybe(text()),
  description: maybe(text()),
  /** What the household calls it. */
  issueCategory: maybe(Type.Object({ value: maybe(text()) })),
  /** 0 pending, 1 in progress, 2 resolved */
  status: number(),
  createdDate: text(),
  userReported: maybe(User),
});
export const Issues = Type.Array(Issue);

/** Of an action, with status 200 however it went. */
export const Outcome = Type.Object({ isError: Type.Boolean(), errorMessage: maybe(text()) });

export type Kind = 'movie' | 'tv';
export type RequestCount = Static<typeof RequestCount>;
export type IssueCount = Static<typeof IssueCount>;
export type User = Static<typeof User>;
export type Movie = Static<typeof Movie>;
export type Show = Static<typeof Show>;
export type Issue = Static<typeof Issue>;
