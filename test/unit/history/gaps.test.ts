/** What was played while nobody looked, beside what was recorded: filled in once. */
import { type ItemOf, mediaGaps, mediaPlayback, mediaSessions, opsOutages } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Batch } from '#core/cache/cache.js';
import { deriveBatch } from '#core/derivations/derive.js';
import { pastOf } from '#core/derivations/past.js';
import { corePorts } from '#core/derivations/ports.js';
import { gapsIn } from '#core/ops/outages.js';
import { type SpiedCache, spiedCache } from '../../support/spied-cache.js';
import { session } from './scenario.js';

const SETTINGS = { history: { minPlaySeconds: 60, resumeMinutes: 60 }, downloads: { stallMinutes: 10 } };
const START = Date.parse('2026-11-20T18:00:00.000Z');
/** Minutes since the start. */
const at = (minute: number): string => new Date(START + minute * 60_000).toISOString();

const told = (from: number, to: number, change: Partial<ItemOf<typeof mediaGaps>> = {}) => ({
  ...{ id: `${from}`, userId: 'u1', viewer: 'Ada', itemId: 'i1', title: 'Metropolis', kind: 'movie' as const },
  ...{ startedAt: at(from), endedAt: at(to), runtimeSeconds: 120 * 60, ...change },
});
const gap = (from: number, to: number, cause: 'unwatched' | 'unreachable' = 'unwatched') => ({
  ...{ from: at(from), to: at(to), cause, message: '' },
});

/** A server that is watched but for some gaps. */
async function watched(...gaps: readonly object[]) {
  const cache = await spiedCache([mediaSessions, mediaPlayback, mediaGaps, ...corePorts]);
  await cache.commit({
    ...{ source: 'tv', task: '@ops', at: at(0), fills: [opsOutages.id] },
    changes: [{ port: opsOutages.id, kind: 'append', items: gaps }],
  });
  return cache;
}

async function commit(cache: SpiedCache, minute: number, change: Partial<Batch>): Promise<void> {
  const batch: Batch = { source: 'tv', task: 't', at: at(minute), fills: [], changes: [], ...change };
  await cache.commit(
    await deriveBatch(batch, new Set([mediaSessions.id, mediaGaps.id]), SETTINGS, pastOf(cache, 'tv')),
  );
}

const tell = (cache: SpiedCache, minute: number, ...items: readonly object[]) =>
  commit(cache, minute, { task: 'gaps', changes: [{ port: mediaGaps.id, kind: 'append', items }] });
const poll = (cache: SpiedCache, minute: number, ...items: readonly object[]) =>
  commit(cache, minute, { fills: [mediaSessions.id], changes: [{ port: mediaSessions.id, kind: 'replace', items }] });
/** @param begin where the client is at first, in minutes */
const watch = async (cache: SpiedCache, from: number, to: number, begin = 0): Promise<void> => {
  for (let minute = from; minute <= to; minute += 0.5) {
    await poll(cache, minute, session((begin + minute - from) * 60, { runtimeSeconds: 7200 }));
  }
};

/** "18:10–18:40 30 min gap", in the order of their beginnings. */
async function plays(cache: SpiedCache): Promise<readonly string[]> {
  const rows = await cache.rows(mediaPlayback, {}, { now: new Date(at(600)), zone: 'UTC' });
  return rows
    .map(({ startedAt, endedAt = '', playedSeconds = 0, origin, approximate }) => {
      const times = [startedAt, endedAt].map((time) => time.slice(11, 16)).join('–');
      return `${times} ${Math.round(playedSeconds / 60)} min ${origin}${approximate === true ? ', about' : ''}`;
    })
    .sort();
}

