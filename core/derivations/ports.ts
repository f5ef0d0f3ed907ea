/** Which ports there are, and what is counted ahead in each: found in what is declared, never listed. */
import { type AnyPort, type Integration, opsOutages, type Read } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Cache, CountedRead } from '../cache/cache.js';
import type { Notice } from '../ops/notices.js';
import { corePlays } from './recorder.js';
import { coreStalls } from './stall.js';

/** Ports that are there though nothing reads or fills them: the core's own memory, committed with the rows that it explains. */
export const corePorts: readonly AnyPort[] = [corePlays, coreStalls, opsOutages];

/** Every port that anything fills, serves or reads. Of two with one id the first stands. */
export function portsOf(known: readonly AnyPort[], integrations: readonly Integration[]): readonly AnyPort[] {
  const filled = integrations.flatMap(({ tasks = [], fragments = [] }) => [
    ...tasks.flatMap((task) => task.fills),
    ...fragments.map((fragment): AnyPort => fragment.port),
  ]);
  const ports = new Map<string, AnyPort>();
  for (const port of [...known, ...filled]) if (!ports.has(port.id)) ports.set(port.id, port);
  return [...ports.values()];
}

/** Port id → the reads that counters can answer: without a window, and without telling values apart. */
function countedReads(reads: readonly Read[]): ReadonlyMap<string, readonly CountedRead[]> {
  const counted = new Map<string, CountedRead[]>();
  for (const { kind, port, query = {} } of reads) {
    if (port === undefined || (kind !== 'tally' && kind !== 'top')) continue;
    if (query.since !== undefined || query.distinct !== undefined) continue;
    counted.set(port.id, [...(counted.get(port.id) ?? []), { kind, query }]);
  }
  return counted;
}

/** A port that cannot be had any more as it is declared now costs its own data, never the start. */
export async function declarePorts(
  cache: Pick<Cache, 'declare'>,
  ports: readonly AnyPort[],
  reads: readonly Read[],
): Promise<readonly Notice[]> {
  const counted = countedReads(reads);
  const notices: Notice[] = [];
  for (const port of ports) {
    try {
      await cache.declare(port, counted.get(port.id) ?? []);
    } catch (error) {
      notices.push({ id: `port_changed:${port.id}`, type: 'port_changed', severity: 'error', text: messageOf(error) });
    }
  }
  return notices;
}
