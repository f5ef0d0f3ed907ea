/** Who watches what, when: the day of everybody is cut into slots of two hours, and some of them hold a play. */
import type { ItemIn, mediaDevices, mediaPlayback, mediaSessions, mediaUsers } from '@sidelight/plugin-api';
import { catalogueAlbums, catalogueEpisodes, catalogueFilms, libraryOf, type Playable, seriesId } from './catalogue.js';
import { between, chance, pick } from './chance.js';
import { type Device, USERS, type User } from './users.js';
import { DAY, HOUR, iso, MINUTE, pace, SECOND, type World } from './world.js';

const SLOT = 2 * HOUR;
const LATEST_START = { sure: 10 * MINUTE, others: 60 * MINUTE };
const PAUSE = 6 * MINUTE;
const SPARE = 2 * MINUTE;

type Method = 'direct' | 'remux' | 'transcode';

interface Play {
  readonly id: string;
  readonly user: User;
  readonly device: Device;
  readonly what: Playable;
  readonly method: Method;
  readonly startAt: number;
  readonly endAt: number;
  /** A pause, if there is one. */
  readonly pauseAt: number;
  readonly pauseMs: number;
}

/**
 * Two groups whose slots begin an hour apart. In each slot one of each group is sure to watch a whole film, which takes more
 * than the hour until the other group's turn: somebody always watches something.
 */
const GROUPS: readonly (readonly User[])[] = [0, 1].map((group) => USERS.filter((_, index) => index % 2 === group));

/** Everything that was played, or is, from `since` on. */
function playsSince(world: World, since: number): readonly Play[] {
  const slot = pace(world, SLOT);
  const films = catalogueFilms(world);
  // An album is heard more often than an episode is seen.
  const albums = catalogueAlbums(world);
  const titles = [...films, ...catalogueEpisodes(world), ...albums, ...albums, ...albums, ...albums];
  return GROUPS.flatMap((group, index) => {
    const offset = (index * slot) / GROUPS.length;
    const first = Math.floor((since - offset) / slot) - 1;
    const last = Math.floor((world.now - offset) / slot);
    const slots = Array.from({ length: last - first + 1 }, (_, n) => first + n);
    return slots.flatMap((n) => {
      const sure = pick(group, world.seed, 'sure', index, n);
      return group.flatMap((user) =>
        playIn(world, user, n, n * slot + offset, user === sure ? films : titles, user === sure),
      );
    });
  }).filter((play) => play.startAt <= world.now && play.endAt >= since);
}

function playIn(
  world: World,
  user: User,
  n: number,
  begins: number,
  titles: readonly Playable[],
  sure: boolean,
): readonly Play[] {
  const roll = (what: string) => chance(world.seed, user.id, n, what);
  if (!sure && roll('plays') >= likelihood(new Date(begins).getUTCHours())) return [];
  const id = `play-${user.id}-${n}`;
  const what = pick(titles, world.seed, user.id, n, 'what');
  const startAt = Math.floor(begins + pace(world, roll('start') * (sure ? LATEST_START.sure : LATEST_START.others)));
  const pauseMs = roll('pauses') < 0.3 ? pace(world, PAUSE) : 0;
  const watched = sure || roll('finishes') < 0.7 ? 1 : 0.15 + 0.7 * roll('watched');
  const runtime = pace(world, what.runtimeMs);
  const endAt = Math.min(startAt + runtime * watched + pauseMs, begins + pace(world, SLOT - SPARE));
  const method = roll('method');
  return [
    {
      id,
      user,
      what,
      device: user.devices[Math.floor(roll('device') * user.devices.length)] ?? user.devices[0],
      method: method < 0.6 ? 'direct' : method < 0.75 ? 'remux' : 'transcode',
      startAt,
      endAt: Math.floor(Math.min(endAt, world.edits.stopped.get(id) ?? Number.POSITIVE_INFINITY)),
      pauseAt: startAt + runtime * 0.1,
      pauseMs,
    },
  ];
}

/** Evenings are busy, nights are not. */
const likelihood = (hour: number): number => (hour >= 16 && hour < 23 ? 0.75 : hour >= 7 ? 0.5 : 0.3);

/** What had been seen of the title by a moment, in its own milliseconds. */
function playedMs(world: World, play: Play, now: number): number {
  const end = Math.min(now, play.endAt);
  const paused = Math.max(0, Math.min(end, play.pauseAt + play.pauseMs) - Math.max(play.startAt, play.pauseAt));
  return Math.max(0, end - play.startAt - paused) * world.speed;
}

const running = (world: World): readonly Play[] =>
  playsSince(world, world.now).filter(({ endAt }) => endAt > world.now);

const RATES: Readonly<Record<Method, number>> = { direct: 14e6, remux: 11e6, transcode: 4e6 };

