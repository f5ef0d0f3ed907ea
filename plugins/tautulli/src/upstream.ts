/**
 * The fields of Tautulli's answers that are read. The same field is a number in one answer and a text in another, and what is
 * not there is null, '' or left out: numbers are taken as `number.ts` reads them.
 */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = () => maybe(Type.String());
const loose = () => maybe(Type.Union([Type.Number(), Type.String()]));
const table = <T extends TSchema>(row: T) => Type.Object({ data: Type.Array(row) });

export const Answer = Type.Object({
  response: Type.Object({ result: Type.String(), message: text(), data: Type.Unknown() }),
});

/** `v2.17.2` */
export const Info = Type.Object({ tautulli_version: Type.String() });

/** Empty texts before its set-up. */
export const Server = Type.Object({ pms_name: text(), pms_version: text(), pms_identifier: text() });

/** Also holds mail addresses, which are not read. Id 0 is whoever plays without an account. */
export const User = Type.Object({
  user_id: Type.Integer(),
  username: text(),
  friendly_name: text(),
  is_admin: loose(),
  /** 0: the server is not shared with them any more. */
  is_active: loose(),
});
export const Users = Type.Array(User);

export const Seen = Type.Object({ user_id: Type.Integer(), last_seen: loose(), last_played: text() });
export const SeenTable = table(Seen);

/** `count` is of films, series or artists, `parent_count` of seasons or albums, `child_count` of episodes or tracks. */
export const Library = Type.Object({
  section_id: Type.Integer(),
  section_name: text(),
  section_type: text(),
  count: loose(),
  parent_count: loose(),
  child_count: loose(),
  is_active: loose(),
});
export const LibraryTable = table(Library);

/** What a play and a session say alike. */
const work = {
  user_id: loose(),
  user: text(),
  friendly_name: text(),
  media_type: text(),
  live: loose(),
  title: text(),
  /** Of a season or an album. */
  parent_title: text(),
  /** Of a series or an artist. */
  grandparent_title: text(),
  rating_key: loose(),
  grandparent_rating_key: loose(),
  media_index: loose(),
  parent_media_index: loose(),
  guid: text(),
  product: text(),
  player: text(),
  machine_id: text(),
  location: text(),
  transcode_decision: text(),
};

export const Play = Type.Object({
  ...work,
  /** Of one that goes on there is none. */
  row_id: loose(),
  started: loose(),
  stopped: loose(),
  paused_counter: loose(),
});
export const History = table(Play);

export const Session = Type.Object({
  ...work,
  session_key: loose(),
  session_id: text(),
  section_id: loose(),
  year: loose(),
  /** `imdb://tt1727587` */
  guids: maybe(Type.Array(Type.String())),
  channel_title: text(),
  channel_call_sign: text(),
  state: text(),
  /** Milliseconds, as the next. */
  view_offset: loose(),
  duration: loose(),
  /** kbit/s */
  bandwidth: loose(),
  video_decision: text(),
  audio_decision: text(),
  video_codec: text(),
  audio_codec: text(),
  video_full_resolution: text(),
  transcode_video_codec: text(),
  transcode_audio_codec: text(),
  stream_video_full_resolution: text(),
  transcode_hw_encoding: loose(),
  transcode_hw_encode: text(),
});
export const Activity = Type.Object({ sessions: Type.Optional(Type.Array(Session)) });

export const Newsletter = Type.Object({
  id: Type.Integer(),
  agent_label: text(),
  friendly_name: text(),
  cron: text(),
  active: loose(),
  /** Not before 2.13.2, as the next. */
  last_triggered: loose(),
  last_success: loose(),
});
export const Newsletters = Type.Array(Newsletter);

export const Sent = Type.Object({
  newsletter_id: Type.Integer(),
  timestamp: loose(),
  notify_action: text(),
  subject_text: text(),
  success: loose(),
});
export const NewsletterLog = table(Sent);

const addresses = () => maybe(Type.Array(Type.Unknown()));
/** Lists the mail addresses of all users as well, which are not read. */
export const NewsletterConfig = Type.Object({
  config: Type.Object({ formatted: loose(), save_only: loose() }),
  email_config: Type.Object({ to: addresses(), cc: addresses(), bcc: addresses(), notifier_id: loose() }),
});

export type Server = Static<typeof Server>;
export type User = Static<typeof User>;
export type Seen = Static<typeof Seen>;
export type Library = Static<typeof Library>;
export type Play = Static<typeof Play>;
export type Session = Static<typeof Session>;
export type Newsletter = Static<typeof Newsletter>;
export type Sent = Static<typeof Sent>;
export type NewsletterConfig = Static<typeof NewsletterConfig>;
