/** Writes that dashboards with a `widgets-write` key may ask for. */

import { defineAction } from '../action.js';
import { Type } from '../typebox.js';
import { cleanupActions, cleanupAttention } from './cleanup.js';
import { downloadQueue } from './downloads.js';
import { feedCounts, feedHits } from './feed.js';
import { oneOf, optional, text } from './fields.js';
import { indexerList } from './indexers.js';
import { inviteItems } from './invites.js';
import { mediaItems } from './media.js';
import { opsHealth, opsSnoozes } from './ops.js';
import { mediaSessions } from './playback.js';
import { releaseQueue } from './releases.js';
import { requestCounts, requestItems } from './requests.js';
import { serviceJobs } from './service.js';
import { subtitleCounts } from './subtitles.js';
import { transcodeCounts, transcodeWorkers } from './transcode.js';

/** @param description of a text that names an integration and one of its rows */
const id = (description: string) => Type.String({ description, maxLength: 256 });
const target = (what: string) => id(`<integration>:<id> of ${what}`);
/** Of what is about a service as a whole. */
const whole = () => id('<integration>:all');

export const sessionStop = defineAction({
  id: 'session.stop',
  path: '/api/widgets/sessions/stop',
  summary: 'Stop a play, with a message to its viewer',
  target: 'sessionId',
  touches: [mediaSessions],
  input: Type.Object({ sessionId: target('the session'), message: optional(text()) }, { additionalProperties: false }),
});

export const sessionMessage = defineAction({
  id: 'session.message',
  path: '/api/widgets/sessions/message',
  summary: 'Show a message on a viewer’s screen',
  target: 'sessionId',
  touches: [],
  names: [mediaSessions],
  input: Type.Object(
    { sessionId: target('the session'), text: Type.String({ minLength: 1 }) },
    { additionalProperties: false },
  ),
});

export const downloadPause = defineAction({
  id: 'download.pause',
  path: '/api/widgets/downloads/pause',
  summary: 'Pause or resume a download',
  target: 'id',
  touches: [downloadQueue],
  input: Type.Object({ id: target('the download'), paused: Type.Boolean() }, { additionalProperties: false }),
});

export const downloadRemove = defineAction({
  id: 'download.remove',
  path: '/api/widgets/downloads/remove',
  summary: 'Remove a download, optionally with its data',
  target: 'id',
  touches: [downloadQueue],
  input: Type.Object(
    { id: target('the download'), deleteData: Type.Boolean({ default: false }) },
    { additionalProperties: false },
  ),
});

export const requestAct = defineAction({
  id: 'request.act',
  path: '/api/widgets/requests/actions',
  summary: 'Approve, decline or retry a request',
  target: 'requestId',
  touches: [requestItems, requestCounts],
  names: [requestItems],
  input: Type.Object(
    {
      requestId: id('<integration>:<id> of the request, or its bare id with sourceId'),
      sourceId: optional(text()),
      action: oneOf('approve', 'decline', 'retry'),
    },
    { additionalProperties: false },
  ),
});

export const repairRefresh = defineAction({
  id: 'repair.refresh',
  thing: 'title',
  path: '/api/widgets/repair/refresh',
  summary: 'Make the media server search for a title’s missing metadata and images again',
  target: 'itemId',
  touches: [],
  names: [mediaItems],
  input: Type.Object(
    { itemId: target('the title'), recursive: Type.Boolean({ default: true }) },
    { additionalProperties: false },
  ),
});

export const releaseRemove = defineAction({
  id: 'release.remove',
  family: 'release',
  path: '/api/widgets/stitched/remove',
  summary: 'Remove a release from the queue of its manager',
  target: 'id',
  touches: [releaseQueue],
  input: Type.Object(
    {
      id: target('the release'),
      fromClient: Type.Boolean({ default: true, description: 'Also from its download client' }),
      blocklist: Type.Boolean({ default: false, description: 'Never grab this release again' }),
      search: Type.Boolean({ default: false, description: 'Search for another one immediately' }),
    },
    { additionalProperties: false },
  ),
});

export const releaseGrab = defineAction({
  id: 'release.grab',
  family: 'release',
  path: '/api/widgets/stitched/grab',
  summary: 'Grab a release now that its manager is delaying',
  target: 'id',
  touches: [releaseQueue],
  input: Type.Object({ id: target('the release') }, { additionalProperties: false }),
});

export const releaseSearch = defineAction({
  id: 'release.search',
  family: 'release',
  path: '/api/widgets/stitched/search',
  summary: 'Make a manager search again for a replacement of a release in its queue',
  target: 'id',
  touches: [],
  names: [releaseQueue],
  input: Type.Object({ id: target('the release') }, { additionalProperties: false }),
});

