/**
 * The fields of Wizarr's API (2026) that are read. What is not there is null. Dates are UTC and do not say so:
 * "2026-11-22T07:05:34.071996".
 */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = () => Type.String();

export const Invitation = Type.Object({
  /** Given anew after a deletion: no key of a row. */
  id: Type.Integer(),
  code: Type.String({ minLength: 1 }),
  /** pending, used or expired. One that may be used again is `used` after its first use, and works all the same. */
  status: text(),
  created: maybe(text()),
  expires: maybe(text()),
  used_at: maybe(text()),
  /** "<User 3>": the first of one that may be used again, the last account where there are several servers, null once it is gone. */
  used_by: maybe(text()),
  /** Of the account, in days, or "unlimited". */
  duration: maybe(text()),
  /** Whether it may be used again. */
  unlimited: maybe(Type.Boolean()),
  server_names: maybe(Type.Array(text())),
});

export const Invitations = Type.Object({ invitations: Type.Array(Invitation) });

export const User = Type.Object({
  id: Type.Integer(),
  username: text(),
  /** "empty" of an account that was found on its server: who takes an invitation has to give one. */
  email: maybe(text()),
  /** The name of the media server. */
  server: maybe(text()),
  expires: maybe(text()),
  /** When Wizarr first saw it; missing before 2026.4. */
  created_at: maybe(text()),
});

export const Users = Type.Object({ users: Type.Array(User) });

/** Counts of users and invitations: what a key is tried with. */
export const Status = Type.Object({ users: Type.Integer(), invites: Type.Integer() });

export type Invitation = Static<typeof Invitation>;
export type User = Static<typeof User>;
