/**
 * What dashboards rely on: every read route with its fields. Types: int, num, text, flag, time, words (a list of texts), num?[] (a list of numbers and nulls), a|b; `?` may be null.
 * `[{…}]` is a list, whose elements also carry `label`; `{ '?': {…} }` an object or null. The fields that every payload
 * has (service, updatedAt, sourceState, freshness, sources) are added by the core.
 */
import { attention, backup, type Fields, library, mediaserver, type Routes } from './routes/form.js';
import * as media from './routes/media.js';
import * as ops from './routes/ops.js';
import * as queue from './routes/queue.js';
import * as services from './routes/services.js';

/** What the summaries of all widgets add up to. */
export const homepage: Fields = {
  ...library,
  ...mediaserver,
  ...attention,
  ...backup,
  sessionsRecent: 'int',
  sessionsToday: 'int',
  sessionsDay: 'int',
  viewersToday: 'int',
  users: 'int',
  downloads: 'int',
  downloadTotal: 'int',
  stalled: 'int',
  downBps: 'int',
  playing: 'int',
  transcoding: 'int',
  requestsPending: 'int',
  diskFreeBytes: 'int?',
  diskFree: 'text',
  storage: 'text',
  storageBytes: 'int',
  invites: 'int',
  calendarUpcoming: 'int',
  calendarToday: 'int',
  feedHits: 'int',
  moviesChange: 'text',
  showsChange: 'text',
  episodesChange: 'text',
  usersChange: 'text',
  storageChange: 'text',
};

/** Under /api/widgets/. */
export const widgets: Routes = { ...media.widgets, ...queue.widgets, ...services.widgets, ...ops.widgets };

/** With a path of their own. */
export const reads: Routes = { ...media.reads, ...queue.reads, ...ops.reads };
