import { downloadQueue } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Batch, Change } from '#core/cache/cache.js';
import { deriveBatch } from '#core/derivations/derive.js';
import { pastOf } from '#core/derivations/past.js';
import { corePorts } from '#core/derivations/ports.js';
import type { Download } from '#core/derivations/stall.js';
import { type SpiedCache, spiedCache } from '../../support/spied-cache.js';

const START = Date.parse('2026-11-20T20:00:00.000Z');
const SETTINGS = { history: { minPlaySeconds: 60, resumeMinutes: 60 }, downloads: { stallMinutes: 10 } };

const item = (leftBytes: number, change: Partial<Download> = {}): Download => ({
  id: 'a',
  downloadKey: 'A',
  name: 'Debian',
  state: 'downloading',
  sizeBytes: 1000,
  leftBytes,
  downBps: 0,
  upBps: 0,
  ...change,
});
const replace = (...items: readonly Download[]): Change => ({ port: downloadQueue.id, kind: 'replace', items });
const patch = (...upsert: readonly Download[]): Change => ({
  port: downloadQueue.id,
  kind: 'patch',
  upsert,
  remove: [],
});

async function poll(cache: SpiedCache, minute: number, ...changes: readonly Change[]): Promise<readonly Download[]> {
  const now = new Date(START + minute * 60_000);
  const scope = { now, zone: 'UTC', sources: ['box'] };
  const batch: Batch = { source: 'box', task: 'queue', at: now.toISOString(), fills: [downloadQueue.id], changes };
  await cache.commit(await deriveBatch(batch, new Set([downloadQueue.id]), SETTINGS, pastOf(cache, 'box')));
  return (await cache.rows(downloadQueue, {}, scope)).map(({ source: _, ...row }) => row);
}

const create = () => spiedCache([downloadQueue, ...corePorts]);
const shown = (rows: readonly Download[]) => rows.map(({ state, reason }) => [state, reason]);
const STALLED = ['stalled', 'no progress for 10 min'];
const MOVING = ['downloading', undefined];

