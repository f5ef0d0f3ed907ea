/** What accumulates: at first two weeks of it (of what the library came to a month), then what was added or went on since the last run. */
import {
  cleanupActions,
  feedHits,
  inviteUses,
  type LogPort,
  mediaGrowth,
  mediaPlayback,
  type Publisher,
  releaseGrabs,
  type SyncTask,
} from '@sidelight/plugin-api';
import { cleaned } from './world/cleanup.js';
import { inviteEnds } from './world/invites.js';
import { growth } from './world/library.js';
import { playback } from './world/plays.js';
import { grabs } from './world/releases.js';
import { hits } from './world/services.js';
import { DAY, HOUR, iso, type World } from './world/world.js';

const HISTORY = 14 * DAY;
const GROWTH = 32 * DAY;
/** Plays that still go on are told again with what has been watched by now. */
const OVERLAP = 6 * HOUR;

const log = (
  port: LogPort,
  world: () => World,
  append: (out: Publisher, world: World, since: number) => void,
  history = HISTORY,
): SyncTask => ({
  id: port.id,
  every: '30s',
  fills: [port],
  async run(out) {
    const present = world();
    const told = Date.parse(out.cursor.get() ?? '');
    append(out, present, Number.isNaN(told) ? present.now - history : told - OVERLAP);
    out.cursor.set(iso(present.now));
  },
});

export const logTasks = (world: () => World): readonly SyncTask[] => [
  log(mediaPlayback, world, (out, present, since) => out.append(mediaPlayback, playback(present, since))),
  log(mediaGrowth, world, (out, present, since) => out.append(mediaGrowth, growth(present, since)), GROWTH),
  log(releaseGrabs, world, (out, present, since) => out.append(releaseGrabs, grabs(present, since))),
  log(cleanupActions, world, (out, present, since) => out.append(cleanupActions, cleaned(present, since))),
  log(inviteUses, world, (out, present, since) => out.append(inviteUses, inviteEnds(present, since))),
  log(feedHits, world, (out, present, since) => out.append(feedHits, hits(present, since))),
];
