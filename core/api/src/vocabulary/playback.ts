import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, oneOf, optional, text, time } from './fields.js';

/** direct: the file as it is. remux: at least one track copied unchanged, the video among them. transcode: the video is re-encoded. */
const method = () => oneOf('direct', 'remux', 'transcode');

/** Who plays what right now. The core's history recorder turns successive snapshots into `media.playback`. */
export const mediaSessions = definePort({
  id: 'media.sessions',
  keep: 'snapshot',
  key: (session) => session.id,
  item: Type.Object({
    id: text('What session actions go by'),
    userId: text(),
    viewer: text(),
    itemId: text(),
    title: text(),
    series: optional(text()),
    kind: oneOf('movie', 'episode', 'music', 'live', 'other'),
    client: text(),
    device: text(),
    deviceId: text(),
    method: method(),
    paused: flag(),
    positionSeconds: count(),
    runtimeSeconds: optional(count()),
    bandwidthBps: optional(count('Bits per second')),
    seenAt: optional(time()),
  }),
});

/** One play: one user and one title on one device. `playedSeconds`: without pauses. */
export const mediaPlayback = definePort({
  id: 'media.playback',
  keep: 'log',
  key: (play) => play.id,
  at: (play) => play.startedAt,
  index: ['userId', 'viewer', 'title', 'playedSeconds'],
  item: Type.Object({
    id: text(),
    userId: text(),
    viewer: text(),
    itemId: text(),
    title: text('Of an episode: the title of its series'),
    episode: optional(text()),
    kind: optional(oneOf('movie', 'episode', 'music', 'live', 'other')),
    method: optional(method()),
    client: text(),
    device: text(),
    startedAt: time(),
    playedSeconds: optional(count()),
  }),
});
