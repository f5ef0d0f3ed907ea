/** Which part of the world each snapshot port shows, and how often. */

import type { Every, ItemIn, SnapshotPort } from '@sidelight/plugin-api';
import * as port from '@sidelight/plugin-api';
import { cleanups, cleanupTotals, matters } from './world/cleanup.js';
import { client, downloads } from './world/downloads.js';
import { accounts, invites } from './world/invites.js';
import { files, flaws, items, libraries } from './world/library.js';
import { devices, sessions, users } from './world/plays.js';
import { calendar, lookedFor, queue, titles } from './world/releases.js';
import { issues, issueTotals, requests, requestTotals } from './world/requests.js';
import { chores, disks, indexers, indexerTable, mediaTasks, server } from './world/server.js';
import { feedTotals, newsletters, transcodeFiles, transcodeTotals, workers } from './world/services.js';
import { wanted, wantedTotals } from './world/subtitles.js';
import type { World } from './world/world.js';

export interface Scene<P extends SnapshotPort = SnapshotPort> {
  readonly port: P;
  readonly every: Every;
  /** Also shown at request time. */
  readonly live: boolean;
  read(world: World): readonly ItemIn<P>[];
}

const scene = <P extends SnapshotPort>(shown: P, every: Every, read: Scene<P>['read'], live = false): Scene => ({
  port: shown,
  every,
  live,
  read: read as Scene['read'],
});
const liveScene = <P extends SnapshotPort>(shown: P, every: Every, read: Scene<P>['read']): Scene =>
  scene(shown, every, read, true);

export const scenes: readonly Scene[] = [
  liveScene(port.mediaServer, '60s', server),
  liveScene(port.mediaSessions, '10s', sessions),
  liveScene(port.mediaJobs, '60s', mediaTasks),
  scene(port.mediaUsers, '60s', users),
  scene(port.mediaDevices, '60s', devices),
  scene(port.mediaLibraries, '60s', libraries),
  scene(port.mediaItems, '60s', items),
  scene(port.mediaFiles, '60s', files),
  scene(port.mediaFlaws, '60s', flaws),
  liveScene(port.downloadQueue, '10s', downloads),
  scene(port.downloadClient, '60s', client),
  scene(port.releaseQueue, '20s', queue),
  scene(port.releaseCalendar, '60s', calendar),
  scene(port.releaseTitles, '60s', titles),
  scene(port.releaseWanted, '60s', lookedFor),
  scene(port.serverDisks, '60s', disks),
  liveScene(port.requestItems, '20s', requests),
  liveScene(port.requestCounts, '20s', requestTotals),
  liveScene(port.issueItems, '60s', issues),
  liveScene(port.issueCounts, '60s', issueTotals),
  liveScene(port.transcodeWorkers, '20s', workers),
  liveScene(port.transcodeQueue, '20s', transcodeFiles),
  liveScene(port.transcodeCounts, '20s', transcodeTotals),
  liveScene(port.cleanupItems, '60s', cleanups),
  liveScene(port.cleanupCounts, '60s', cleanupTotals),
  scene(port.cleanupAttention, '60s', matters),
  scene(port.inviteItems, '60s', invites),
  scene(port.inviteAccounts, '60s', accounts),
  scene(port.feedCounts, '60s', feedTotals),
  scene(port.subtitleWanted, '60s', wanted),
  scene(port.subtitleCounts, '60s', wantedTotals),
  scene(port.serviceJobs, '60s', chores),
  scene(port.newsletterCampaigns, '60s', newsletters),
  scene(port.opsHealth, '60s', indexers),
  scene(port.indexerList, '60s', indexerTable),
];
