/** What a user may do to the world, under the same rules as in a real stack. */
import {
  type ActionHandler,
  cleanupRun,
  downloadPause,
  downloadRemove,
  fail,
  feedRetry,
  indexersTest,
  invitesRevoke,
  jobRun,
  type Logger,
  on,
  releaseGrab,
  releaseRemove,
  releaseSearch,
  repairRefresh,
  requestAct,
  sessionMessage,
  sessionStop,
  subtitlesReset,
  transcodePause,
  transcodeRescan,
  transcodeResume,
} from '@sidelight/plugin-api';
import { downloads } from './world/downloads.js';
import { type Decision, type Edits, setPaused, TRANSCODING } from './world/edits.js';
import { invites } from './world/invites.js';
import { items } from './world/library.js';
import { sessions } from './world/plays.js';
import { queue } from './world/releases.js';
import { requests } from './world/requests.js';
import { chores } from './world/server.js';
import { hits } from './world/services.js';
import type { World } from './world/world.js';

/** What ids look like here. */
const IDS = {
  session: { ids: /^play-[\w:.-]+$/ },
  download: { ids: /^([0-9a-f]{40}|SABnzbd_nzo_[0-9a-f]+)$/ },
  request: { ids: /^\d+$/ },
  title: { ids: /^(film|series)-[\w-]+$/ },
  release: { ids: /^([0-9A-F]{40}|SABnzbd_nzo_[0-9a-f]+)$/ },
  all: { ids: /^all$/ },
  invitation: { ids: /^[\w-]{22}$/ },
  hit: { ids: /^hit-\d+$/ },
  job: { ids: /^chore-\d+$/ },
};

type Ask<T> = (world: World) => readonly T[];

function found<T extends { readonly id: string }>(world: World, ask: Ask<T>, id: string, what: string): T {
  const one = ask(world).find((row) => row.id === id);
  if (one === undefined) throw fail('not_found', `there is no ${what} ${id}`);
  return one;
}

/** The states in which a request takes a decision. */
const DECIDABLE: Readonly<Record<Decision['action'], string>> = {
  approve: 'pending',
  decline: 'pending',
  retry: 'failed',
};

export function actionHandlers(world: () => World, edits: Edits, log: Logger): readonly ActionHandler[] {
  const say = (viewer: string, text: string) => log.info('a viewer was shown a message', { viewer, text });
  return [
    on(
      sessionStop,
      async ({ sessionId, message }) => {
        const present = world();
        const session = found(present, sessions, sessionId, 'session');
        if (message !== undefined && message !== '') say(session.viewer, message);
        edits.stopped.set(sessionId, present.now);
      },
      IDS.session,
    ),
    on(
      sessionMessage,
      async ({ sessionId, text }) => {
        say(found(world(), sessions, sessionId, 'session').viewer, text);
      },
      IDS.session,
    ),
    on(downloadPause, async ({ id, paused }) => pauseDownload(world(), edits, id, paused), IDS.download),
    on(
      downloadRemove,
      async ({ id }) => {
        const present = world();
        found(present, downloads, id, 'download');
        edits.removed.set(id, present.now);
      },
      IDS.download,
    ),
    on(
      requestAct,
      async ({ requestId, action }) => {
        const present = world();
        const { status } = found(present, requests, requestId, 'request');
        if (status !== DECIDABLE[action])
          throw fail('refused', `a request that is ${status} cannot be changed by ${action}`);
        const before = edits.decisions.get(requestId) ?? [];
        edits.decisions.set(requestId, [...before, { action, at: present.now }]);
      },
      IDS.request,
    ),
    on(
      repairRefresh,
      async ({ itemId }) => {
        edits.repaired.add(found(world(), items, itemId, 'title').id);
      },
      IDS.title,
    ),
    ...releaseHandlers(world, edits, log),
    ...transcodeHandlers(world, edits, log),
    on(
      invitesRevoke,
      async ({ id }) => {
        const present = world();
        edits.revoked.set(found(present, invites, id, 'invitation').id, present.now);
      },
      IDS.invitation,
    ),
  ];
}

const transcodeHandlers = (world: () => World, edits: Edits, log: Logger): readonly ActionHandler[] => [
  on(transcodePause, async () => setPaused(edits, TRANSCODING, true, world().now), IDS.all),
  on(transcodeResume, async () => setPaused(edits, TRANSCODING, false, world().now), IDS.all),
  on(transcodeRescan, async () => log.info('the libraries were looked through'), IDS.all),
];

/** As far back as hits are listed. */
const HITS_MS = 14 * 86_400_000;
const recentHits = (present: World) => hits(present, present.now - HITS_MS);

/** Nothing is held back here, and what is searched for again is found where it was found before. */
function releaseHandlers(world: () => World, edits: Edits, log: Logger): readonly ActionHandler[] {
  return [
    on(
      releaseRemove,
      async ({ id }) => {
        const present = world();
        const release = found(present, queue, id, 'release');
        const download = downloads(present).find(({ downloadKey }) => downloadKey === release.downloadKey);
        if (download !== undefined) edits.removed.set(download.id, present.now);
      },
      IDS.release,
    ),
    on(
      releaseGrab,
      async ({ id }) => {
        throw fail('refused', `${found(world(), queue, id, 'release').title} is not held back`);
      },
      IDS.release,
    ),
    on(
      releaseSearch,
      async ({ id }) => log.info('searched again', { title: found(world(), queue, id, 'release').title }),
      IDS.release,
    ),
    on(indexersTest, async () => log.info('all indexers were tested'), IDS.all),
    on(jobRun, async ({ id }) => log.info('a job was run', { job: found(world(), chores, id, 'job').name }), IDS.job),
    on(subtitlesReset, async () => log.info('all providers of subtitles are asked again'), IDS.all),
    on(
      feedRetry,
      async ({ id }) => {
        const { name, status } = found(world(), recentHits, id, 'hit');
        if (status === 'approved') throw fail('refused', `${name} was taken: retrying would send it twice`);
        log.info('a release was handed on again', { name });
      },
      IDS.hit,
    ),
    on(
      cleanupRun,
      async ({ id }) => log.info('a job was run', { job: found(world(), chores, id, 'job').name }),
      IDS.job,
    ),
  ];
}

const PAUSABLE = new Set(['downloading', 'queued', 'stalled', 'paused']);

function pauseDownload(world: World, edits: Edits, id: string, paused: boolean): void {
  const { state } = found(world, downloads, id, 'download');
  if (!PAUSABLE.has(state)) throw fail('refused', `a download that is ${state} cannot be paused or resumed`);
  if ((state === 'paused') === paused) return;
  setPaused(edits, id, paused, world.now);
}
