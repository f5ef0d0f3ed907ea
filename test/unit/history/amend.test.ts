/** A play that is removed or corrected by hand while it goes on. */
import { mediaPlayback, mediaSessions } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { amendHistory, corrected, isSuspect } from '#core/derivations/amend-history.js';
import type { Playback } from '#core/derivations/core-plays.js';
import { deriveBatch } from '#core/derivations/derive.js';
import { pastOf } from '#core/derivations/past.js';
import { corePorts } from '#core/derivations/ports.js';
import { type SpiedCache, spiedCache } from '../../support/spied-cache.js';
import { at, SETTINGS, START, session } from './scenario.js';

const RULES = { history: SETTINGS, downloads: { stallMinutes: 10 } };

describe('a play that goes on', () => {
  let cache: SpiedCache;

  const poll = async (seconds: number): Promise<void> => {
    const items = [session(seconds, { runtimeSeconds: 60 })];
    const changes = [{ port: mediaSessions.id, kind: 'replace' as const, items }];
    const batch = { source: 'tv', task: 't', at: at(seconds), fills: [mediaSessions.id], changes };
    await cache.commit(await deriveBatch(batch, new Set([mediaSessions.id]), RULES, pastOf(cache, 'tv')));
  };
  const watch = async (from: number, to: number): Promise<void> => {
    for (let seconds = from; seconds <= to; seconds += 10) await poll(seconds);
  };
  const plays = async () => (await cache.page(mediaPlayback, 'tv', '', 10)).items;
  const amend = async (change: (play: Playback) => Playback | null): Promise<void> =>
    amendHistory(cache, { source: 'tv', plays: await plays(), change }, RULES, new Date(START));

  beforeEach(async () => {
    cache = await spiedCache([mediaSessions, mediaPlayback, ...corePorts]);
    await watch(0, 300);
  });

  it('does not come back when it is removed: what is played from then on is another play', async () => {
    const [before] = await plays();
    await amend(() => null);
    expect(await plays()).to.deep.equal([]);
    await watch(310, 500);
    const [after, ...more] = await plays();
    expect(more).to.deep.equal([]);
    expect(after?.id).to.not.equal(before?.id);
    expect(after?.playedSeconds).to.be.at.most(200);
  });

  it('goes on from what it was corrected to', async () => {
    expect((await plays()).every(isSuspect)).to.equal(true);
    await amend(corrected);
    expect((await plays()).map(({ playedSeconds }) => playedSeconds)).to.deep.equal([60]);
    await watch(310, 400);
    const [after] = await plays();
    expect(after?.playedSeconds).to.be.within(120, 160);
  });
});