export const indexersTest = defineAction({
  id: 'indexers.test',
  family: 'release',
  thing: 'list of indexers',
  path: '/api/widgets/indexers/test',
  summary: 'Test all indexers: those that answer are used again immediately',
  target: 'id',
  touches: [indexerList, opsHealth],
  names: 'all',
  input: Type.Object({ id: whole() }, { additionalProperties: false }),
});

export const transcodePause = defineAction({
  id: 'transcode.pause',
  family: 'transcode',
  thing: 'group of workers',
  path: '/api/widgets/transcodes/pause',
  summary: 'Pause a transcoding service, including its running jobs',
  target: 'id',
  touches: [transcodeWorkers, transcodeCounts],
  names: 'all',
  input: Type.Object({ id: whole() }, { additionalProperties: false }),
});

export const transcodeResume = defineAction({
  id: 'transcode.resume',
  family: 'transcode',
  thing: 'group of workers',
  path: '/api/widgets/transcodes/resume',
  summary: 'Resume a paused transcoding service',
  target: 'id',
  touches: [transcodeWorkers, transcodeCounts],
  names: 'all',
  input: Type.Object({ id: whole() }, { additionalProperties: false }),
});

export const transcodeRescan = defineAction({
  id: 'transcode.rescan',
  family: 'transcode',
  thing: 'group of libraries',
  path: '/api/widgets/transcodes/rescan',
  summary: 'Make a transcoding service scan its libraries for files',
  target: 'id',
  touches: [serviceJobs],
  names: 'all',
  input: Type.Object({ id: whole() }, { additionalProperties: false }),
});

export const invitesRevoke = defineAction({
  id: 'invites.revoke',
  family: 'invite',
  thing: 'invitation',
  path: '/api/widgets/invites/revoke',
  summary: 'Revoke an invitation: its code no longer works',
  target: 'id',
  touches: [inviteItems],
  input: Type.Object({ id: target('the invitation') }, { additionalProperties: false }),
});

export const jobRun = defineAction({
  id: 'job.run',
  family: 'jobs',
  path: '/api/widgets/jobs/run',
  summary: 'Run a job of a service now',
  target: 'id',
  touches: [serviceJobs],
  input: Type.Object({ id: target('the job') }, { additionalProperties: false }),
});

export const subtitlesReset = defineAction({
  id: 'subtitles.reset',
  family: 'jobs',
  thing: 'list of providers',
  path: '/api/widgets/automation/reset-providers',
  summary: 'Use all paused subtitle providers again',
  target: 'id',
  touches: [subtitleCounts, opsHealth],
  names: 'all',
  input: Type.Object({ id: whole() }, { additionalProperties: false }),
});

export const feedRetry = defineAction({
  id: 'feed.retry',
  family: 'feed',
  thing: 'hit',
  path: '/api/widgets/feed-hits/retry',
  summary: 'Retry a failed action of an announced release',
  target: 'id',
  touches: [feedHits, feedCounts],
  names: [feedHits],
  input: Type.Object(
    {
      id: target('the hit'),
      actionId: optional(text('The `id` of one of its actions; not needed if only one failed')),
    },
    { additionalProperties: false },
  ),
});

export const cleanupRun = defineAction({
  id: 'cleanup.run',
  family: 'cleanup',
  thing: 'job',
  path: '/api/widgets/cleanup/run',
  summary: 'Run a job of a cleanup tool now',
  target: 'id',
  touches: [serviceJobs, cleanupActions, cleanupAttention],
  names: [serviceJobs],
  input: Type.Object({ id: target('the job') }, { additionalProperties: false }),
});

const matter = () =>
  Type.String({
    description: 'The id of an item of the digest',
    pattern: '^[0-9a-f]{16}$',
    maxLength: 256,
    examples: ['4f1c0a96d27be358'],
  });

/** Done by Sidelight itself: it is about no integration. */
export const digestSnooze = defineAction({
  id: 'digest.snooze',
  thing: 'matter',
  family: 'digest',
  path: '/api/widgets/digest/snooze',
  summary: 'Snooze an item of the digest for a day, for a week, or until it changes',
  target: 'id',
  touches: [opsSnoozes],
  input: Type.Object({ id: matter(), for: oneOf('day', 'week', 'change') }, { additionalProperties: false }),
});

/** Done by Sidelight itself, too. */
export const digestWake = defineAction({
  id: 'digest.wake',
  thing: 'matter',
  family: 'digest',
  path: '/api/widgets/digest/wake',
  summary: 'Show a snoozed item of the digest again',
  target: 'id',
  touches: [opsSnoozes],
  input: Type.Object({ id: matter() }, { additionalProperties: false }),
});
