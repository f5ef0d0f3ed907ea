/** Which ports there are, and what is counted ahead in each: found in what is declared, never listed. */
import {
  type AnyPort,
  type Integration,
  mediaGrowth,
  mediaPlaytime,
  mediaStreams,
  opsOutages,
  opsSnoozes,
  opsTrend,
  opsTrendDays,
  type Read,
} from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { portsNamedBy } from '@sidelight/plugin-api/host';
import type { Cache, CountedRead } from '../cache/cache.js';
import { reasonOf } from '../cache/database-error.js';
import { CodedError } from '../ground/errors.js';
import type { Notice } from '../ops/notices.js';
import { corePlays } from './core-plays.js';
import { coreIgnored } from './ignored.js';
import { coreStalls } from './stall.js';

/** Ports that are there though nothing reads or fills them: what the core commits with the rows that it was made from, its memory among it. */
export const corePorts: readonly AnyPort[] = [
  coreIgnored,
  corePlays,
  coreStalls,
  opsTrend,
  opsTrendDays,
  opsSnoozes,
  mediaPlaytime,
  mediaStreams,
  opsOutages,
  mediaGrowth,
];

/** Every port that anything fills, serves or reads. Of two with one id the first stands. */
export function portsOf(known: readonly AnyPort[], integrations: readonly Integration[]): readonly AnyPort[] {
  const filled = integrations.flatMap(portsNamedBy);
  const ports = new Map<string, AnyPort>();
  for (const port of [...known, ...filled]) if (!ports.has(port.id)) ports.set(port.id, port);
  return [...ports.values()];
}

/** Port id → the reads that counters may answer: those without a window. */
function countedReads(reads: readonly Read[]): ReadonlyMap<string, readonly CountedRead[]> {
  const counted = new Map<string, CountedRead[]>();
  for (const { kind, port, query = {} } of reads) {
    if (port === undefined || (kind !== 'tally' && kind !== 'top')) continue;
    if (query.since !== undefined) continue;
    counted.set(port.id, [...(counted.get(port.id) ?? []), { kind, query }]);
  }
  return counted;
}

export interface Declarations {
  readonly notices: readonly Notice[];
  /** The database failed: it may well take them the next time. */
  readonly failed: readonly AnyPort[];
}

/** A port that cannot be had as it is declared now costs its own data, never the start. */
export async function declarePorts(
  cache: Pick<Cache, 'declare'>,
  ports: readonly AnyPort[],
  reads: readonly Read[],
): Promise<Declarations> {
  const counted = countedReads(reads);
  const notices: Notice[] = [];
  const failed: AnyPort[] = [];
  for (const port of ports) {
    try {
      await cache.declare(port, counted.get(port.id) ?? []);
    } catch (error) {
      const notice = refusalOf(port, error);
      notices.push(notice);
      if (notice.type !== 'port_changed') failed.push(port);
    }
  }
  return { notices, failed };
}

function refusalOf({ id }: AnyPort, error: unknown): Notice {
  const isCoded = error instanceof CodedError;
  const type = isCoded ? error.code : 'database_failed';
  const why = isCoded ? messageOf(error) : reasonOf(error);
  const text =
    type === 'port_changed'
      ? `${why}: its rows are kept, and nothing is added`
      : `The database could not create the port ${id}, so its data is not stored: ${why}`;
  return { id: `${type}:${id}`, type, severity: 'error', text };
}
