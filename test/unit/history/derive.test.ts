import { mediaPlayback, mediaPlaytime, mediaSessions, mediaStreams, opsHealth } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Batch, Change } from '#core/cache/cache.js';
import { corePlays } from '#core/derivations/core-plays.js';
import { deriveBatch, derivedPorts } from '#core/derivations/derive.js';
import { pastOf } from '#core/derivations/past.js';
import { corePorts } from '#core/derivations/ports.js';
import { type SpiedCache, spiedCache } from '../../support/spied-cache.js';
import { START, session } from './scenario.js';

const SETTINGS = { history: { minPlaySeconds: 10, resumeMinutes: 60 }, downloads: { stallMinutes: 10 } };
const SESSIONS = new Set([mediaSessions.id]);

const create = () => spiedCache([mediaSessions, mediaPlayback, opsHealth, ...corePorts]);

async function derive(cache: SpiedCache, seconds: number, change: Partial<Batch>, fills: ReadonlySet<string>) {
  const now = new Date(START + seconds * 1000);
  const batch: Batch = { source: 'tv', task: 't', at: now.toISOString(), fills: [], changes: [], ...change };
  const derived = await deriveBatch(batch, fills, SETTINGS, { ...pastOf(cache, 'tv'), fetchedAt: () => undefined });
  await cache.commit(derived);
  return derived;
}

const sessions = (...items: readonly object[]): Partial<Batch> => ({
  fills: [mediaSessions.id],
  changes: [{ port: mediaSessions.id, kind: 'replace', items }],
});
const portsOf = (batch: Batch) => batch.changes.map((change) => change.port);

describe('derivations', () => {
  it('put plays into the batch of the sessions that they are derived from', async () => {
    const cache = await create();
    await derive(cache, 0, sessions(session(0)), SESSIONS);
    const batch = await derive(cache, 10, sessions(session(10)), SESSIONS);
    const ports = [mediaSessions.id, mediaPlayback.id, corePlays.id, mediaPlaytime.id, mediaStreams.id];
    expect(portsOf(batch)).to.deep.equal(ports);
    expect(batch.fills).to.deep.equal([mediaSessions.id, mediaPlayback.id, mediaPlaytime.id, mediaStreams.id]);
  });

  it('follow sessions that are told by their changes', async () => {
    const cache = await create();
    await derive(cache, 0, sessions(session(0)), SESSIONS);
    const patch: Change = { port: mediaSessions.id, kind: 'patch', upsert: [session(10)], remove: [] };
    const batch = await derive(cache, 10, { changes: [patch] }, SESSIONS);
    expect(portsOf(batch)).to.include(mediaPlayback.id);
    const ended = await derive(cache, 20, { changes: [{ ...patch, upsert: [], remove: ['s1'] }] }, SESSIONS);
    expect(ended.changes.find((change) => change.port === mediaPlayback.id)).to.nested.include({
      'items[0].playedSeconds': 15,
    });
  });

  it('take out of the batch who is not there any more', async () => {
    const cache = await create();
    const seenAt = new Date(START).toISOString();
    const shown = async () => (await cache.rows(mediaSessions, {}, { now: new Date(START), zone: 'UTC' })).length;
    await derive(cache, 0, sessions(session(0, { seenAt })), SESSIONS);
    await derive(cache, 90, sessions(session(90, { seenAt })), SESSIONS);
    expect(await shown()).to.equal(1);
    await derive(cache, 91, sessions(session(91, { seenAt })), SESSIONS);
    expect(await shown()).to.equal(0);
  });

  it('leave a source alone that keeps a history of its own', async () => {
    const fills = new Set([mediaSessions.id, mediaPlayback.id]);
    const { changes } = await derive(await create(), 0, sessions(session(0)), fills);
    expect(changes.map(({ port }) => port)).to.deep.equal([mediaSessions.id, mediaStreams.id]);
    expect(derivedPorts(fills)).to.deep.equal([mediaPlaytime.id, mediaStreams.id]);
    expect(derivedPorts(SESSIONS)).to.deep.equal([mediaPlayback.id, mediaPlaytime.id, mediaStreams.id]);
    expect(derivedPorts(new Set([mediaPlayback.id]))).to.deep.equal([mediaPlaytime.id]);
  });

  it('leave other batches as they are', async () => {
    const cache = await create();
    const batch = await derive(cache, 0, { fills: ['media.users'] }, SESSIONS);
    expect(batch.changes).to.deep.equal([]);
    expect(batch.fills).to.deep.equal(['media.users']);
  });

  it('keep the row about an integration when its plugin fills ops.health', async () => {
    const cache = await create();
    const own = { id: 'tv', name: 'Living room', type: 'TV', ok: true, refused: false, message: '' };
    await cache.commit({
      source: 'tv',
      task: '@ops',
      at: '',
      fills: [],
      changes: [{ port: opsHealth.id, kind: 'patch', upsert: [own], remove: [] }],
    });
    const items = [
      { ...own, ok: false },
      { ...own, id: 'indexer' },
    ];
    const batch = await derive(cache, 0, { changes: [{ port: opsHealth.id, kind: 'replace', items }] }, SESSIONS);
    expect(batch.changes).to.deep.equal([
      { port: opsHealth.id, kind: 'replace', items: [{ ...own, id: 'indexer' }, own] },
    ]);
  });
});
