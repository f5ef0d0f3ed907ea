import {
  definePort,
  fail,
  type ItemIn,
  live,
  mediaSessions,
  type RouteFragment,
  type Rows,
  ref,
  serve,
  Type,
  tally,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { settle } from '../../support/manual-clock.js';
import { everyone, fillTask, makeScene, makeSource, type SourceParts, things } from './scene.js';

/** A fragment that counts its calls and answers as it is told to. */
function makeFragment(first: () => Promise<readonly unknown[]>) {
  const state = { calls: 0, answer: first };
  const fragment: RouteFragment = serve(things, async () => {
    state.calls++;
    return (await state.answer()) as never;
  });
  return { state, fragment };
}

const one = async () => [{ id: 'x', size: 1 }];
const broken = async () => {
  throw fail('unreachable', 'nothing listens');
};

async function liveScene(answer = one, parts: SourceParts = {}) {
  const { state, fragment } = makeFragment(answer);
  const scene = await makeScene([makeSource('a', { fragments: [fragment], ...parts })]);
  const ask = async () => {
    const rows = await scene.reader.ask(live(things), everyone);
    return shown(rows);
  };
  return { ...scene, upstream: state, ask };
}

const shown = (rows: Rows<{ id: string }>) => ({
  ids: rows.items.map(({ id }) => id),
  states: rows.sources.map(({ id, state }) => `${id} ${state}`),
});

const notes = definePort({
  id: 'test.notes',
  keep: 'snapshot',
  key: (note) => note.id,
  item: Type.Object({ id: Type.String(), itemId: ref() }),
});

describe('LiveReader', () => {
  it('ties references to the media server of the entry', async () => {
    const fragments = [
      serve(notes, async () => [
        { id: 'x', itemId: '7' },
        { id: 'y', itemId: 'cellar:7' },
      ]),
    ];
    const scene = await makeScene([
      { ...makeSource('a', { fragments }), server: 'attic' },
      makeSource('b', { fragments }),
    ]);
    const { items } = await scene.reader.ask(live(notes), everyone);
    expect(items.map(({ source, itemId }) => `${source} ${itemId}`)).to.deep.equal([
      ...['a attic:7', 'a cellar:7'],
      ...['b 7', 'b cellar:7'],
    ]);
  });

  describe('asked who plays what', () => {
    const session: ItemIn<typeof mediaSessions> = {
      ...{ id: 's1', viewer: 'Ada', itemId: 'i1', title: 'Metropolis', kind: 'movie', client: 'Web', device: 'Sofa' },
      ...{ deviceId: 'd1', method: 'direct', paused: false, positionSeconds: 600 },
    };
    const start = Date.parse('2026-11-20T12:00:00.000Z');
    const seenAt = (seconds: number) => new Date(start + seconds * 1000).toISOString();
    const ids = (rows: Rows<{ id: string }>) => rows.items.map(({ id }) => id);

    it('shows nobody who was not heard of for 90 s', async () => {
      const fragments = [serve(mediaSessions, async () => [{ ...session, seenAt: seenAt(0) }])];
      const scene = await makeScene([makeSource('a', { fragments })]);
      await scene.clock.advance(90_000);
      expect(ids(await scene.reader.ask(live(mediaSessions), everyone))).to.deep.equal(['s1']);
      await scene.clock.advance(2000);
      expect(ids(await scene.reader.ask(live(mediaSessions), everyone))).to.deep.equal([]);
    });

    it('shows who is there as told while the database cannot be asked', async () => {
      const fragments = [serve(mediaSessions, async () => [{ ...session, seenAt: seenAt(0) }])];
      const scene = await makeScene([makeSource('a', { fragments })]);
      scene.state.fails = true;
      expect(ids(await scene.reader.ask(live(mediaSessions), everyone))).to.deep.equal(['s1']);
      expect(scene.availabilities.reports).to.deep.equal(['a: ok']);
    });
  });

  it('makes one call however many wait, and remembers it for two seconds', async () => {
    const scene = await liveScene();
    const answers = await Promise.all(Array.from({ length: 50 }, () => scene.ask()));
    expect(scene.upstream.calls).to.equal(1);
    expect(answers.at(-1)).to.deep.equal({ ids: ['x'], states: ['a ok'] });
    await scene.clock.advance(1999);
    await scene.ask();
    expect(scene.upstream.calls).to.equal(1);
    await scene.clock.advance(1);
    await scene.ask();
    expect(scene.upstream.calls).to.equal(2);
  });

  it('asks as often for one who asks every second as for a hundred', async () => {
    const calls: number[] = [];
    // One client, and a hundred.
    for (const lateMs of [1000, 10]) {
      const scene = await liveScene();
      for (let ms = 0; ms < 60_000; ms += lateMs) {
        await scene.ask();
        await scene.clock.advance(lateMs);
      }
      calls.push(scene.upstream.calls);
    }
    expect(calls).to.deep.equal([30, 30]);
  });

  it('forgets an answer when a task has stored other rows since', async () => {
    const scene = await liveScene(one, { tasks: [fillTask(things)] });
    await scene.ask();
    await scene.sync('a', things, [{ id: 'y', size: 2 }]);
    await scene.ask();
    expect(scene.upstream.calls).to.equal(2);
  });

  it('forgets an answer when something was done to its source, and one that is under way', async () => {
    const scene = await liveScene();
    await scene.ask();
    scene.reader.outdate('a', [things.id]);
    scene.upstream.answer = async () => [{ id: 'after', size: 1 }];
    expect((await scene.ask()).ids).to.deep.equal(['after']);

    scene.reader.outdate('a', [things.id]);
    let end = (): void => undefined;
    scene.upstream.answer = () =>
      new Promise((resolve) => {
        end = () => resolve([{ id: 'before', size: 1 }]);
      });
    const underWay = scene.ask();
    await settle();
    scene.reader.outdate('a', [things.id]);
    scene.upstream.answer = one;
    expect((await scene.ask()).ids).to.deep.equal(['x']);
    end();
    expect((await underWay).ids).to.deep.equal(['before']);
    expect((await scene.ask()).ids, 'the late one is not remembered').to.deep.equal(['x']);
    expect(scene.upstream.calls).to.equal(4);
  });

  it('asks all at the same time, and answers in the order of the YAML', async () => {
    const slow = makeFragment(async () => {
      await new Promise<void>((resolve) => scene.clock.after(1000, resolve));
      return [{ id: 'slow', size: 1 }];
    });
    const fast = makeFragment(async () => [{ id: 'fast', size: 1 }]);
    const scene = await makeScene([
      makeSource('slow', { fragments: [slow.fragment] }),
      makeSource('fast', { fragments: [fast.fragment] }),
    ]);
    const answer = scene.reader.ask(live(things), everyone);
    await settle();
    expect([slow.state.calls, fast.state.calls]).to.deep.equal([1, 1]);
    await scene.clock.advance(1000);
    expect(shown(await answer).ids).to.deep.equal(['slow', 'fast']);
  });

  for (const [timeoutMs, until] of [
    [10_000, 3000],
    [1500, 1500],
  ] as const) {
    it(`gives up a call after ${until} ms when the entry allows ${timeoutMs}`, async () => {
      const scene = await liveScene(() => new Promise<never>(() => undefined), { timeoutMs });
      let answer: unknown;
      void scene.ask().then((rows) => {
        answer = rows;
      });
      await scene.clock.advance(until - 1);
      expect(answer).to.equal(undefined);
      await scene.clock.advance(1);
      expect(answer).to.deep.equal({ ids: [], states: ['a down'] });
      expect(scene.availabilities.reports).to.deep.equal([
        `a: the live answer for test.things did not end within ${until / 1000} s`,
      ]);
    });
  }

  it('shows the last good rows for a minute, and then none', async () => {
    const scene = await liveScene();
    await scene.ask();
    scene.upstream.answer = broken;
    await scene.clock.advance(59_999);
    expect(await scene.ask()).to.deep.equal({ ids: ['x'], states: ['a down'] });
    await scene.clock.advance(1);
    expect(await scene.ask()).to.deep.equal({ ids: [], states: ['a down'] });
    scene.upstream.answer = one;
    await scene.clock.advance(2000);
    expect(await scene.ask()).to.deep.equal({ ids: ['x'], states: ['a ok'] });
    const asked = ['a: ok', 'a: nothing listens', 'a: nothing listens', 'a: ok'];
    expect(scene.availabilities.reports).to.deep.equal(asked);
  });

  it('shows what a task has stored where that is newer than the last live answer', async () => {
    const scene = await liveScene(broken, { tasks: [fillTask(things)] });
    await scene.sync('a', things, [{ id: 'stored', size: 1 }]);
    expect(await scene.ask()).to.deep.equal({ ids: ['stored'], states: ['a down'] });
    await scene.clock.advance(60_000);
    expect(await scene.ask()).to.deep.equal({ ids: [], states: ['a down'] });
  });

  it('does not hammer a source that fails', async () => {
    const scene = await liveScene(broken);
    await Promise.all([scene.ask(), scene.ask()]);
    await scene.clock.advance(1000);
    await scene.ask();
    expect(scene.upstream.calls).to.equal(1);
  });

  it('calls nobody who backs off', async () => {
    const scene = await liveScene();
    await scene.ask();
    scene.availabilities.backingOff.add('a');
    await scene.clock.advance(30_000);
    expect(await scene.ask()).to.deep.equal({ ids: ['x'], states: ['a down'] });
    expect(scene.upstream.calls).to.equal(1);
  });

  for (const [what, items, error] of [
    ['no list', 'rubbish', 'a: the live answer for test.things is not a list'],
    ['an item of another shape', [{ id: 'x', size: 'big' }], '/size: must be integer'],
  ] as const) {
    it(`takes ${what} for a bad response`, async () => {
      const scene = await liveScene(async () => items as never);
      expect(await scene.ask()).to.deep.equal({ ids: [], states: ['a down'] });
      expect(scene.availabilities.reports.join()).to.contain(error);
    });
  }

  it('drops fields that the port does not have', async () => {
    const scene = await liveScene(async () => [{ id: 'x', size: 1, secret: 'y' }] as never);
    const { items } = await scene.reader.ask(live(things), everyone);
    expect(items).to.deep.equal([{ id: 'x', size: 1, source: 'a' }]);
  });

  it('answers from the cache for a source that only syncs the port', async () => {
    const { fragment } = makeFragment(one);
    const scene = await makeScene([
      makeSource('syncs', { tasks: [fillTask(things)] }),
      makeSource('serves', { fragments: [fragment] }),
    ]);
    await scene.sync('syncs', things, [{ id: 'stored', size: 1 }]);
    const rows = await scene.reader.ask(live(things), everyone);
    expect(shown(rows)).to.deep.equal({ ids: ['stored', 'x'], states: ['syncs ok', 'serves ok'] });
  });

  it('restricts a live read to the sources that are asked for', async () => {
    const scene = await liveScene();
    const rows = await scene.reader.ask(live(things), { ...everyone, sources: [] });
    expect(shown(rows)).to.deep.equal({ ids: [], states: [] });
    expect(scene.upstream.calls).to.equal(0);
  });

  it('waits no longer than it is told to, and lets the call go on for others', async () => {
    const scene = await liveScene(async () => {
      await new Promise<void>((resolve) => scene.clock.after(2000, resolve));
      return one();
    });
    const until = scene.clock.now().getTime() + 500;
    const hasty = scene.reader.ask(live(things), everyone, until);
    const patient = scene.ask();
    await scene.clock.advance(500);
    expect(shown(await hasty)).to.deep.equal({ ids: [], states: ['a down'] });
    await scene.clock.advance(1500);
    expect(await patient).to.deep.equal({ ids: ['x'], states: ['a ok'] });
    expect(scene.upstream.calls).to.equal(1);
  });

  it('is disconnected, ok or down with its sources', async () => {
    const scene = await liveScene();
    const stateOf = async () =>
      (await scene.reader.answer({ rows: live(things), n: tally(things) }, everyone)).sourceState;
    expect(await stateOf()).to.equal('ok');
    scene.upstream.answer = broken;
    await scene.clock.advance(2000);
    expect(await stateOf()).to.equal('down');
    scene.setup.sources = [];
    expect(await stateOf()).to.equal('disconnected');
  });
});
