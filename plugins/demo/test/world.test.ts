/** The made-up world over a simulated week: it fills everything, moves, and joins. */
import * as vocabulary from '@sidelight/plugin-api';
import { type AnyPort, dayOf, type ItemOf, mismatch, readRef } from '@sidelight/plugin-api';
import { fakeClock, startIntegration } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { scenes } from '../src/map.js';
import plugin from '../src/plugin.js';
import { cleaned } from '../src/world/cleanup.js';
import { noEdits } from '../src/world/edits.js';
import { inviteEnds } from '../src/world/invites.js';
import { growth } from '../src/world/library.js';
import { playback } from '../src/world/plays.js';
import { grabs } from '../src/world/releases.js';
import { hits } from '../src/world/services.js';
import { DAY, HOUR, type World } from '../src/world/world.js';

const START = Date.parse('2026-11-20T12:00:00.000Z');
/** Not whole hours, so that every time of day comes up. */
const STEP = 5.3 * HOUR;
const QUARTER = 0.25 * HOUR;

/** What this household has no use for: television, releases that are held back, a client that is lost, flaws that know their time, what a fuller field stands in for, and what the core says of titles and integrations. */
const UNTOLD: readonly string[] = [
  'media.sessions.programme',
  'media.playback.quarters',
  'media.playback.work',
  'media.items.workId',
  'media.flaws.addedAt',
  'release.queue.delayed',
  'release.queue.dueAt',
  'release.queue.stale',
  'newsletter.campaigns.lastOk',
  'feed.hits.action',
  'cleanup.items.tvdb',
  'cleanup.actions.tvdb',
  'cleanup.actions.itemId',
  'ops.health.code',
  'ops.health.version',
  'ops.health.firstAt',
  'ops.health.since',
];

const at = (now: number, more: Partial<World> = {}): World => ({
  id: 'demo',
  seed: 1,
  speed: 1,
  now,
  edits: noEdits(),
  ...more,
});
const week = Array.from({ length: Math.floor((7 * DAY) / STEP) }, (_, step) => at(START + step * STEP));

/** Each takes a while to look at in full. */
const someOf = (worlds: readonly World[]) => worlds.filter((_, index) => index % 5 === 0);

function rows<P extends AnyPort>(port: P, world: World): readonly ItemOf<P>[] {
  const shown = scenes.find((scene) => scene.port.id === port.id);
  if (shown === undefined) throw new Error(`no scene shows ${port.id}`);
  return shown.read(world) as readonly ItemOf<P>[];
}

const wrongItem = (port: AnyPort, items: readonly object[]): string | undefined =>
  items.map((item) => mismatch(port.item, JSON.parse(JSON.stringify(item)))).find((wrong) => wrong !== undefined);

