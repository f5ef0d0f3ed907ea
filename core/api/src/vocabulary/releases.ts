/** What release managers plan, grab and import. */

import { freeText } from '../personal.js';
import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, image, oneOf, optional, text, texts, time, workIds } from './fields.js';

/** Requests tell the two apart, so a manager that can tell should. */
const is4k = () => optional(flag('Grabbed as the 4K copy of its work'));

const releaseType = () => oneOf('movie', 'episode', 'album', 'book', 'other');

export const releaseCalendar = definePort({
  id: 'release.calendar',
  keep: 'snapshot',
  key: (release) => release.id,
  at: (release) => release.date,
  item: Type.Object({
    id: text(),
    title: text(),
    type: releaseType(),
    date: time(),
    dateKind: optional(oneOf('cinema', 'digital', 'physical', 'air', 'other')),
    allDay: optional(flag('Its day is known, the hour is not: `date` is when the day begins')),
    day: optional(text('That day, the same in every zone: "2026-11-22"')),
    season: optional(count()),
    episode: optional(count()),
    daily: optional(flag('An episode that is known by its date, not by a number')),
    seriesId: optional(text('As the manager numbers the series')),
    premiere: optional(flag('The first episode of a season')),
    finale: optional(flag('The last episode of a season, or before a break')),
    sizeBytes: optional(count('What it will take, by what its manager has of the kind')),
    is4k: is4k(),
    hasFile: flag(),
    monitored: flag(),
    image: image(),
    ...workIds,
  }),
});

/** One row per download, however many episodes or tracks it holds. */
export const releaseQueue = definePort({
  id: 'release.queue',
  keep: 'snapshot',
  key: (item) => item.id,
  index: ['downloadKey'],
  item: Type.Object({
    id: text('The downloadKey; the record id where the manager knows no download yet'),
    downloadKey: optional(text()),
    title: text(),
    type: releaseType(),
    state: oneOf('queued', 'downloading', 'importing', 'blocked', 'failed', 'imported', 'unknown'),
    message: optional(freeText()),
    warnings: optional(texts('What hinders it, while it is neither blocked nor failed')),
    release: optional(text('The name of the release')),
    client: optional(text('The download client, as the manager calls it')),
    delayed: optional(flag('Held back by the manager, and in no client yet')),
    dueAt: optional(time('Until when it is held back')),
    stale: optional(
      flag('As it was before the manager lost sight of its download client; the manager itself lists it no more'),
    ),
    quality: optional(text('As the manager names it')),
    sizeBytes: optional(count()),
    leftBytes: optional(count()),
    season: optional(count()),
    is4k: is4k(),
    records: count('How many of the manager’s own records this download stands for'),
    ...workIds,
  }),
});

/** What was grabbed: keeps the link of a download that has left the queue. */
export const releaseGrabs = definePort({
  id: 'release.grabs',
  keep: 'log',
  days: 60,
  key: (grab) => grab.id,
  at: (grab) => grab.at,
  index: ['downloadKey'],
  item: Type.Object({
    id: text(),
    downloadKey: text(),
    type: releaseType(),
    title: text(),
    season: optional(count()),
    is4k: is4k(),
    at: time(),
    ...workIds,
  }),
});

/** The titles that a manager looks after. */
export const releaseTitles = definePort({
  id: 'release.titles',
  keep: 'snapshot',
  key: (title) => title.id,
  index: ['id', 'tmdb', 'tvdb', 'imdb'],
  item: Type.Object({
    id: text(),
    title: text(),
    type: releaseType(),
    date: optional(time()),
    hasFile: flag('For a series: all of its wanted, released episodes'),
    have: optional(count('Wanted parts that are there')),
    missing: optional(count('Wanted parts that are released and not there: episodes, tracks, or the film itself')),
    monitored: flag(),
    image: image(),
    ...workIds,
  }),
});

/** How much a manager still looks for: one row each. */
export const releaseWanted = definePort({
  id: 'release.wanted',
  keep: 'snapshot',
  key: (wanted) => wanted.type,
  item: Type.Object({
    type: releaseType(),
    missing: count('Monitored, released and not there: films, episodes, albums'),
    cutoff: count('Available, and wanted in better quality'),
    notYet: optional(count('Monitored and not there, because they cannot be had yet')),
  }),
});

/** Disks as a service sees them. */
export const serverDisks = definePort({
  id: 'server.disks',
  keep: 'snapshot',
  key: (disk) => disk.path,
  item: Type.Object({ path: text(), label: optional(text()), freeBytes: count(), totalBytes: count() }),
});
