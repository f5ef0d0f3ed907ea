/** The fields of autobrr's API that are read. Addresses, nicks and commands of invitation are not among them: they hold keys. */
import { IsoTime, type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const Config = Type.Object({ version: Type.String() });

/** What one action of a filter did with a release. Each try is a row of its own. */
const Push = Type.Object({
  id: Type.Integer(),
  /** PUSH_APPROVED, PUSH_REJECTED, PUSH_ERROR, PENDING; a row of a crash is PENDING for ever. */
  status: Type.String(),
  action: Type.String(),
  action_id: Type.Integer(),
  filter_id: Type.Integer(),
  type: Type.String(),
  rejections: maybe(Type.Array(Type.String())),
});

export const Release = Type.Object({
  /** Used again once the newest releases were deleted. */
  id: Type.Integer(),
  name: Type.String(),
  timestamp: IsoTime(),
  /** The first that matched. */
  filter: Type.String(),
  /** `name` is empty once it was deleted. */
  indexer: Type.Object({ name: Type.String(), identifier: Type.String() }),
  /** 0 where the announcement did not tell. */
  size: maybe(Type.Integer()),
  action_status: maybe(Type.Array(Push)),
});

/** The newest first. */
export const Releases = Type.Object({ data: Type.Array(Release) });

/** `total_count` counts releases, the others count what actions did, every try of its own. */
export const Stats = Type.Object({
  total_count: Type.Integer(),
  push_approved_count: Type.Integer(),
  push_rejected_count: Type.Integer(),
  push_error_count: Type.Integer(),
});

const Channel = Type.Object({ name: Type.String(), enabled: Type.Boolean(), monitoring: Type.Boolean() });

export const Networks = Type.Array(
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    enabled: Type.Boolean(),
    connected: maybe(Type.Boolean()),
    /** The year 1 while it is not connected. */
    connected_since: maybe(Type.String()),
    channels: maybe(Type.Array(Channel)),
  }),
);

/** Times are of the year 1 until there is one. */
export const Feeds = Type.Array(
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    enabled: Type.Boolean(),
    /** Minutes. */
    interval: maybe(Type.Integer()),
    created_at: maybe(Type.String()),
    last_run: maybe(Type.String()),
    next_run: maybe(Type.String()),
  }),
);

export const Failure = Type.Object({ message: Type.String() });

export type Push = Static<typeof Push>;
export type Release = Static<typeof Release>;
export type Stats = Static<typeof Stats>;
export type Network = Static<typeof Networks>[number];
export type Feed = Static<typeof Feeds>[number];