describe('demo: the world', () => {
  it('fills every port of the vocabulary but those that are the core’s own', () => {
    const { integration } = startIntegration(plugin, {}, { clock: fakeClock() });
    const filled = new Set(integration.tasks?.flatMap(({ fills }) => fills.map(({ id }) => id)));
    const ports = Object.values(vocabulary).filter(
      (one): one is AnyPort => typeof one === 'object' && 'keep' in one && 'item' in one,
    );
    // Made by the core of what plugins tell; a history of its own has no gaps.
    const derived: readonly AnyPort[] = [vocabulary.mediaPlaytime, vocabulary.mediaStreams, vocabulary.mediaGaps];
    const plugins = ports
      .filter((port) => !derived.includes(port))
      .map(({ id }) => id)
      .filter((id) => !id.startsWith('ops.') || id === 'ops.health');
    expect(plugins.filter((id) => !filled.has(id))).to.deep.equal([]);
  });

  it('has every field of every port, in one row or another', () => {
    const seen = new Map<string, Set<string>>();
    const note = (port: AnyPort, items: readonly object[]) => {
      const known = seen.get(port.id) ?? new Set();
      for (const item of items)
        for (const [name, value] of Object.entries(item)) if (value !== undefined) known.add(name);
      seen.set(port.id, known);
    };
    const logs: readonly [AnyPort, (world: World, since: number) => readonly object[]][] = [
      [vocabulary.mediaPlayback, playback],
      [vocabulary.mediaGrowth, growth],
      [vocabulary.releaseGrabs, grabs],
      [vocabulary.feedHits, hits],
      [vocabulary.inviteUses, inviteEnds],
      [vocabulary.cleanupActions, cleaned],
    ];
    for (const world of week) note(vocabulary.mediaSessions, rows(vocabulary.mediaSessions, world));
    for (const world of someOf(week)) {
      for (const { port, read } of scenes) note(port, read(world));
      for (const [port, read] of logs) note(port, read(world, world.now - 14 * DAY));
    }
    const missing = [...seen].flatMap(([id, known]) => {
      const port = Object.values(vocabulary).find((one) => typeof one === 'object' && 'keep' in one && one.id === id);
      const fields = Object.keys((port as AnyPort).item.properties);
      return fields.filter((field) => !known.has(field)).map((field) => `${id}.${field}`);
    });
    expect(missing).to.have.members(UNTOLD);
  });

  it('handles every action of the vocabulary that is an integration’s', () => {
    const { integration } = startIntegration(plugin, {}, { clock: fakeClock() });
    const actions = Object.values(vocabulary).filter(
      (one): one is vocabulary.AnyAction => typeof one === 'object' && 'touches' in one,
    );
    // Sidelight itself puts items of the digest off.
    const theirs = actions.filter(({ family }) => family !== 'digest');
    expect(integration.actions?.map(({ action }) => action.id)).to.have.members(theirs.map(({ id }) => id));
  });

  it('shows valid items with keys of their own, all week, at any speed', () => {
    for (const world of [
      ...someOf(week),
      at(START, { speed: 20 }),
      at(START, { seed: 2 }),
      at(START, { speed: 0.1 }),
    ]) {
      for (const { port, read } of scenes) {
        const items = read(world);
        expect(wrongItem(port, items), port.id).to.equal(undefined);
        const keys = items.map((item) => port.key(item));
        expect(new Set(keys).size, port.id).to.equal(keys.length);
      }
      expect(wrongItem(vocabulary.mediaPlayback, playback(world, world.now - DAY))).to.equal(undefined);
      expect(wrongItem(vocabulary.releaseGrabs, grabs(world, world.now - DAY))).to.equal(undefined);
      expect(wrongItem(vocabulary.feedHits, hits(world, world.now - DAY))).to.equal(undefined);
    }
  });

  it('says the same of the same moment, and another thing of another seed', () => {
    for (const { port, read } of scenes) expect(read(at(START)), port.id).to.deep.equal(read(at(START)));
    expect(rows(vocabulary.mediaSessions, at(START))).to.not.deep.equal(
      rows(vocabulary.mediaSessions, at(START, { seed: 2 })),
    );
  });

  it('always has somebody watching, something in the queue, a request to decide on, and something due today', () => {
    for (const world of week) {
      expect(rows(vocabulary.mediaSessions, world)).to.not.have.lengthOf(0);
      expect(rows(vocabulary.downloadQueue, world)).to.not.have.lengthOf(0);
      expect(rows(vocabulary.requestItems, world).some(({ status }) => status === 'pending')).to.equal(true);
      for (const zone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
        const today = dayOf(new Date(world.now), zone);
        const due = rows(vocabulary.releaseCalendar, world).filter(({ date }) => dayOf(date, zone) === today);
        expect(due.some(({ monitored, hasFile }) => monitored && !hasFile)).to.equal(true);
      }
    }
  });

  it('always has a download that makes no progress, whatever the time, the speed and the seed', () => {
    const quarters = Array.from({ length: 2 * 24 * 4 }, (_, quarter) => START + quarter * QUARTER);
    const without = [{}, { speed: 20 }, { speed: 0.1 }, { seed: 2 }].flatMap((more) =>
      quarters
        .map((now) => at(now, more))
        .filter((world) => !rows(vocabulary.downloadQueue, world).some(({ state }) => state === 'stalled'))
        .map(({ now }) => `${new Date(now).toISOString()} ${JSON.stringify(more)}`),
    );
    expect(without).to.deep.equal([]);
  });

  it('goes through every state in a week', () => {
    const seen = (port: AnyPort, field: string) =>
      new Set(week.flatMap((world) => rows(port, world).map((row) => (row as Record<string, unknown>)[field])));
    expect([...seen(vocabulary.downloadQueue, 'state')]).to.include.members([
      'downloading',
      'stalled',
      'failed',
      'seeding',
      'queued',
    ]);
    expect([...seen(vocabulary.releaseQueue, 'state')]).to.include.members(['downloading', 'failed', 'blocked']);
    expect([...seen(vocabulary.mediaSessions, 'method')]).to.have.members(['direct', 'remux', 'transcode']);
    expect([...seen(vocabulary.requestItems, 'status')]).to.include.members(['pending', 'processing', 'available']);
    expect([...seen(vocabulary.opsHealth, 'ok')]).to.have.members([true, false]);
    expect([...seen(vocabulary.mediaJobs, 'state')]).to.have.members(['idle', 'running']);
  });

  it('joins: a download to its release, its grab, its request and at last its title', () => {
    for (const world of week) {
      const grabbed = new Map(grabs(world, 0).map((grab) => [grab.downloadKey, grab]));
      for (const { downloadKey } of rows(vocabulary.downloadQueue, world)) {
        expect(grabbed.has(downloadKey), downloadKey).to.equal(true);
      }
      const clients = new Set(rows(vocabulary.downloadQueue, world).map(({ downloadKey }) => downloadKey));
      for (const { downloadKey } of rows(vocabulary.releaseQueue, world)) {
        expect(clients.has(downloadKey ?? ''), downloadKey).to.equal(true);
      }
      const titles = new Map(rows(vocabulary.mediaItems, world).map((item) => [item.id, item]));
      for (const request of rows(vocabulary.requestItems, world)) {
        for (const key of request.downloadKeys ?? []) expect(grabbed.get(key)).to.include({ tmdb: request.tmdb });
        if (request.mediaItemId !== undefined) {
          const { server, id } = readRef(request.mediaItemId);
          expect(server).to.equal(world.id);
          expect(id !== '').to.equal(request.status === 'available');
          if (id !== '') expect(titles.get(id)).to.include({ tmdb: request.tmdb });
        }
      }
      for (const session of rows(vocabulary.mediaSessions, world)) expect(titles.has(session.itemId)).to.equal(true);
      for (const flaw of rows(vocabulary.mediaFlaws, world)) expect(titles.has(flaw.itemId)).to.equal(true);
    }
  });

  it('never tells less of a play later, and keeps what is over as it was', () => {
    const known = new Map<string, { readonly playedSeconds?: number }>();
    for (const world of week) {
      for (const play of playback(world, world.now - DAY)) {
        expect(play.playedSeconds).to.be.at.least(known.get(play.id)?.playedSeconds ?? 0);
        known.set(play.id, { playedSeconds: play.playedSeconds ?? 0 });
      }
    }
  });
});
