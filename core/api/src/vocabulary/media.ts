/** What a media server holds. Actions on it are in actions.ts, what is being played in playback.ts. */

import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, oneOf, optional, text, time, workIds } from './fields.js';

/** The server itself, one row. */
export const mediaServer = definePort({
  id: 'media.server',
  keep: 'snapshot',
  key: (server) => server.id,
  item: Type.Object({ id: text(), name: text(), version: text(), pingMs: optional(count()) }),
});

export const mediaUsers = definePort({
  id: 'media.users',
  keep: 'snapshot',
  key: (user) => user.id,
  at: (user) => user.lastAt,
  index: ['admin'],
  item: Type.Object({
    id: text(),
    name: text(),
    admin: flag(),
    lastAt: optional(time()),
  }),
});

export const mediaLibraries = definePort({
  id: 'media.libraries',
  keep: 'snapshot',
  key: (library) => library.id,
  item: Type.Object({ id: text(), name: text(), type: oneOf('movies', 'shows', 'music', 'other') }),
});

/** Titles, without virtual and missing ones. */
export const mediaItems = definePort({
  id: 'media.items',
  keep: 'snapshot',
  key: (item) => item.id,
  at: (item) => item.addedAt,
  index: ['id', 'kind', 'libraryId', 'tmdb', 'tvdb'],
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
    ...workIds,
  }),
});

/** One row per file: the key is the path, so that one path counts once per server. */
export const mediaFiles = definePort({
  id: 'media.files',
  keep: 'snapshot',
  key: (file) => file.path,
  index: ['itemId', 'libraryId', 'kind', 'sizeBytes'],
  item: Type.Object({
    path: text(),
    itemId: text(),
    libraryId: text(),
    kind: oneOf('movie', 'episode', 'track', 'other'),
    sizeBytes: count(),
  }),
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
    issue: oneOf('poster', 'logo', 'runtime', 'unmatched'),
    addedAt: optional(time()),
  }),
});

/** Clients that the server has seen: one row per client and user. */
export const mediaDevices = definePort({
  id: 'media.devices',
  keep: 'snapshot',
  key: (device) => `${device.id}:${device.user}`,
  at: (device) => device.lastAt,
  item: Type.Object({ id: text(), name: text(), client: text(), user: text(), lastAt: optional(time()) }),
});

/** The server's own scheduled tasks. `progress`: 0 to 100, while running. */
export const mediaJobs = definePort({
  id: 'media.jobs',
  keep: 'snapshot',
  key: (job) => job.id,
  item: Type.Object({
    id: text(),
    name: text(),
    state: oneOf('idle', 'running', 'cancelling'),
    result: oneOf('completed', 'failed', 'cancelled', 'aborted', 'never'),
    progress: optional(count()),
    lastAt: optional(time()),
  }),
});
