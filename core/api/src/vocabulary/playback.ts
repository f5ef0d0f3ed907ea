import { accountText, freeText, subjectText, viewerName } from '../personal.js';
import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, image, oneOf, optional, text, texts, time, workIds } from './fields.js';

/** direct: the file as it is. remux: at least one track copied unchanged, the video among them. transcode: the video is re-encoded. */
const method = () => oneOf('direct', 'remux', 'transcode', 'unknown');
/** Of the sound alone. */
const audioMethod = () => optional(oneOf('direct', 'remux', 'transcode', 'unknown'));

const kind = () => oneOf('movie', 'episode', 'music', 'live', 'other');

/** What a play and a session tell of their work. */
const work = {
  season: optional(count()),
  artist: optional(text()),
  album: optional(text()),
  seriesId: optional(text()),
  libraryId: optional(text()),
  ...workIds,
};

/** Who plays what right now. The core's history recorder turns successive snapshots into `media.playback`. */
export const mediaSessions = definePort({
  id: 'media.sessions',
  keep: 'snapshot',
  most: 500,
  key: (session) => session.id,
  item: Type.Object({
    id: text('What session actions go by'),
    userId: optional(text()),
    viewer: viewerName(),
    itemId: text(),
    title: text('Of an episode: its own'),
    series: optional(text()),
    episode: optional(count()),
    episodeTitle: optional(text()),
    year: optional(count()),
    programme: optional(text('The programme on the channel of a live session')),
    image: image(),
    kind: kind(),
    client: text(),
    device: freeText(),
    deviceId: text(),
    method: method(),
    audioMethod: audioMethod(),
    videoCodec: optional(text('Of the file, as the next two')),
    audioCodec: optional(text()),
    resolution: optional(text('2160p, 1080p, …')),
    toVideoCodec: optional(text('What it is made into, as the next two')),
    toAudioCodec: optional(text()),
    toResolution: optional(text()),
    transcodeReasons: optional(texts('As the server names them')),
    hardware: optional(text('What encodes the video, where it is not the processor: vaapi, qsv, …')),
    remote: optional(flag('From outside the server’s network')),
    paused: flag(),
    positionSeconds: count(),
    runtimeSeconds: optional(count()),
    bandwidthBps: optional(count('Bits per second')),
    seenAt: optional(time()),
    ...work,
  }),
});

/**
 * One play: one user and one title on one device. `playedSeconds`: without pauses. `origin`: recorded by Sidelight, told by the
 * server, imported from another program, or found to have happened while nobody looked. `approximate`: its times are.
 */
export const mediaPlayback = definePort({
  id: 'media.playback',
  keep: 'log',
  key: (play) => play.id,
  at: (play) => play.startedAt,
  index: ['userId', 'viewer', 'title', 'kind', 'playedSeconds'],
  item: Type.Object({
    id: text(),
    userId: optional(text()),
    viewer: optional(viewerName()),
    itemId: optional(text()),
    title: text('Of an episode: the title of its series'),
    episode: optional(text()),
    episodeNumber: optional(count()),
    kind: optional(kind()),
    method: optional(method()),
    client: optional(text()),
    device: optional(freeText()),
    remote: optional(flag('From outside the server’s network')),
    startedAt: time(),
    endedAt: optional(time('When it was last seen; absent while it goes on')),
    playedSeconds: optional(count()),
    runtimeSeconds: optional(count('Of the title')),
    origin: optional(oneOf('recorded', 'native', 'imported', 'gap', 'unknown')),
    approximate: optional(flag()),
    quarters: optional(
      Type.Array(Type.Object({ at: time('Start of the quarter of an hour, UTC'), seconds: count() }), {
        description: 'Where its playedSeconds were played; absent: from its start on',
      }),
    ),
    work: optional(text('What it is grouped by, such as movie:tmdb:603; the core says it')),
    ...work,
  }),
});

/**
 * Plays of time in which nobody looked, as a log of the media server tells their beginning and end. The core makes plays of
 * them (`origin: gap`) as far as it has recorded none: only time in gaps counts, and no play counts twice. One that is `native`
 * counts whenever it was (`origin: native`), unless a play of the same user and title was known around it.
 */
export const mediaGaps = definePort({
  id: 'media.gaps',
  keep: 'log',
  days: 60,
  key: (play) => play.id,
  at: (play) => play.startedAt,
  item: Type.Object({
    id: text('The same whenever it is told'),
    userId: optional(text()),
    viewer: optional(viewerName()),
    itemId: text(),
    title: text('Of an episode: the title of its series'),
    episode: optional(text()),
    episodeNumber: optional(count()),
    kind: optional(kind()),
    client: optional(text()),
    device: optional(freeText()),
    startedAt: time(),
    endedAt: optional(time('Not told: it goes on, or nobody knows')),
    runtimeSeconds: optional(count('Of the title')),
    native: optional(flag('The server counts it as a play itself: for what was before anybody looked')),
    ...work,
  }),
});

/**
 * The one account of time: what each play adds to each quarter of an hour (UTC) in which it was playing. The core makes it from
 * `media.playback`, in the same transaction: a recount from the plays gives the same rows.
 */
export const mediaPlaytime = definePort({
  id: 'media.playtime',
  keep: 'log',
  key: (row) => `${row.playId} ${row.at}`,
  at: (row) => row.at,
  byTime: true,
  index: ['playId', 'accountId', 'subjectId', 'kind', 'method', 'libraryId', 'client', 'seconds', 'begun'],
  item: Type.Object({
    playId: text(),
    at: time('Start of the quarter'),
    seconds: count(),
    begun: count('1 in the quarter in which the play began, else 0'),
    kind: kind(),
    method: method(),
    libraryId: optional(text()),
    client: optional(text()),
    accountId: optional(accountText('Id of the user; of a play that tells only a name: `name:` and the name')),
    viewer: optional(viewerName('Their name, as the play tells it')),
    work: text(),
    title: text('Of an episode: the title of its series'),
    subjectId: subjectText('Who watched what, to group by: work, title, accountId and viewer with U+001F between them'),
  }),
});

/** How many streams played at once, as the polls saw it: a row for each number that was seen in a quarter of an hour. */
export const mediaStreams = definePort({
  id: 'media.streams',
  keep: 'log',
  key: (row) => `${row.at} ${row.streams}`,
  at: (row) => row.at,
  byTime: true,
  index: ['streams'],
  item: Type.Object({ at: time('Start of the quarter, UTC'), streams: count('Playing, not paused') }),
});