describe('stall rule', () => {
  it('marks what has not moved for ten minutes, and takes the mark off when it moves', async () => {
    const cache = await create();
    for (const minute of [0, 5, 9])
      expect(shown(await poll(cache, minute, replace(item(500))))).to.deep.equal([MOVING]);
    expect(shown(await poll(cache, 10, replace(item(500))))).to.deep.equal([STALLED]);
    expect(shown(await poll(cache, 11, replace(item(500))))).to.deep.equal([STALLED]);
    expect(shown(await poll(cache, 12, replace(item(400))))).to.deep.equal([MOVING]);
  });

  it('says since when it has stood still, and takes that back, too', async () => {
    const cache = await create();
    const since = async (minute: number, left: number) =>
      (await poll(cache, minute, replace(item(left))))[0]?.stalledSince;
    expect([await since(0, 500), await since(2, 400), await since(7, 400)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await since(12, 400)).to.equal(new Date(START + 2 * 60_000).toISOString());
    expect(await since(13, 400)).to.equal(new Date(START + 2 * 60_000).toISOString());
    expect(await since(14, 300)).to.equal(undefined);
  });

  it('leaves alone what moves, is complete, or should not move', async () => {
    const cache = await create();
    const queue = (minute: number) =>
      replace(
        item(1000 - minute),
        item(0, { id: 'b' }),
        item(500, { id: 'c', state: 'paused' }),
        item(500, { id: 'd', state: 'queued' }),
        item(0, { id: 'e', state: 'completed' }),
      );
    let rows: readonly Download[] = [];
    for (let minute = 0; minute <= 30; minute += 5) rows = await poll(cache, minute, queue(minute));
    expect(rows).to.deep.equal((queue(30) as { readonly items: readonly Download[] }).items);
  });

  describe('of what a client calls stalled itself', () => {
    const called = (leftBytes: number, change: Partial<Download> = {}) =>
      item(leftBytes, { state: 'stalled', reason: 'no seeds', ...change });

    it('believes it after ten minutes, not before, and keeps the reason', async () => {
      const cache = await create();
      for (const minute of [0, 5, 9])
        expect(shown(await poll(cache, minute, replace(called(500))))).to.deep.equal([MOVING]);
      const [row] = await poll(cache, 10, replace(called(500)));
      expect(row).to.include({ state: 'stalled', reason: 'no seeds' });
      expect(row?.stalledSince).to.equal(new Date(START).toISOString());
      expect(shown(await poll(cache, 11, replace(called(400))))).to.deep.equal([MOVING]);
    });

    it('shows a young magnet as downloading while it waits for its metadata', async () => {
      const cache = await create();
      const magnet = called(0, { sizeBytes: 0, reason: 'Waits for the metadata of its magnet link' });
      for (const minute of [0, 9]) expect(shown(await poll(cache, minute, replace(magnet)))).to.deep.equal([MOVING]);
      expect(shown(await poll(cache, 10, replace(magnet)))).to.deep.equal([['stalled', magnet.reason]]);
    });

    it('counts from when the bytes stood still, whoever noticed first', async () => {
      const cache = await create();
      await poll(cache, 0, replace(item(500)));
      await poll(cache, 4, replace(called(500)));
      await poll(cache, 8, replace(item(500)));
      expect(shown(await poll(cache, 10, replace(called(500))))).to.deep.equal([['stalled', 'no seeds']]);
      expect(shown(await poll(cache, 12, replace(item(500))))).to.deep.equal([STALLED]);
    });

    it('takes the time from a client that tells since when', async () => {
      const cache = await create();
      const since = (minutes: number) => new Date(START - minutes * 60_000).toISOString();
      const queue = replace(called(500, { stalledSince: since(9) }), called(500, { id: 'b', stalledSince: since(10) }));
      expect(shown(await poll(cache, 0, queue))).to.deep.equal([MOVING, ['stalled', 'no seeds']]);
    });

    it('watches it where a client tells only changes', async () => {
      const cache = await create();
      await poll(cache, 0, replace(called(500), item(700, { id: 'b' })));
      for (const minute of [5, 9]) await poll(cache, minute, patch(item(700 - minute, { id: 'b' })));
      expect(shown(await poll(cache, 10))).to.deep.equal([['stalled', 'no seeds'], MOVING]);
      expect(shown(await poll(cache, 11))).to.deep.equal([['stalled', 'no seeds'], MOVING]);
      expect(shown(await poll(cache, 12, patch(item(499))))).to.deep.equal([MOVING, MOVING]);
    });
  });

  it('begins anew after a pause', async () => {
    const cache = await create();
    await poll(cache, 0, replace(item(500)));
    await poll(cache, 8, replace(item(500, { state: 'paused' })));
    await poll(cache, 9, replace(item(500)));
    expect(shown(await poll(cache, 12, replace(item(500))))).to.deep.equal([MOVING]);
    await poll(cache, 16, replace(item(500)));
    expect(shown(await poll(cache, 19, replace(item(500))))).to.deep.equal([STALLED]);
  });

  it('counts a queue without a known size', async () => {
    const cache = await create();
    for (const minute of [0, 5]) await poll(cache, minute, replace(item(0, { sizeBytes: 0 })));
    expect(shown(await poll(cache, 10, replace(item(0, { sizeBytes: 0 }))))).to.deep.equal([STALLED]);
  });

  it('watches what a client that tells only changes does not mention', async () => {
    const cache = await create();
    await poll(cache, 0, replace(item(500), item(700, { id: 'b' })));
    for (const minute of [5, 9]) await poll(cache, minute, patch(item(700 - minute, { id: 'b' })));
    expect(shown(await poll(cache, 10))).to.deep.equal([STALLED, MOVING]);
    expect(shown(await poll(cache, 15, patch(item(100, { id: 'b' }))))).to.deep.equal([STALLED, MOVING]);
    expect(shown(await poll(cache, 16, patch(item(499))))).to.deep.equal([MOVING, MOVING]);
  });

  it('does not count the time in which nobody looked', async () => {
    const cache = await create();
    await poll(cache, 0, replace(item(500)));
    expect(shown(await poll(cache, 60, replace(item(500))))).to.deep.equal([MOVING]);
    await poll(cache, 65, replace(item(500)));
    expect(shown(await poll(cache, 70, replace(item(500))))).to.deep.equal([STALLED]);
    expect(shown(await poll(cache, 170, replace(item(500))))).to.deep.equal([STALLED]);
  });

  it('writes nothing while nothing changes', async () => {
    const cache = await create();
    await poll(cache, 0, replace(item(500)));
    await poll(cache, 5);
    expect(cache.batches.at(-1)?.changes).to.deep.equal([]);
  });
});
