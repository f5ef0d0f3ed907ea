/** Events as they come out of commits. */
import 'reflect-metadata';
import { type AnyPort, type DigestItem, mediaSessions, opsHealth } from '@sidelight/plugin-api';
import { directoryOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import type { Cache } from '#core/cache/cache.js';
import { createMemoryCache } from '#core/cache/memory.js';
import { silentLog } from '#core/ground/log.js';
import { EVENT_TYPES, type EventType } from '#core/settings/settings.js';
import { EventWatch } from '#core/webhooks/event-watch.js';
import { WATCHES } from '#core/webhooks/events.js';
import { type ManualClock, manualClock, settle } from '../../support/manual-clock.js';

const session = (id: string) => ({
  id,
  userId: 'u',
  viewer: 'Ada',
  itemId: 'i',
  title: 'Metropolis',
  kind: 'movie',
  client: 'c',
  device: 'd',
  deviceId: 'd',
  method: 'direct',
  paused: false,
  positionSeconds: 1,
});
const health = (id: string, ok: boolean) => ({ id, name: id, type: 'Test', ok, refused: false, message: '' });
const warning: DigestItem = { type: 'disk', severity: 'warn', text: 'The disk is 95 % full' };

describe('watching for events', () => {
  let clock: ManualClock;
  let cache: Cache;
  let watch: EventWatch;
  let told: string[];
  let items: readonly DigestItem[];

  const begin = async (types: readonly EventType[] = EVENT_TYPES): Promise<void> => {
    watch = new EventWatch(new Set(types), {
      cache,
      clock,
      log: silentLog,
      levels: [
        {
          digest: async () => items,
          snoozed: async () => [],
          people: () => directoryOf([], []),
          shown: (_port, rows) => rows,
        },
      ],
      isLeftOut: (port, source) => port === mediaSessions.id && source === 'mirror',
      tell: ({ type, data }) => void told.push(`${type} ${data['sessionId'] ?? data['source'] ?? ''}`.trimEnd()),
    });
    await settle();
  };
  const commit = async (source: string, port: AnyPort, rows: readonly object[]): Promise<void> => {
    const at = clock.now().toISOString();
    const changes = [{ port: port.id, kind: 'replace', items: rows }] as const;
    await cache.commit({ source, task: 't', at, fills: [port.id], changes });
    await clock.advance(1000);
  };

  beforeEach(async () => {
    clock = manualClock();
    cache = createMemoryCache();
    told = [];
    items = [];
    for (const { port } of WATCHES) await cache.declare(port);
  });
  afterEach(() => watch.stop());

  it('tells nothing of how things are when a source is first heard of, and then what changes', async () => {
    await begin();
    await commit('tv', mediaSessions, [session('1')]);
    await commit('tv', opsHealth, [health('tv', false)]);
    expect(told).to.deep.equal([]);
    await commit('tv', mediaSessions, [session('1'), session('2')]);
    await commit('tv', opsHealth, [health('tv', true)]);
    await commit('tv', mediaSessions, []);
    expect(told).to.deep.equal(['play.started tv:2', 'integration.up tv', 'play.stopped tv:1', 'play.stopped tv:2']);
  });

  it('tells what changed while it did not run', async () => {
    await commit('tv', mediaSessions, []);
    await begin();
    await commit('tv', mediaSessions, [session('1')]);
    expect(told).to.deep.equal(['play.started tv:1']);
  });

  it('tells of no source that has left', async () => {
    await commit('tv', mediaSessions, [session('1')]);
    await begin();
    await cache.forget('tv', 'snapshots');
    await clock.advance(1000);
    expect(told).to.deep.equal([]);
  });

  it('tells nothing of sessions that are left out', async () => {
    await commit('mirror', mediaSessions, []);
    await begin();
    await commit('mirror', mediaSessions, [session('1')]);
    expect(told).to.deep.equal([]);
  });

  it('tells only what is wanted', async () => {
    await commit('tv', mediaSessions, []);
    await begin(['play.stopped']);
    await commit('tv', mediaSessions, [session('1')]);
    await commit('tv', mediaSessions, []);
    expect(told).to.deep.equal(['play.stopped tv:1']);
  });

  it('looks at nothing when nothing is wanted', async () => {
    await begin([]);
    expect(clock.waiting).to.equal(0);
    await commit('tv', mediaSessions, [session('1')]);
    expect(told).to.deep.equal([]);
  });

  it('tells that the digest has changed, also when only time has passed', async () => {
    await begin(['digest.changed']);
    items = [warning];
    await clock.advance(61_000);
    expect(told).to.deep.equal(['digest.changed']);
    await clock.advance(120_000);
    expect(told).to.deep.equal(['digest.changed']);
  });

  it('takes what the digest says in the first minute of an integration for how things are', async () => {
    await begin(['digest.changed']);
    await commit('tv', opsHealth, [health('tv', false)]);
    items = [warning];
    await commit('tv', mediaSessions, [session('1')]);
    await clock.advance(120_000);
    expect(told).to.deep.equal([]);
    items = [];
    await commit('tv', mediaSessions, []);
    expect(told).to.deep.equal(['digest.changed']);
  });

  it('tells nothing any more once it is stopped', async () => {
    await commit('tv', mediaSessions, []);
    await begin();
    await watch.stop();
    await commit('tv', mediaSessions, [session('1')]);
    expect(told).to.deep.equal([]);
  });
});