describe('a gap in the history', () => {
  it('is filled with what the server tells of it, marked as such', async () => {
    const cache = await watched(gap(0, 60));
    await tell(cache, 61, told(10, 40));
    expect(await plays(cache)).to.deep.equal(['18:10–18:40 30 min gap, about']);
    const [row] = await cache.rows(mediaPlayback, {}, { now: new Date(), zone: 'UTC' });
    expect(row).to.include({ userId: 'u1', viewer: 'Ada', itemId: 'i1', title: 'Metropolis', origin: 'gap' });
  });

  it('is filled once, however often it is told, and not again with what was removed', async () => {
    const cache = await watched(gap(0, 60));
    await tell(cache, 61, told(10, 40));
    await tell(cache, 90, told(10, 40));
    expect(await plays(cache)).to.have.length(1);
    const { items } = await cache.page(mediaPlayback, 'tv', '', 10);
    const remove = items.map(({ id }) => id);
    await commit(cache, 91, { changes: [{ port: mediaPlayback.id, kind: 'patch', upsert: [], remove }] });
    await tell(cache, 92, told(10, 40));
    expect(await plays(cache)).to.deep.equal([]);
  });

  it('is all that is filled: what happened while somebody looked is not', async () => {
    const cache = await watched(gap(30, 60, 'unreachable'));
    await tell(cache, 200, told(0, 20), told(70, 100, { itemId: 'i2' }));
    expect(await plays(cache)).to.deep.equal([]);
    await tell(cache, 201, told(10, 50, { id: 'across', itemId: 'i3' }));
    expect(await plays(cache)).to.deep.equal(['18:10–18:50 20 min gap, about']);
  });

  it('adds to a play that was recorded before it what came after, and makes no second play of it', async () => {
    const cache = await watched(gap(30, 90));
    await watch(cache, 10, 30);
    await poll(cache, 90);
    await tell(cache, 91, told(10, 60));
    expect(await plays(cache)).to.deep.equal(['18:10–19:00 50 min recorded, about']);
  });

  it('adds to it whether or not the recorder has seen by then that it ended', async () => {
    const cache = await watched(gap(30, 90));
    await watch(cache, 10, 30);
    await tell(cache, 90, told(10, 60));
    await poll(cache, 91);
    expect(await plays(cache)).to.deep.equal(['18:10–19:00 50 min recorded, about']);
  });

  it('adds to a play that was recorded after it what came before, once', async () => {
    const cache = await watched(gap(0, 30));
    await watch(cache, 30, 60);
    await poll(cache, 62);
    await tell(cache, 63, told(20, 60));
    await tell(cache, 64, told(20, 60));
    expect(await plays(cache)).to.deep.equal(['18:20–19:00 40 min recorded, about']);
  });

  it('adds to a play that goes on, though nobody tells its end, and the recorder goes on from there', async () => {
    const cache = await watched(gap(0, 30));
    const { endedAt: _, ...open } = told(20, 0);
    await tell(cache, 30, open);
    expect(await plays(cache)).to.deep.equal([]);
    await watch(cache, 30, 45);
    await tell(cache, 45, open);
    await tell(cache, 45, open);
    await watch(cache, 45.5, 60, 15.5);
    await poll(cache, 62);
    expect(await plays(cache)).to.deep.equal(['18:20–19:00 40 min recorded']);
  });

  it('adds to plays on both sides of it what was between them, once', async () => {
    const cache = await watched(gap(30, 100));
    await watch(cache, 10, 30);
    await poll(cache, 100);
    await watch(cache, 100, 110);
    await poll(cache, 112);
    await tell(cache, 113, told(10, 110));
    const minutes = (await plays(cache)).map((play) => Number(play.split(' ')[1]));
    expect(minutes.reduce((a, b) => a + b)).to.be.within(99, 101);
  });

  it('holds a song as often as it was heard, and a film that was gone on with once', async () => {
    const cache = await watched(gap(0, 300));
    const song = { itemId: 's', title: 'River', kind: 'music' as const, runtimeSeconds: 180 };
    await tell(cache, 301, told(0, 3, song), told(3, 6, song), told(6, 9, song), told(20, 60), told(70, 130));
    expect(await plays(cache)).to.deep.equal([
      '18:00–18:03 3 min gap, about',
      '18:03–18:06 3 min gap, about',
      '18:06–18:09 3 min gap, about',
      '18:20–20:10 100 min gap, about',
    ]);
  });

  it('holds no more of a title than its runtime, and nothing that is too short to count', async () => {
    const cache = await watched(gap(0, 600));
    await tell(cache, 601, told(0, 300), told(400, 400.5, { itemId: 'i2' }));
    expect(await plays(cache)).to.deep.equal(['18:00–23:00 120 min gap, about']);
  });

  it('of another user is not theirs', async () => {
    const cache = await watched(gap(30, 90));
    await watch(cache, 10, 30);
    await poll(cache, 90);
    await tell(cache, 91, told(10, 60, { userId: 'u2' }));
    expect(await plays(cache)).to.deep.equal(['18:10–18:30 20 min recorded', '18:10–19:00 30 min gap, about']);
  });
});

describe('gaps', () => {
  it('are outages and times off that are over, of the last month, one where they touch', () => {
    const month = 31 * 24 * 60;
    const rows = [
      gap(40, 60),
      gap(0, 20, 'unreachable'),
      gap(20, 30),
      { ...gap(70, 0), to: undefined },
      gap(-month, 1 - month),
    ];
    expect(gapsIn(rows, new Date(at(100)))).to.deep.equal([
      { from: at(0), to: at(30) },
      { from: at(40), to: at(60) },
    ]);
  });
});

describe('a view that the server counts by itself', () => {
  const native = (from: number, to: number, change = {}) =>
    told(from, to, { native: true, runtimeSeconds: 2400, ...change });

  it('is a play where none is known, whenever it was', async () => {
    const cache = await watched();
    await tell(cache, 500, native(10, 46));
    expect(await plays(cache)).to.deep.equal(['18:10–18:46 36 min native, about']);
  });

  it('is the play that was recorded around it, which stays as it is', async () => {
    const cache = await watched();
    await watch(cache, 10, 50);
    await poll(cache, 51);
    const recorded = await plays(cache);
    expect(recorded).to.have.length(1);
    await tell(cache, 500, native(12, 48), native(53, 53, { id: 'a little late', runtimeSeconds: undefined }));
    expect(await plays(cache)).to.deep.equal(recorded);
  });

  it('is the play that filled a gap, and another one of somebody else, or of another title', async () => {
    const cache = await watched(gap(0, 60));
    await tell(cache, 61, told(10, 46));
    await tell(cache, 500, native(10, 46, { id: 'again' }), native(10, 46, { id: 'other', userId: 'u2' }));
    expect(await plays(cache)).to.deep.equal(['18:10–18:46 36 min gap, about', '18:10–18:46 36 min native, about']);
  });

  it('counts as a play of unknown length where its title has no runtime', async () => {
    const cache = await watched();
    await tell(cache, 500, native(46, 46, { runtimeSeconds: undefined }));
    const [row] = await cache.rows(mediaPlayback, {}, { now: new Date(at(600)), zone: 'UTC' });
    expect(row).to.include({ origin: 'native', approximate: true }).and.not.have.property('playedSeconds');
  });

  it('is none where it was shorter than what counts', async () => {
    const cache = await watched();
    await tell(cache, 500, native(10, 10.5));
    expect(await plays(cache)).to.deep.equal([]);
  });
});
