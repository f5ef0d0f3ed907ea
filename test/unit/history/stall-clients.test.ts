/** What each client answered while it had torrents that got nothing, by the stall rule. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadQueue } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Batch } from '#core/cache/cache.js';
import { deriveBatch } from '#core/derivations/derive.js';
import { coreStalls, type Download, type Stall } from '#core/derivations/stall.js';
import { root } from '../../support/root.js';

const START = Date.parse('2026-11-20T20:00:00.000Z');
const SETTINGS = { history: { minPlaySeconds: 60, resumeMinutes: 60 }, downloads: { stallMinutes: 10 } };
const CLIENTS = ['aria2', 'deluge', 'qbittorrent', 'rtorrent', 'transmission'];

interface Told {
  readonly published?: readonly { readonly port: string; readonly items: readonly Download[] }[];
}

/** As its plugin told it of the recorded answers. */
function queueOf(client: string): readonly Download[] {
  const file = join(root, 'plugins', client, 'test', 'cases', 'ok', 'expected.json');
  const steps = JSON.parse(readFileSync(file, 'utf8')) as readonly Told[];
  const told = steps.flatMap(({ published = [] }) => published).find(({ port }) => port === downloadQueue.id);
  if (told === undefined) throw new Error(`${client} tells no queue`);
  return told.items;
}

async function shownAfter(items: readonly Download[], minutes: readonly number[]): Promise<readonly Download[]> {
  let stalls: readonly Stall[] = [];
  let shown: readonly Download[] = [];
  let fetchedAt: string | undefined;
  for (const minute of minutes) {
    const at = new Date(START + minute * 60_000).toISOString();
    const replace = { port: downloadQueue.id, kind: 'replace' as const, items };
    const batch: Batch = { source: 'box', task: 'queue', at, fills: [downloadQueue.id], changes: [replace] };
    const past = {
      rows: async (port: object) => (port === coreStalls ? stalls : shown),
      named: async () => [],
      fetchedAt: () => fetchedAt,
    };
    const { changes } = await deriveBatch(batch, new Set([downloadQueue.id]), SETTINGS, past);
    for (const change of changes) {
      if (change.port === downloadQueue.id && change.kind === 'replace') shown = change.items as readonly Download[];
      if (change.port === coreStalls.id && change.kind === 'patch') {
        const upsert = change.upsert as readonly Stall[];
        stalls = [...stalls.filter(({ id }) => !upsert.some((stall) => stall.id === id)), ...upsert];
      }
    }
    fetchedAt = at;
  }
  return shown;
}

const stalledIn = (items: readonly Download[]) => items.filter(({ state }) => state === 'stalled');

describe('stall rule, of what is recorded', () => {
  for (const client of CLIENTS) {
    it(`believes ${client} after ten minutes, with its reasons, and not at once`, async () => {
      const called = stalledIn(queueOf(client));
      expect(called).to.not.deep.equal([]);
      expect(stalledIn(await shownAfter(queueOf(client), [0, 9]))).to.deep.equal([]);
      const believed = stalledIn(await shownAfter(queueOf(client), [0, 5, 10]));
      for (const { id, reason = 'no progress for 10 min' } of called) {
        expect(believed.find((item) => item.id === id)).to.include({ reason });
      }
    });
  }
});
