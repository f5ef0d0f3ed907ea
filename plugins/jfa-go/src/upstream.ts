/**
 * The fields of jfa-go's API that are read. Releases up to 0.6.0 write names of invitations with hyphens and tell how long one
 * still lasts; what comes after them writes underscores and tells when it ends. Times are seconds since 1970.
 */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = () => Type.String();
const number = () => Type.Integer();

/** Name of an account → when. */
const UsedBy = Type.Record(Type.String(), Type.Number());

export const Invite = Type.Object({
  code: Type.String({ minLength: 1 }),
  created: number(),
  label: maybe(text()),
  profile: maybe(text()),

  /** How long it still lasts, the seconds left out. */
  months: maybe(number()),
  days: maybe(number()),
  hours: maybe(number()),
  minutes: maybe(number()),
  'no-limit': maybe(Type.Boolean()),
  /** 1 of one without a limit. */
  'remaining-uses': maybe(number()),
  'used-by': maybe(UsedBy),
  /** Whether accounts that come of it end. */
  'user-expiry': maybe(Type.Boolean()),
  'user-months': maybe(number()),
  'user-days': maybe(number()),
  'user-hours': maybe(number()),
  'user-minutes': maybe(number()),

  valid_till: maybe(number()),
  no_limit: maybe(Type.Boolean()),
  remaining_uses: maybe(number()),
  used_by: maybe(UsedBy),
  user_expiry: maybe(Type.Boolean()),
  user_months: maybe(number()),
  user_days: maybe(number()),
  user_hours: maybe(number()),
  user_minutes: maybe(number()),
});

/** null: there are none. */
export const Invites = Type.Object({ invites: maybe(Type.Array(Invite)) });

export const Count = Type.Object({ count: number() });

export const User = Type.Object({
  /** That of the user in Jellyfin. */
  id: text(),
  name: text(),
  /** 0: the account has no end. */
  expiry: maybe(number()),
  disabled: maybe(Type.Boolean()),
  label: maybe(text()),
});

export const Users = Type.Object({ users: maybe(Type.Array(User)) });

export const Activity = Type.Object({
  id: text(),
  /** creation (of an account), createInvite, deleteInvite, and many more */
  type: text(),
  user_id: maybe(text()),
  username: maybe(text()),
  /** admin, daemon, anon, user */
  source_type: maybe(text()),
  invite_code: maybe(text()),
  /** The label of an invitation that was made or deleted. */
  value: maybe(text()),
  time: number(),
});

export const Activities = Type.Object({
  last_page: maybe(Type.Boolean()),
  activities: maybe(Type.Array(Activity)),
});

export const Token = Type.Object({ token: Type.String({ minLength: 1 }) });
export const Refusal = Type.Object({ error: text() });

export type Invite = Static<typeof Invite>;
export type User = Static<typeof User>;
export type Activity = Static<typeof Activity>;
