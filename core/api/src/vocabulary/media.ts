/** What a media server holds. Actions on it are in actions.ts, what is being played in playback.ts. */

import { freeText, viewerName } from '../personal.js';
import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, image, oneOf, optional, text, time, workIds } from './fields.js';
import { scheduledJob } from './jobs.js';

/** The server itself, one row. */
export const mediaServer = definePort({
  id: 'media.server',
  keep: 'snapshot',
  key: (server) => server.id,
  item: Type.Object({
    id: text(),
    name: freeText(),
    version: text(),
    instanceId: optional(text('What the server calls itself by, the same whoever asks')),
    pingMs: optional(count()),
  }),
});

export const mediaUsers = definePort({
  id: 'media.users',
  keep: 'snapshot',
  key: (user) => user.id,
  at: (user) => user.lastAt,
  index: ['admin'],
  item: Type.Object({
    id: text(),
    name: viewerName(),
    admin: flag(),
    lastAt: optional(time()),
    disabled: optional(flag('May not sign in')),
    lastTitle: optional(text('The title they played last')),
  }),
});

/** `sizeBytes` and `items` of servers that tell them in one call: rows of `media.files` and `media.items` go first. */
export const mediaLibraries = definePort({
  id: 'media.libraries',
  keep: 'snapshot',
  key: (library) => library.id,
  item: Type.Object({
    id: text(),
    name: text(),
    type: oneOf('movies', 'shows', 'music', 'other'),
    sizeBytes: optional(count()),
    items: optional(count('What can be played: films, episodes, albums')),
    locations: optional(Type.Array(freeText(), { description: 'Its folders, as the server sees them' })),
  }),
});

/**
 * Titles, without virtual and missing ones. `addedKind` says what `addedAt` is: when the server took it in, or the date of its
 * file; `unknown`: a stand-in.
 */
export const mediaItems = definePort({
  id: 'media.items',
  keep: 'snapshot',
  key: (item) => item.id,
  at: (item) => item.addedAt,
  index: ['id', 'kind', 'libraryId', 'tmdb', 'tvdb', 'workId'],
  item: Type.Object({
    id: text(),
    libraryId: text(),
    kind: oneOf('movie', 'series', 'season', 'episode', 'album', 'other'),
    title: text(),
    seriesId: optional(text()),
    series: optional(text('The title of the series that a season or an episode belongs to')),
    season: optional(count()),
    episode: optional(count()),
    year: optional(count()),
    addedAt: time(),
    addedKind: optional(oneOf('added', 'file', 'unknown')),
    versionOf: optional(text('Id of the title of which this is another version, in this library or another')),
    workId: optional(text('What it is, the same in every library of its server. The core writes it')),
    artist: optional(text()),
    resolution: optional(text('Of its picture: 2160p, 1080p, …')),
    image: image(),
    ...workIds,
  }),
});

/**
 * One row per file: the key is the path, so that one path counts once per server, in the library that its folder belongs to.
 * An extra (a trailer, a theme song, a making-of) takes space there and is no title.
 */
export const mediaFiles = definePort({
  id: 'media.files',
  keep: 'snapshot',
  key: (file) => file.path,
  index: ['itemId', 'libraryId', 'kind', 'sizeBytes'],
  item: Type.Object({
    path: text(),
    itemId: text(),
    libraryId: text(),
    kind: oneOf('movie', 'episode', 'track', 'extra', 'other'),
    sizeBytes: count(),
  }),
});

/** What all files of a server come to, as each day has left it: one row per local day. The core writes it. */
export const mediaGrowth = definePort({
  id: 'media.growth',
  keep: 'log',
  key: (growth) => growth.day,
  at: (growth) => growth.at,
  days: 400,
  item: Type.Object({ day: text('YYYY-MM-DD in the configured zone'), at: time(), sizeBytes: count() }),
});

/** What is wrong with a title: one row per title and flaw. */
export const mediaFlaws = definePort({
  id: 'media.flaws',
  keep: 'snapshot',
  key: (flaw) => `${flaw.itemId}:${flaw.issue}`,
  at: (flaw) => flaw.addedAt,
  index: ['issue'],
  item: Type.Object({
    itemId: text(),
    title: text(),
    issue: oneOf('poster', 'logo', 'runtime', 'unmatched', 'subtitles', 'other'),
    addedAt: optional(time()),
  }),
});

/** Clients that the server has seen: one row per client and user. */
export const mediaDevices = definePort({
  id: 'media.devices',
  keep: 'snapshot',
  key: (device) => `${device.id}:${device.user ?? ''}`,
  at: (device) => device.lastAt,
  item: Type.Object({
    id: text(),
    name: freeText(),
    client: optional(text()),
    user: optional(viewerName()),
    lastAt: optional(time()),
  }),
});

/** The server's own scheduled tasks. */
export const mediaJobs = definePort({
  id: 'media.jobs',
  keep: 'snapshot',
  key: (job) => job.id,
  item: Type.Object(scheduledJob()),
});
