/** The fields of Maintainerr's API that are read. */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const Health = Type.Object({ status: Type.String(), database: Type.String(), uptimeSeconds: Type.Number() });
export const App = Type.Object({ version: Type.String() });

/** A title in a collection. */
const Media = Type.Object({
  id: Type.Integer(),
  /** The title on the media server. */
  mediaServerId: Type.String(),
  /** Of a season or an episode those of its series. */
  tmdbId: maybe(Type.Integer()),
  tvdbId: maybe(Type.Integer()),
  /** "2026-08-20T03:00:00.000Z", in some answers "2026-08-20 03:00:00", which is UTC. */
  addDate: Type.String(),
  sizeBytes: maybe(Type.Integer()),
});

const Collection = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  /** movie, show, season, episode */
  type: Type.String(),
  isActive: Type.Boolean(),
  /** What becomes of its titles: see `map.ts`. */
  arrAction: Type.Integer(),
  /** null: never. */
  deleteAfterDays: maybe(Type.Integer()),
  media: Type.Array(Media),
});
export const Collections = Type.Array(Collection);

const Instance = Type.Object({ id: Type.Integer(), name: Type.String(), type: Type.String(), ok: Type.Boolean() });

export const Storage = Type.Object({
  collectionSummary: Type.Object({
    activeSizeBytes: Type.Integer(),
    inactiveCount: Type.Integer(),
    totalCollectionCount: Type.Integer(),
  }),
  /** The release managers that it asked for their disks. */
  instances: Type.Array(Instance),
  mediaServer: maybe(
    Type.Object({ configured: Type.Boolean(), reachable: Type.Boolean(), serverName: maybe(Type.String()) }),
  ),
});

export type Collection = Static<typeof Collection>;
export type Media = Static<typeof Media>;
export type Storage = Static<typeof Storage>;
