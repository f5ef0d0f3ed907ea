/** Puts rows into every port that there is, by the code that the daemon does it with. */
import { type AnyPort, downloadQueue, mediaPlayback, mediaSessions, opsWebhooks } from '@sidelight/plugin-api';
import { corePorts } from '#core/derivations/ports.js';
import { CORE } from '#core/ops/notices.js';
import type { DeliveryRow } from '#core/webhooks/delivery-log.js';
import { AT, DEPARTED, type Household, STACKS, STATION } from './household.js';
import { poll, type Seen } from './poll.js';
import { hoursBefore, sampleItems } from './sample-items.js';
import { samplePlays } from './sample-plays.js';

const ROWS = 5;
const PLAYS = 105;
const MINUTE_MS = 60_000;

/** Filled by polls, or by what writes them. */
const DERIVED = corePorts.filter(({ id }) => !id.startsWith('ops.'));
const OTHERWISE = new Set([mediaSessions, downloadQueue, mediaPlayback, opsWebhooks, ...DERIVED].map(({ id }) => id));

export interface Memo {
  readonly source: string;
  readonly key: string;
  readonly value: unknown;
}

const MEMOS: readonly Memo[] = [
  { source: 'home', key: 'libraries', value: { ids: ['a', 'ß'], total: 3_000_000_019 } },
  { source: 'home', key: 'nothing', value: null },
  { source: STATION, key: 'k'.repeat(600), value: 'of a key too long to be indexed as it is' },
];

export interface Cursor {
  readonly source: string;
  readonly task: string;
  readonly value: string;
}

export interface Filled {
  readonly memos: readonly Memo[];
  readonly cursors: readonly Cursor[];
}

export async function fillPorts(household: Household): Promise<Filled> {
  const { cache, ports } = household;
  const cursors: Cursor[] = [];
  /** Every task is named after its port. */
  const commit = async (source: string, port: AnyPort, items: readonly object[]): Promise<void> => {
    const kind = port.keep === 'log' ? 'append' : 'replace';
    const cursor = { source, task: port.id, value: `after ${items.length} items of ${source} – ✓` };
    const changes = [{ port: port.id, kind, items } as const];
    await cache.commit({ source, task: port.id, at: AT, fills: [port.id], changes, cursor: cursor.value });
    cursors.push(cursor);
  };
  for (const port of ports.values()) {
    for (const source of OTHERWISE.has(port.id) ? [] : sourcesOf(port)) {
      await commit(source, port, sampleItems(port, ROWS + source.length));
    }
  }
  for (const source of [...STACKS, DEPARTED]) {
    await commit(source, mediaPlayback, samplePlays(source, PLAYS - source.length));
  }
  for (const source of STACKS) await pollFor(household, source, 3);
  await fillDeliveries(household);
  for (const { source, key, value } of MEMOS) {
    await cache.remember(source, key, value, new Date(Date.parse(AT) + 24 * 60 * MINUTE_MS));
  }
  await cache.forget(DEPARTED, 'snapshots');
  const logs = new Set([...ports.values()].filter(({ keep }) => keep === 'log').map(({ id }) => id));
  return { memos: MEMOS, cursors: cursors.filter(({ source, task }) => source !== DEPARTED || logs.has(task)) };
}

function sourcesOf(port: AnyPort): readonly string[] {
  if (port.id.startsWith('weather.')) return [STATION];
  return port.id.startsWith('ops.') ? [...STACKS, CORE] : [...STACKS, DEPARTED];
}

/** Up to now: plays go on by a minute with each poll, and downloads make no progress. */
async function pollFor(household: Household, source: string, minutes: number): Promise<void> {
  const [sessions, downloads] = [sampleItems(mediaSessions, 6), sampleItems(downloadQueue, 9)] as unknown as [
    Seen['sessions'],
    Seen['downloads'],
  ];
  for (let minute = 0; minute <= minutes; minute++) {
    const at = new Date(Date.parse(AT) + (minute - minutes) * MINUTE_MS);
    const moved = sessions.map((session) => ({ ...session, positionSeconds: 600 + minute * 60 }));
    await poll(household, source, at, { sessions: moved, downloads });
  }
}

async function fillDeliveries({ deliveries }: Household): Promise<void> {
  const rows = sampleItems(opsWebhooks, ROWS) as readonly DeliveryRow[];
  for (const [index, row] of rows.entries()) {
    deliveries.record(index % 2 === 0 ? CORE : 'home', { ...row, at: hoursBefore(index * 100) });
  }
  await deliveries.flush();
}
