/** The state of a source is one thing for everyone who reads it, whether or not it can be written. */
import 'reflect-metadata';
import { cached, defineDigestRule, defineWidget, opsHealth, opsJobs, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { silentLog } from '#core/ground/log.js';
import { openBook } from '#core/pages/sources/book.js';
import type { Source, Sources } from '#core/plugins/source.js';
import { Reader } from '#core/widgets/reader.js';
import { Registry } from '#core/widgets/registry.js';
import { Snapshots } from '#core/widgets/snapshots.js';
import { defaultVariant } from '#core/widgets/variant.js';
import { plainAddresses } from '../../support/pictures.js';
import { house, lamps, lampTask, sourceOf, switchOn } from './house.js';
import { DOWN, upstream } from './upstream.js';

const UTC = defaultVariant('UTC');

/** Everyone in a process who says how source `a` is. */
async function readers(home: Awaited<ReturnType<typeof house>>, source: Source) {
  const sources: Sources = { all: () => [source], get: () => source, filling: () => [source], serving: () => [] };
  const registry = new Registry(silentLog);
  const settings = { zone: 'UTC', digest: { off: [] }, people: [] };
  const reader = new Reader(registry, sources, home.cache, home.engine, home.clock, settings, silentLog);
  const snapshots = new Snapshots(registry, reader, home.cache, home.clock, settings, silentLog, plainAddresses);
  const widget = defineWidget({
    id: 'how',
    summary: 'How the source is',
    reads: { health: cached(opsHealth), lamps: cached(lamps) },
    response: Type.Object({ ok: Type.Boolean() }),
    render: ({ health }) => ({ ok: health.items.every((row) => row.ok) }),
  });
  const rule = defineDigestRule({
    id: 'how',
    reads: { health: cached(opsHealth) },
    evaluate: ({ health }) =>
      health.items
        .filter((row) => !row.ok)
        .map((row) => ({ type: 'how', severity: 'error', text: `${row.id} is down` })),
  });
  registry.add('core', { widgets: [widget], rules: [rule] } as Parameters<Registry['add']>[1]);
  return async () => {
    const { ok, sourceState } = JSON.parse((await snapshots.payload('how', UTC)).bytes.toString());
    const digest = await reader.ask({ kind: 'digest' } as never, UTC);
    const [task] = (await openBook(reader, home.engine, UTC)).tasksOf(source);
    return {
      widget: ok,
      sourceState,
      page: home.engine.of('a').state,
      digest: (digest as readonly { text: string }[]).map(({ text }) => text),
      waits: task?.nextAt === null,
    };
  };
}

const WELL = { widget: true, sourceState: 'ok', page: 'up', digest: [], waits: false };
const AWAY = { widget: false, sourceState: 'down', page: 'down', digest: ['a is down'], waits: true };

describe('the state of a source', () => {
  async function scene() {
    const { state, integration } = upstream();
    const source = sourceOf('a', integration);
    const home = await house(source);
    home.engine.start();
    await home.clock.advance(10_000);
    return { ...home, state, source, say: await readers(home, source) };
  }

  it('is the same for the widget, its sources, the pages and the digest, at once', async () => {
    const { say, state, engine, clock } = await scene();
    expect(await say()).to.deep.equal(WELL);
    state.error = DOWN;
    await engine.checkNow('a');
    expect(await say()).to.deep.equal(AWAY);
    state.error = null;
    await engine.checkNow('a');
    await clock.advance(1500);
    expect(await say()).to.deep.equal(WELL);
    await engine.stop();
  });

  it('is written at once when it changes, in one commit', async () => {
    const { state, engine, cache, clock } = await scene();
    const before = cache.commits;
    state.error = DOWN;
    await engine.checkNow('a');
    await clock.advance(0);
    expect(cache.commits - before).to.equal(1);
    const [batch] = cache.batches.slice(-1);
    expect(batch?.changes.map(({ port }) => port)).to.deep.equal(['ops.jobs', 'ops.health', 'ops.outages']);
    await engine.stop();
  });

  it('is what this process knows while nothing can be written, and the rows agree afterwards', async () => {
    const { say, state, engine, clock, cache, log } = await scene();
    cache.failing = new Error('database or disk is full');
    state.error = DOWN;
    await engine.checkNow('a');
    expect(await say()).to.deep.equal(AWAY);
    await clock.advance(30_000);
    expect(await say()).to.deep.equal(AWAY);
    expect(log.lines.filter((line) => line.includes('could not be stored'))).to.have.lengthOf(1);
    cache.failing = null;
    await clock.advance(10_000);
    cache.expect('a', []);
    expect(await say(), 'the rows alone').to.deep.equal(AWAY);
    await engine.stop();
  });

  it('is what the rows say where this process does not sync any more, and nothing is written then', async () => {
    const { say, state, engine, cache } = await scene();
    state.error = DOWN;
    cache.failing = new Error('away');
    await engine.checkNow('a');
    expect(await say()).to.deep.equal(AWAY);
    const { commits } = cache;
    cache.failing = null;
    await engine.stop(false);
    expect(cache.commits).to.equal(commits);
    expect((await say()).page).to.equal('up');
  });

  it('is what was known before a restart, until it is asked', async () => {
    const { state, engine, say, clock } = await scene();
    state.error = DOWN;
    await engine.checkNow('a');
    await engine.stop();
    expect((await say()).page).to.equal('down');
    state.error = null;
    engine.start();
    await clock.advance(1500);
    expect(await say()).to.deep.equal(WELL);
    await engine.stop();
  });

  it('of an idle installation costs a commit every five seconds at most, whatever the number of its tasks', async () => {
    const sources = Array.from({ length: 12 }, (_, i) =>
      sourceOf(`s${i}`, { tasks: [lampTask(switchOn), lampTask(switchOn, { id: 'more', every: '15s' })] }),
    );
    const { engine, clock, cache, committed } = await house(...sources);
    const ops = () => cache.commits - committed().length;
    engine.start();
    await clock.advance(60_000);
    const [before, runs] = [ops(), committed().length];
    await clock.advance(60_000);
    expect(committed().length - runs, 'runs, which changed nothing').to.be.greaterThan(100);
    expect(ops() - before).to.be.within(1, 12);
    await engine.stop();
  });

  it('says when each task runs next, and how often now', async () => {
    const { engine, rows, clock } = await scene();
    const [job] = await rows(opsJobs);
    expect(job).to.include({ everyMs: 10_000 });
    expect(Date.parse(String(job?.['nextAt']))).to.be.greaterThan(clock.now().getTime() - 5000);
    await engine.stop();
  });
});
