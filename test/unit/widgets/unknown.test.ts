/** Numbers that nobody has told yet: 0 in the field itself, and a dash in the text beside it. */
import {
  cached,
  defineSummary,
  defineWidget,
  live,
  optional,
  type Reads,
  type RouteFragment,
  type Tile,
  type TObject,
  Type,
  tally,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { widget as plain, sentences } from './contribution.js';
import { events, everyone, facts, fillTask, makeScene, makeSource, type Scene, things } from './scene.js';

const filling = (id: string, port: Parameters<typeof fillTask>[0] = things) =>
  makeSource(id, { tasks: [fillTask(port)] });

type Stats = Tile<TObject>['stats'];
const count: Stats[number] = { field: 'n', label: 'N', format: 'number' };

/** `n` is how many rows and events its reads give together. */
const counting = (reads: Reads, tile: Partial<Tile<TObject>> = {}) =>
  defineWidget({
    id: 'w',
    summary: 'Counts',
    reads,
    response: Type.Object({ n: Type.Integer(), size: Type.String(), usedBytes: Type.Integer(), seenAt: Type.String() }),
    tile: { title: 'W', group: 'ops', icon: 'mdi-counter', stats: [count], ...tile } as never,
    render: (answers) => {
      const n = Object.values(answers as Record<string, { items?: readonly unknown[]; count?: number }>)
        .map(({ items, count: counted }) => items?.length ?? counted ?? 0)
        .reduce((sum, one) => sum + one, 0);
      return { n, size: `${n} B`, usedBytes: n * 1_500_000, seenAt: '2026-11-20T12:00:00.000Z' };
    },
  });

const shown = (scene: Scene, widget: ReturnType<typeof counting>) => {
  scene.registry.add('core', { widgets: [widget] });
  return scene.parsed('w');
};

describe('a number of a tile', () => {
  it('is 0 and a dash while no source is connected, and while none has answered', async () => {
    const reads = { rows: cached(things), sum: tally(things) };
    expect(await shown(await makeScene([]), counting(reads))).to.include({
      n: 0,
      nText: '–',
      sourceState: 'disconnected',
    });
    const scene = await makeScene([filling('a')]);
    expect(await shown(scene, counting(reads))).to.include({ n: 0, nText: '–', sourceState: 'stale' });
    await scene.sync('a', things, []);
    await scene.clock.advance(2000);
    expect(await scene.parsed('w')).to.include({ n: 0, nText: '0', sourceState: 'ok' });
  });

  it('is a dash while a counted read has no answer, which carries no sources of its own', async () => {
    const scene = await makeScene([filling('a'), filling('b', events)]);
    await scene.sync('a', things, []);
    const widget = counting({ rows: cached(things), sum: tally(events) });
    expect(await shown(scene, widget)).to.include({ n: 0, nText: '–' });
    await scene.sync('b', events, []);
    await scene.clock.advance(2000);
    expect(await scene.parsed('w')).to.include({ n: 0, nText: '0' });
  });

  it('is known once somebody has told any of it: what is there is no guess', async () => {
    const scene = await makeScene([filling('a'), filling('b', events)]);
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    expect(await shown(scene, counting({ rows: cached(things), sum: tally(events) }))).to.include({ n: 1, nText: '1' });
  });

  it('is of the rows of a log, however long its source is gone', async () => {
    const scene = await makeScene([]);
    await scene.sync('gone', events, [{ id: 'e', who: 'ann', at: '2026-11-20T11:59:00.000Z' }]);
    expect(await shown(scene, counting({ sum: tally(events, { since: '15m' }) }))).to.include({ n: 1, nText: '1' });
    await scene.clock.advance(3_600_000);
    expect(await scene.parsed('w')).to.include({ n: 0, nText: '0' });
  });

  const known = async (): Promise<Scene> => {
    const scene = await makeScene([filling('a')]);
    await scene.sync('a', things, []);
    return scene;
  };

  it('is of what the tile is about, and of what it says itself', async () => {
    const reads = { rows: cached(things), sum: tally(events) };
    const textOf = async (tile: Partial<Tile<TObject>>) => (await shown(await known(), counting(reads, tile)))['nText'];
    expect(await textOf({})).to.equal('–');
    expect(await textOf({ about: 'rows' })).to.equal('0');
    expect(await textOf({ about: 'sum' })).to.equal('–');
    expect(await textOf({ about: ['sum', 'rows'] })).to.equal('0');
    expect(await textOf({ about: 'sum', stats: [{ ...count, about: 'rows' }] })).to.equal('0');
  });

  it('is not of what is welcome where it is there', async () => {
    expect(await shown(await known(), counting({ rows: cached(things), sum: optional(tally(events)) }))).to.include({
      nText: '0',
    });
  });

  it('is always known of what the core itself tells', async () => {
    expect(await shown(await makeScene([]), counting({ own: cached(facts) }))).to.include({ n: 0, nText: '0' });
  });

  it('is a ready text, in the format of its stat', async () => {
    const stats: Stats = [
      { field: 'usedBytes', label: 'Used', format: 'bytes' },
      { field: 'size', label: 'Size', format: 'text' },
      { field: 'seenAt', label: 'Seen', format: 'date' },
    ];
    const scene = await makeScene([filling('a')]);
    const widget = counting({ rows: cached(things) }, { stats });
    expect(await shown(scene, widget)).to.include({ size: '0 B', sizeText: '–', usedBytesText: '–', seenAtText: '–' });
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    expect(await scene.parsed('w')).to.include({
      usedBytesText: '1.5 MB',
      sizeText: '1 B',
      seenAtText: '2026-11-20T12:00:00.000Z',
    });
  });

  it('is in the response as it is told to others, and the widget may say it better by itself', async () => {
    const scene = await makeScene([]);
    scene.registry.add('core', { widgets: [counting({ rows: cached(things) })] });
    expect(scene.registry.widget('w')?.response.properties).to.include.keys('nText');
    const own = await makeScene([]);
    const response = Type.Object({ n: Type.Integer(), nText: Type.String() });
    const render = () => ({ n: 0, nText: 'not connected' });
    const tile = { title: 'O', group: 'ops', icon: 'mdi-counter', stats: [count] } as never;
    own.registry.add('core', { widgets: [{ ...plain('o'), response, tile, render }] });
    expect(await own.parsed('o')).to.include({ nText: 'not connected' });
    const wrong = Type.Object({ n: Type.Integer(), nText: Type.Integer() });
    own.registry.add('core', { widgets: [{ ...plain('v'), response: wrong, tile }] });
    expect(sentences(own.registry).join()).to.include('its field nText must be text');
  });

  it('needs a read that there is', async () => {
    const { registry } = await makeScene([]);
    registry.add('core', { widgets: [counting({ rows: cached(things) }, { stats: [{ ...count, about: 'users' }] })] });
    expect(sentences(registry).join()).to.include('its number n is about users, which is not one of its reads');
  });
});

describe('a live number', () => {
  const one = async () => [{ id: 'x', size: 1 }];
  const liveScene = async () => {
    const upstream = { answer: one as () => Promise<readonly { id: string; size: number }[]> };
    const fragment: RouteFragment<typeof things> = { port: things, read: async () => upstream.answer() };
    const scene = await makeScene([makeSource('a', { fragments: [fragment] })]);
    scene.registry.add('core', { widgets: [counting({ rows: live(things) })] });
    return { ...scene, upstream };
  };

  it('is that of the last minute while its source is down, then none, with the time since when', async () => {
    const scene = await liveScene();
    expect(await scene.parsed('w')).to.include({ n: 1, nText: '1', sourceState: 'ok' });
    scene.upstream.answer = async () => {
      throw new Error('nothing listens');
    };
    await scene.clock.advance(30_000);
    expect(await scene.parsed('w')).to.include({ n: 1, nText: '1', sourceState: 'down' });
    await scene.clock.advance(31_000);
    const payload = await scene.parsed('w');
    expect(payload).to.include({ n: 0, nText: '–', sourceState: 'down' });
    const fetchedAt = '2026-11-20T12:00:00.000Z';
    expect(payload['sources']).to.deep.equal([
      { id: 'a', state: 'down', fetchedAt, since: '2026-11-20T12:00:30.000Z' },
    ]);
    scene.upstream.answer = one;
    await scene.clock.advance(2000);
    expect(await scene.parsed('w')).to.include({ n: 1, nText: '1', sourceState: 'ok' });
  });

  it('is that of a task until its source has been down for a minute', async () => {
    const scene = await makeScene([filling('a')]);
    scene.registry.add('core', { widgets: [counting({ rows: live(things) })] });
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    scene.availabilities.goDown('a', scene.clock.now());
    await scene.clock.advance(59_000);
    expect(await scene.parsed('w')).to.include({ n: 1, nText: '1', sourceState: 'down' });
    await scene.clock.advance(2000);
    expect(await scene.parsed('w')).to.include({ n: 0, nText: '–', sourceState: 'down' });
  });

  it('says what each source is down since, as its checks do', async () => {
    const scene = await makeScene([filling('a')]);
    scene.availabilities.goDown('a', scene.clock.now());
    const { sources } = await scene.reader.answer({ rows: cached(things) }, everyone);
    expect(sources).to.deep.equal([{ id: 'a', state: 'down', fetchedAt: null, since: '2026-11-20T12:00:00.000Z' }]);
  });
});

describe('the homepage', () => {
  const summary = (id: string, reads: Parameters<typeof defineSummary>[0]['reads'], key: string) =>
    defineSummary({
      id,
      reads,
      fields: Type.Object({ [key]: Type.Integer(), [`${id}Ok`]: Type.Boolean() }),
      render: (answers) => {
        const n = Object.values(answers as Record<string, { count: number }>).reduce((sum, one) => sum + one.count, 0);
        return { [key]: n, [`${id}Ok`]: false } as never;
      },
    });

  it('lists the summaries that nobody has told all of, and has a text beside each number and flag', async () => {
    const scene = await makeScene([filling('a')]);
    scene.registry.add('core', {
      summaries: [summary('one', { n: tally(things) }, 'usedBytes'), summary('two', { n: tally(events) }, 'plays')],
    });
    expect(await scene.parsed('homepage')).to.include({ unknown: 'one,two', usedBytes: 0, usedBytesText: '–' });
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    expect(await scene.parsed('homepage')).to.include({
      ...{ unknown: 'two', usedBytes: 1, usedBytesText: '1 B', oneOkText: 'no' },
      ...{ plays: 0, playsText: '–', twoOkText: '–' },
    });
    expect(scene.registry.widget('homepage')?.response.properties).to.include.keys('unknown', 'playsText');
  });

  it('keeps the names of these texts, and the list, to itself', async () => {
    const { registry } = await makeScene([]);
    const reads = { n: tally(things) };
    registry.add('core', { summaries: [summary('one', reads, 'n')] });
    registry.add('other', { summaries: [summary('two', reads, 'nText'), summary('three', reads, 'unknown')] });
    expect(sentences(registry)).to.have.lengthOf(2);
    expect(sentences(registry).join()).to.include('its field unknown is reserved for Sidelight');
  });

  it('has a dash for the keys of a summary that fails', async () => {
    const scene = await makeScene([filling('a')]);
    await scene.sync('a', things, []);
    const render = () => {
      throw new Error('a defect');
    };
    scene.registry.add('core', { summaries: [{ ...summary('one', { n: tally(things) }, 'n'), render }] });
    const payload = await scene.parsed('homepage');
    expect(payload).to.include({ unknown: 'one', nText: '–' }).and.not.have.property('n');
  });
});
