import {
  type AnyPort,
  cached,
  mediaPlayback,
  mediaSessions,
  optional,
  type Rows,
  tally,
  top,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { events, everyone, facts, fillTask, makeScene, makeSource, things } from './scene.js';

const filling = (id: string, port: AnyPort = things) => makeSource(id, { tasks: [fillTask(port)] });
const ids = (rows: Rows<unknown>): readonly string[] => (rows as Rows<{ id: string }>).items.map(({ id }) => id);

describe('Reader', () => {
  it('merges the rows of all sources in the order of the YAML', async () => {
    const scene = await makeScene([filling('zeta'), filling('alpha')]);
    await scene.sync('alpha', things, [{ id: 'a', size: 1 }]);
    await scene.sync('zeta', things, [{ id: 'z', size: 2 }]);
    const rows = await scene.reader.ask(cached(things), everyone);
    expect(ids(rows)).to.deep.equal(['z', 'a']);
    expect(rows.sources.map(({ id }) => id)).to.deep.equal(['zeta', 'alpha']);
  });

  it('leaves out the rows of a snapshot whose source is not configured, and keeps those of a log', async () => {
    const scene = await makeScene([filling('here')]);
    await scene.sync('gone', things, [{ id: 'x', size: 1 }]);
    await scene.sync('gone', events, [{ id: 'e', who: 'ann', at: '2026-11-20T11:59:00.000Z' }]);
    expect(ids(await scene.reader.ask(cached(things), everyone))).to.deep.equal([]);
    expect(await scene.reader.ask(tally(events), everyone)).to.include({ count: 1 });
    const narrow = { ...everyone, sources: ['here'] };
    expect(await scene.reader.ask(tally(events), narrow)).to.include({ count: 0 });
  });

  it('gives zeros without asking the cache where nobody supplies the port', async () => {
    const scene = await makeScene([]);
    const { answers, sources, sourceState } = await scene.reader.answer(
      { rows: cached(things), sum: tally(things, { sum: 'size' }), groups: top(things, { by: 'colour' }) },
      everyone,
    );
    expect(answers).to.deep.equal({
      rows: { items: [], sources: [] },
      sum: { count: 0, distinct: 0, sum: 0 },
      groups: [],
    });
    expect({ sources, sourceState }).to.deep.equal({ sources: [], sourceState: 'disconnected' });
    expect(scene.asked).to.deep.equal([]);
  });

  it('restricts every read to the sources that are asked for', async () => {
    const scene = await makeScene([filling('a'), filling('b')]);
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    await scene.sync('b', things, [{ id: 'y', size: 2 }]);
    const { answers, sources } = await scene.reader.answer(
      { rows: cached(things), sum: tally(things, { sum: 'size' }) },
      { ...everyone, sources: ['b'] },
    );
    expect(ids(answers['rows'] as Rows<unknown>)).to.deep.equal(['y']);
    expect(answers['sum']).to.include({ sum: 2 });
    expect(sources.map(({ id }) => id)).to.deep.equal(['b']);
  });

  it('shows nothing of the sources of an optional read, which is answered like any other', async () => {
    const scene = await makeScene([filling('a'), filling('b', events)]);
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    await scene.sync('b', events, [{ id: 'e', who: 'ann', at: '2026-11-20T11:59:00.000Z' }]);
    scene.availabilities.states.set('b', 'down');
    const reads = { rows: cached(things), count: optional(tally(events)) };
    const { answers, sources, sourceState } = await scene.reader.answer(reads, everyone);
    expect(answers['count']).to.include({ count: 1 });
    expect(sources.map(({ id }) => id)).to.deep.equal(['a']);
    expect(sourceState).to.equal('ok');
    const now = scene.clock.now();
    expect(scene.reader.sourcesOf(reads, everyone, now).map(({ id }) => id)).to.deep.equal(['a']);
    const asked = await scene.reader.answer({ rows: cached(things), count: tally(events) }, everyone);
    expect(asked.sourceState).to.equal('stale');
  });

  it('counts a source that a read asks for anyway, however optional another is', async () => {
    const scene = await makeScene([filling('a')]);
    await scene.sync('a', things, []);
    const { sources } = await scene.reader.answer({ one: cached(things), two: optional(cached(things)) }, everyone);
    expect(sources.map(({ id }) => id)).to.deep.equal(['a']);
  });

  it('tells the state of the sources of the read that a payload is about, and names all of them', async () => {
    const scene = await makeScene([filling('a'), filling('b', events)]);
    await scene.sync('a', things, []);
    scene.availabilities.states.set('b', 'down');
    const reads = { rows: cached(things), count: tally(events) };
    const stateOf = async (about?: string) =>
      (await scene.reader.answer(reads, everyone, scene.clock.now(), about)).sourceState;
    expect([await stateOf(), await stateOf('rows'), await stateOf('count')]).to.deep.equal(['stale', 'ok', 'down']);
    const { sources } = await scene.reader.answer(reads, everyone, scene.clock.now(), 'rows');
    expect(sources.map(({ id, state }) => [id, state])).to.deep.equal([
      ['a', 'ok'],
      ['b', 'down'],
    ]);
    const nobody = await (await makeScene([filling('a')])).reader.answer(reads, everyone, scene.clock.now(), 'count');
    expect(nobody.sourceState).to.equal('disconnected');
  });

  it('asks the cache once where a payload asks the same twice', async () => {
    const scene = await makeScene([filling('a')]);
    await scene.reader.answer(
      { one: tally(things), two: tally(things), other: tally(things, { sum: 'size' }) },
      everyone,
    );
    expect(scene.asked).to.have.lengthOf(2);
  });

  it('never says that a source supplies a port which it does not', async () => {
    const scene = await makeScene([filling('a'), filling('b', events)]);
    const { sources } = await scene.reader.answer({ rows: cached(things) }, everyone);
    expect(sources.map(({ id }) => id)).to.deep.equal(['a']);
  });

  it('counts whoever fills live sessions as a source of plays', async () => {
    const scene = await makeScene([filling('a', mediaSessions)]);
    const sources = scene.reader.sourcesOf({ plays: tally(mediaPlayback) }, everyone, scene.clock.now());
    expect(sources.map(({ id }) => id)).to.deep.equal(['a']);
  });
});

describe('states of sources', () => {
  const stateAfter = async (seconds: number, task = fillTask(things), schedule: Record<string, string> = {}) => {
    const scene = await makeScene([makeSource('a', { tasks: [task], schedule })]);
    await scene.sync('a', things, []);
    await scene.clock.advance(seconds * 1000);
    const [source] = (await scene.reader.answer({ rows: cached(things) }, everyone)).sources;
    return source?.state;
  };

  const ages: readonly (readonly [
    what: string,
    seconds: number,
    state: string,
    Parameters<typeof stateAfter>[1]?,
    Record<string, string>?,
  ])[] = [
    ['within three intervals', 90, 'ok'],
    ['after three intervals', 91, 'stale'],
    ['within a minute, however short the interval', 60, 'ok', fillTask(things, '5s')],
    ['after a minute at the shortest', 61, 'stale', fillTask(things, '5s')],
    ['within three idle intervals', 300, 'ok', fillTask(things, '10s', { idle: '2m' })],
    ['by the interval of the entry', 300, 'ok', fillTask(things, '10s'), { 'test.things': '5m' }],
    ['by its own interval where that of the entry is none', 91, 'stale', fillTask(things), { 'test.things': 'often' }],
    ['within three pauses of a cron pattern', 2 * 86_400, 'ok', fillTask(things, { cron: '0 3 * * *' })],
    ['after three pauses of a cron pattern', 4 * 86_400, 'stale', fillTask(things, { cron: '0 3 * * *' })],
  ];
  for (const [what, seconds, state, task, schedule] of ages) {
    it(`${state}: ${what}`, async () => {
      expect(await stateAfter(seconds, task, schedule)).to.equal(state);
    });
  }

  it('stale: never fetched yet', async () => {
    const scene = await makeScene([filling('a')]);
    const { sources, sourceState } = await scene.reader.answer({ rows: cached(things) }, everyone);
    expect(sources).to.deep.equal([{ id: 'a', state: 'stale', fetchedAt: null }]);
    expect(sourceState).to.equal('stale');
  });

  for (const state of ['down', 'refused'] as const) {
    it(`down: ${state}, with the last good rows and their age`, async () => {
      const scene = await makeScene([filling('a')]);
      await scene.sync('a', things, [{ id: 'x', size: 1 }]);
      scene.availabilities.states.set('a', state);
      const { answers, sources, sourceState } = await scene.reader.answer({ rows: cached(things) }, everyone);
      expect(ids(answers['rows'] as Rows<unknown>)).to.deep.equal(['x']);
      expect(sources).to.deep.equal([{ id: 'a', state: 'down', fetchedAt: '2026-11-20T12:00:00.000Z' }]);
      expect(sourceState).to.equal('down');
    });
  }

  it('down: one that could not be created, whose rows are still there', async () => {
    const scene = await makeScene([makeSource('a', { integration: null })]);
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    const { answers, sources } = await scene.reader.answer({ rows: cached(things) }, everyone);
    expect(ids(answers['rows'] as Rows<unknown>)).to.deep.equal(['x']);
    expect(sources.map(({ state }) => state)).to.deep.equal(['down']);
  });

  it('one of two down makes a payload stale, and a source is as bad as its worst port', async () => {
    const both = makeSource('a', { tasks: [fillTask(things), fillTask(events)] });
    const scene = await makeScene([both, filling('b')]);
    await scene.sync('a', things, []);
    await scene.sync('b', things, []);
    scene.availabilities.states.set('b', 'down');
    const { sources, sourceState } = await scene.reader.answer({ rows: cached(things), all: tally(events) }, everyone);
    expect(sources.map(({ id, state }) => `${id} ${state}`)).to.deep.equal(['a stale', 'b down']);
    expect(sourceState).to.equal('stale');
  });
});

describe('the core as a source', () => {
  it('is always well, and shows the rows about every integration', async () => {
    const scene = await makeScene([filling('a')]);
    await scene.sync('a', facts, [{ id: 'about a' }]);
    await scene.sync('core', facts, [{ id: 'about itself' }]);
    await scene.sync('gone', facts, [{ id: 'about nobody' }]);
    const { answers, sources, sourceState } = await scene.reader.answer({ rows: cached(facts) }, everyone);
    expect(ids(answers['rows'] as Rows<unknown>)).to.deep.equal(['about itself', 'about a']);
    expect(sources.map(({ id, state }) => `${id} ${state}`)).to.deep.equal(['core ok']);
    expect(sourceState).to.equal('ok');
  });

  it('does not hide that nothing is connected', async () => {
    const scene = await makeScene([]);
    const { sources, sourceState } = await scene.reader.answer({ own: cached(facts), rows: cached(things) }, everyone);
    expect({ sources, sourceState }).to.deep.equal({ sources: [], sourceState: 'disconnected' });
  });
});
