import {
  type AnyWidget,
  cached,
  defineWidget,
  live,
  oneOf,
  type Read,
  serve,
  type TProperties,
  Type,
  tally,
  top,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { HOMEPAGE } from '#core/widgets/homepage.js';
import { fresh, sentences, widget } from './contribution.js';
import { everyone, fillTask, makeScene, makeSource, things } from './scene.js';

/** Groups by what the query says, with what is asked now on top where it is wanted. */
const groups = defineWidget({
  id: 'groups',
  summary: 'Groups of things',
  query: Type.Object({
    by: oneOf('colour', 'id'),
    fresh: Type.Boolean({ default: false }),
    word: Type.Optional(oneOf('short', 'long')),
  }),
  reads: ({ by, fresh }) => ({ groups: top(things, { by }), now: fresh ? live(things) : cached(things) }),
  response: Type.Object({ groups: Type.Integer(), now: Type.Integer(), told: Type.String() }),
  render: ({ groups, now }, { query }) => ({
    groups: groups.length,
    now: now.items.length,
    told: JSON.stringify(query),
  }),
});

/** The same with a default for everything, and a text that decides nothing about the reads. */
const plain = defineWidget({
  id: 'plain',
  summary: 'Things',
  query: Type.Object({ word: Type.String({ default: 'hello' }), most: Type.Optional(Type.Integer({ minimum: 1 })) }),
  reads: { it: tally(things) },
  response: Type.Object({ n: Type.Integer(), word: Type.String() }),
  tile: { title: 'T', group: 'ops', icon: 'mdi-x', stats: [] },
  render: ({ it }, { query }) => ({ n: Math.min(it.count, query.most ?? it.count), word: query.word }),
});

const scene = async () => {
  const made = await makeScene([
    makeSource('a', { tasks: [fillTask(things)], fragments: [serve(things, async () => [])] }),
  ]);
  made.registry.add('acme', { widgets: [groups, plain] });
  await made.sync('a', things, [
    { id: 'x', size: 1, colour: 'red' },
    { id: 'y', size: 1, colour: 'red' },
  ]);
  return made;
};

describe('the query of a widget', () => {
  it('decides what is asked, and what is rendered', async () => {
    const { parsed, registry } = await scene();
    expect(registry.refused()).to.deep.equal([]);
    const ask = (query: Readonly<Record<string, unknown>>) => parsed('groups', { ...everyone, query });
    expect(await ask({ by: 'colour', fresh: false })).to.include({ groups: 1, now: 2 });
    expect(await ask({ by: 'id', fresh: false })).to.include({ groups: 2, told: '{"by":"id","fresh":false}' });
    expect(await ask({ by: 'id', fresh: true, word: 'long' })).to.include({
      now: 0,
      told: '{"by":"id","fresh":true,"word":"long"}',
    });
  });

  it('declares every read that it may come to: with two, two and three values these are twelve', async () => {
    const { registry } = await scene();
    const asked = registry.reads().filter(({ kind }: Read) => kind === 'top');
    expect(asked).to.have.lengthOf(12);
    expect(new Set(asked.map(({ query }) => query?.by))).to.deep.equal(new Set(['colour', 'id']));
    expect(registry.widget('groups')).to.include({ freshness: 'live', defaults: null });
  });

  it('keeps the states of sources true of a variant that asks nobody, though another does', async () => {
    const { parsed, availabilities, clock } = await scene();
    const variant = { ...everyone, query: { by: 'id', fresh: false } };
    expect(await parsed('groups', variant)).to.include({ sourceState: 'ok' });
    availabilities.states.set('a', 'down');
    await clock.advance(1000);
    expect(await parsed('groups', variant)).to.include({ sourceState: 'down' });
  });

  it('has its defaults where nothing is given: such bytes are kept ready', async () => {
    const { parsed, registry, snapshots } = await scene();
    expect(registry.widget('plain')?.defaults).to.deep.equal({ word: 'hello' });
    expect(await parsed('plain')).to.include({ n: 2, word: 'hello' });
    expect(snapshots.ready('plain')?.bytes.toString()).to.include('hello');
    expect(await parsed('plain', { ...everyone, query: { word: 'bye', most: 1 } })).to.include({ n: 1, word: 'bye' });
    expect(snapshots.ready('plain')?.bytes.toString()).to.include('hello');
    const [one, other] = await Promise.all(
      ['bye', 'ciao'].map((word) => snapshots.payload('plain', { ...everyone, query: { word } })),
    );
    expect(one?.etag).to.not.equal(other?.etag);
    expect(await snapshots.payload('plain', { ...everyone, query: { word: 'bye' } })).to.equal(one);
  });

  it('is empty in the homepage and wherever none is declared', async () => {
    const { parsed, registry } = await scene();
    registry.add('acme', {
      summaries: [
        {
          id: 's',
          reads: {},
          fields: Type.Object({ s: Type.String() }),
          render: (_, ctx) => ({ s: String(ctx.query) }),
        },
      ],
    });
    expect(await parsed(HOMEPAGE)).to.include({ s: '[object Object]' });
  });

  const closed = Type.Object({ by: oneOf('colour', 'id') });
  const tile = { title: 'T', group: 'ops' as const, icon: 'mdi-x', stats: [] };
  const many = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`f${n}`, Type.Boolean()])) as TProperties;
  const wrong: readonly (readonly [more: Partial<AnyWidget>, fault: string])[] = [
    [{ query: Type.String() as never }, 'its query must be a Type.Object'],
    [{ query: Type.Object({ limit: Type.Integer() }) }, 'its query has a parameter limit, which every route has'],
    [
      { query: Type.Object({ 'my-word': Type.String() }) },
      'its query has a parameter my-word, whose name must look like myParameter',
    ],
    [
      { query: Type.Object({ ids: Type.Array(Type.String()) }) },
      'its query has a parameter ids, which must be a text, a number, a flag or one of several texts',
    ],
    [
      { query: Type.Object({ word: Type.String() }), tile },
      'its query has a parameter word that is required, but its tile cannot set it: add a default',
    ],
    [
      { query: Type.Object({ by: Type.Enum(['a', 'b'], { default: 'c' }) }) },
      'its query rejects its own default at /by: must be equal to one of the allowed values',
    ],
    [{ reads: () => ({ it: cached(things) }) }, 'its reads depend on a query it does not declare'],
    [
      { query: Type.Object({ word: Type.String() }), reads: () => ({ it: cached(things) }) },
      'its reads depend on word, which must be a flag or one of several texts',
    ],
    [{ query: Type.Object(many), reads: () => ({ it: cached(things) }) }, 'its reads depend on more than 64 queries'],
    [
      {
        query: closed,
        reads: ({ by }: { by: string }) => ({ it: top(things, { by: by === 'id' ? by : ('x' as 'id') }) }),
      },
      'for the query {"by":"colour"} its read it uses x, but test.things has no index on it',
    ],
    [
      {
        query: closed,
        reads: ({ by }: { by: string }) => {
          if (by === 'id') throw new Error('not by id');
          return { it: cached(things) };
        },
      },
      'its reads fail for the query {"by":"id"}: not by id',
    ],
    [
      {
        query: Type.Object({ big: Type.Boolean({ default: false }) }),
        reads: () => ({}),
        tile: { ...tile, about: 'it' },
      },
      'for the query {"big":true} its tile is about it, which is not one of its reads',
    ],
  ];
  for (const [more, fault] of wrong) {
    it(`refuses a widget: ${fault}`, () => {
      const registry = fresh();
      registry.add('acme', { widgets: [widget('w', more)] });
      expect(sentences(registry)).to.deep.equal([`The widget w of acme is omitted: ${fault}`]);
    });
  }
});
