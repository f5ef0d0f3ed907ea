import type { downloadClient, downloadQueue, ItemIn } from '@sidelight/plugin-api';
import { isRecent, withoutQueries } from '@sidelight/usenet';
import type { Entry, Queue, Slot } from './upstream.js';

type Download = ItemIn<typeof downloadQueue>;

const MIB = 1_048_576;
const GIB = 1024 * MIB;

/** Of a job in the queue that does not download. Any other status means that it waits, and says for what. */
const STATES: Readonly<Record<string, Download['state']>> = { Paused: 'paused', Checking: 'checking' };

/** Of the history; whatever else it says is a step of what is done to a finished job. */
const OUTCOMES: Readonly<Record<string, 'completed' | 'failed'>> = { Completed: 'completed', Failed: 'failed' };

/** undefined: something is still done to it. */
export const outcomeOf = (entry: Entry): 'completed' | 'failed' | undefined => OUTCOMES[entry.status];

export const isUnsettled = (entry: Entry): boolean => outcomeOf(entry) === undefined;

/** The queue, then what finished lately. A job that is in both goes by the queue, which was asked more recently. */
export function toQueue(queue: Queue, history: readonly Entry[], now: Date): readonly Download[] {
  const finished = history.filter((entry) => isShown(entry, now)).map(fromEntry);
  const current = queue.slots.find((slot) => LOADING.has(slot.status) && !isHeldBack(slot, queue));
  const queued = queue.slots.map((slot) => (slot === current ? downloading(slot, queue) : waiting(slot, queue)));
  const ids = new Set(queued.map(({ id }) => id));
  return [...queued, ...finished.filter(({ id }) => !ids.has(id))];
}

const LOADING: ReadonlySet<string> = new Set(['Downloading', 'Fetching']);

/** Whoever has paused it: its user, or SABnzbd itself. */
const isPaused = (queue: Queue): boolean => queue.paused || queue.status === 'Paused';

const isForced = (slot: Slot): boolean => slot.priority === 'Force';

/** Jobs say that they download although the queue is paused: SABnzbd has paused it to post-process. Forced ones wait, too. */
export const waitsForPostProcessing = (queue: Queue): boolean =>
  queue.status === 'Paused' && queue.slots.some((slot) => slot.status === 'Downloading' && !isForced(slot));

export const isHeldBack = (slot: Slot, queue: Queue): boolean =>
  waitsForPostProcessing(queue) || (isPaused(queue) && !isForced(slot));

/** SABnzbd loads one job after the other, so the speed of the queue is that of the first that downloads. */
const downloading = (slot: Slot, queue: Queue): Download => ({
  ...fromSlot(slot),
  state: 'downloading',
  downBps: Math.round(Number(queue.kbpersec) * 1024),
  etaSeconds: secondsOf(slot.timeleft) || undefined,
});

const waiting = (slot: Slot, queue: Queue): Download => ({
  ...fromSlot(slot),
  state: STATES[slot.status] ?? (isHeldBack(slot, queue) ? 'paused' : 'queued'),
});

const fromSlot = (slot: Slot) => ({
  id: slot.nzo_id,
  downloadKey: slot.nzo_id,
  name: nameOf(slot),
  sizeBytes: Math.round(Number(slot.mb) * MIB),
  leftBytes: Math.round(Number(slot.mbleft) * MIB),
  downBps: 0,
  upBps: 0,
  category: categoryOf(slot.cat),
  addedAt: isoTime(slot.time_added),
});

/** "Name - Trying to fetch NZB from http://…" as long as there is no NZB yet. */
function nameOf({ filename, status }: Slot): string {
  if (status !== 'Grabbing') return filename;
  const [, name, address = ''] = /^(?:(.+) - )?.*?(https?:\/\/\S+)$/.exec(filename) ?? [];
  return name ?? (withoutQueries(address) || filename);
}

function fromEntry(entry: Entry): Download {
  const state = outcomeOf(entry) ?? 'checking';
  return {
    id: entry.nzo_id,
    downloadKey: entry.nzo_id,
    name: withoutQueries(entry.name),
    state,
    sizeBytes: entry.bytes,
    leftBytes: 0,
    downBps: 0,
    upBps: 0,
    category: categoryOf(entry.category),
    addedAt: isoTime(entry.time_added),
    reason: state === 'failed' ? withoutQueries(entry.fail_message) || 'SABnzbd gives no reason' : undefined,
  };
}

/** `*` is what has none. */
const categoryOf = (category: string | null | undefined): string | undefined =>
  category === '*' ? undefined : category || undefined;

const isoTime = (seconds: number | null | undefined): string | undefined =>
  seconds ? new Date(seconds * 1000).toISOString() : undefined;

export const toClient = (queue: Queue): ItemIn<typeof downloadClient> => ({
  version: queue.version,
  paused: isPaused(queue),
  downLimitBps: queue.speedlimit_abs === undefined ? undefined : Math.round(Number(queue.speedlimit_abs)) || 0,
  freeBytes: queue.diskspace1 === undefined ? undefined : Math.round(Number(queue.diskspace1) * GIB),
});

function isShown(entry: Entry, now: Date): boolean {
  const outcome = outcomeOf(entry);
  return outcome === undefined || isRecent(entry.completed ?? 0, outcome, now);
}

/** "1:09:27" → 4167; days come before the hours. */
function secondsOf(timeleft: string): number {
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = timeleft.split(':').map(Number).reverse();
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
