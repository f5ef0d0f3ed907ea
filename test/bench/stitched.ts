/** The joins over a large queue, and how they grow. */
import { cpuUsage } from 'node:process';
import type { downloadQueue, ItemOf, releaseGrabs, requestItems } from '@sidelight/plugin-api';
import { widget } from '#widgets/downloads-stitched.js';
import { type Figure, median } from './report.js';

const WHOLE = { queue: 5_000, grabs: 20_000, requests: 2_000 };
const ROUNDS = 15;
const AT = '2026-11-20T12:00:00.000Z';

const keyOf = (i: number): string => i.toString(16).toUpperCase().padStart(40, '0');
const inSource = <T>(items: readonly T[], source: string) => ({
  items: items.map((item) => ({ ...item, source })),
  sources: [{ id: source, state: 'ok' as const, fetchedAt: AT }],
});

function answers(share: number) {
  const many = <T>(count: number, make: (i: number) => T): readonly T[] =>
    Array.from({ length: Math.round(count * share) }, (_, i) => make(i));
  const queue = many(
    WHOLE.queue,
    (i): ItemOf<typeof downloadQueue> => ({
      id: `d${i}`,
      downloadKey: keyOf(i),
      name: `Title.${i}.1080p`,
      state: 'downloading',
      sizeBytes: 1e9,
      leftBytes: 5e8,
      downBps: 1,
      upBps: 0,
    }),
  );
  const grabs = many(
    WHOLE.grabs,
    (i): ItemOf<typeof releaseGrabs> => ({
      id: keyOf(i),
      downloadKey: keyOf(i),
      type: 'movie',
      title: `Title ${i}`,
      at: AT,
      tmdb: String(i),
    }),
  );
  const requests = many(
    WHOLE.requests,
    (i): ItemOf<typeof requestItems> => ({
      id: String(i),
      title: `Title ${i}`,
      type: 'movie',
      status: 'approved',
      requestedBy: 'Ada',
      requestedAt: AT,
      is4k: false,
      tmdb: String(i),
    }),
  );
  return {
    queue: inSource(queue, 'client'),
    releases: inSource([], 'manager'),
    grabs: inSource(grabs, 'manager'),
    requests: inSource(requests, 'requests'),
  };
}

/** CPU milliseconds of one render, the median of some. */
function cpuMs(share: number): number {
  const input = answers(share) as unknown as Parameters<typeof widget.render>[0];
  const context = { now: new Date(AT), zone: 'UTC', limit: 8 };
  widget.render(input, context);
  return median(
    Array.from({ length: ROUNDS }, () => {
      const before = cpuUsage();
      widget.render(input, context);
      const { user, system } = cpuUsage(before);
      return (user + system) / 1000;
    }),
  );
}

export async function stitched(): Promise<readonly Figure[]> {
  const quarter = cpuMs(0.25);
  const whole = cpuMs(1);
  return [
    { what: 'joins of 5,000 downloads, 20,000 grabs, 2,000 requests: CPU', value: whole, unit: 'ms', atMost: 50 },
    { what: '  of a quarter of them (4 is linear)', value: whole / quarter, unit: '×', atMost: 6 },
  ];
}
