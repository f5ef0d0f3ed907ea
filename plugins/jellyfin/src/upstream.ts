/** The fields of answers that only Jellyfin gives. */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const Flag = Type.Boolean();
/** Quick Connect: what somebody types into an app of theirs, and what asks whether they have. */
export const Code = Type.Object({ Code: Type.String(), Secret: Type.String(), Authenticated: Type.Boolean() });

/** Of the whole file system that holds the folder; -1 where the server cannot tell. */
const Folder = Type.Object({ Path: Type.String(), FreeSpace: Type.Number(), UsedSpace: Type.Number() });
export const Storage = Type.Object({
  Libraries: maybe(Type.Array(Type.Object({ Folders: maybe(Type.Array(Folder)) }))),
});

export type Code = Static<typeof Code>;
export type Storage = Static<typeof Storage>;