export const sessions = (world: World): readonly ItemIn<typeof mediaSessions>[] =>
  running(world).map((play) => ({
    id: play.id,
    userId: play.user.id,
    viewer: play.user.name,
    itemId: play.what.id,
    title: play.what.title,
    series: play.what.seriesTitle,
    ...workOf(play.what),
    episode: play.what.episode,
    episodeTitle: play.what.kind === 'episode' ? play.what.title : undefined,
    year: play.what.year,
    image: `/images/${play.what.id}`,
    kind: play.what.kind,
    client: play.device.client,
    device: play.device.name,
    deviceId: play.device.id,
    method: play.method,
    ...streamsOf(play),
    remote: isRemote(play),
    paused: play.pauseMs > 0 && world.now >= play.pauseAt && world.now < play.pauseAt + play.pauseMs,
    positionSeconds: Math.floor(playedMs(world, play, world.now) / SECOND),
    runtimeSeconds: Math.floor(play.what.runtimeMs / SECOND),
    bandwidthBps: Math.round(RATES[play.method] * between(0.7, 1.3, world.seed, play.id, 'rate')),
    seenAt: iso(world.now),
  }));

const workOf = ({ series, season, tmdb, tvdb, imdb, kind, artist, title }: Playable) => ({
  libraryId: libraryOf({ kind }),
  artist,
  album: kind === 'music' ? title : undefined,
  seriesId: series === undefined ? undefined : seriesId(series),
  season,
  ...{ tmdb: tmdb || undefined, tvdb, imdb },
});

/** Phones are on the way. */
const isRemote = ({ device }: Play): boolean => device.client === 'Phone app';

const ORIGINAL = { videoCodec: 'hevc', audioCodec: 'truehd', resolution: '1080p' };

const streamsOf = ({ method, what }: Play) =>
  what.kind === 'music' ? { audioCodec: 'flac' } : streamsOfPicture(method);

const streamsOfPicture = (method: Method) => ({
  ...ORIGINAL,
  audioMethod: method === 'direct' ? ('direct' as const) : ('transcode' as const),
  ...(method === 'direct' ? {} : { toAudioCodec: 'aac', transcodeReasons: REASONS[method] }),
  ...(method === 'transcode' ? { toVideoCodec: 'h264', toResolution: '720p', hardware: 'vaapi' } : {}),
});

const REASONS = { remux: ['AudioCodecNotSupported'], transcode: ['VideoCodecNotSupported', 'AudioCodecNotSupported'] };

/** Plays that began or went on since a moment. */
export const playback = (world: World, since: number): readonly ItemIn<typeof mediaPlayback>[] =>
  playsSince(world, since).map((play) => ({
    id: play.id,
    userId: play.user.id,
    viewer: play.user.name,
    itemId: play.what.id,
    title: play.what.seriesTitle ?? play.what.title,
    episode: play.what.seriesTitle === undefined ? undefined : play.what.title,
    kind: play.what.kind,
    method: play.method,
    client: play.device.client,
    device: play.device.name,
    ...workOf(play.what),
    episodeNumber: play.what.episode,
    remote: isRemote(play),
    runtimeSeconds: Math.floor(play.what.runtimeMs / SECOND),
    startedAt: iso(play.startAt),
    endedAt: play.endAt <= world.now ? iso(play.endAt) : undefined,
    origin: 'native',
    approximate: false,
    playedSeconds: Math.floor(playedMs(world, play, world.now) / SECOND),
  }));

/** When each of a list of plays was last seen going on, by whatever tells them apart. */
function lastSeen(world: World, keyOf: (play: Play) => string): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  for (const play of playsSince(world, world.now - 3 * DAY)) {
    const at = Math.min(play.endAt, world.now);
    seen.set(keyOf(play), Math.max(seen.get(keyOf(play)) ?? 0, at));
  }
  return new Map([...seen].map(([key, at]) => [key, iso(at)]));
}

export function users(world: World): readonly ItemIn<typeof mediaUsers>[] {
  const seen = lastSeen(world, (play) => play.user.id);
  const titles = new Map(
    playsSince(world, world.now - 3 * DAY)
      .toSorted((a, b) => a.startAt - b.startAt)
      .map(({ user, what }) => [user.id, what.seriesTitle ?? what.title]),
  );
  return USERS.map(({ id, name, admin }) => ({
    id,
    name,
    admin,
    lastAt: seen.get(id),
    lastTitle: titles.get(id),
    disabled: false,
  }));
}

export function devices(world: World): readonly ItemIn<typeof mediaDevices>[] {
  const seen = lastSeen(world, (play) => play.device.id);
  return USERS.flatMap((user) =>
    user.devices.map(({ id, name, client }) => ({ id, name, client, user: user.name, lastAt: seen.get(id) })),
  );
}
