import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type AnyPlugin,
  type AnyPort,
  type AnyWidget,
  cached,
  defineDigestRule,
  definePort,
  defineSummary,
  defineWidget,
  downloadQueue,
  fill,
  listOf,
  opsHealth,
  optional,
  requestItems,
  Type,
} from '@sidelight/plugin-api';
import { type Check, checksFor, subjectOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { connect, samplePackage, samplePlugin, sampleWith } from './sample-package.js';

const good = defineWidget({
  id: 'shelf',
  summary: 'What is on the shelf',
  reads: { queue: cached(downloadQueue) },
  response: Type.Object({ total: Type.Integer(), items: listOf({ id: Type.String() }) }),
  tile: {
    title: 'Shelf',
    group: 'queue',
    icon: 'mdi-bookshelf',
    stats: [{ field: 'total', label: 'Total', format: 'number' }],
    list: { items: 'items', name: 'id' },
    actions: ['download.pause'],
  },
  render: ({ queue }) => ({
    total: queue.items.length,
    items: queue.items.map(({ id, state }) => ({ id, label: state })),
  }),
});

const item = {
  id: 'a',
  downloadKey: 'a',
  name: 'a',
  state: 'paused',
  sizeBytes: 7,
  leftBytes: 7,
  downBps: 0,
  upBps: 0,
};
const expected = (kind: object): string => JSON.stringify([{ step: 'task:download.queue', published: [kind] }]);
const CASES = {
  'test/cases/ok/expected.json': expected({ port: 'download.queue', kind: 'replace', items: [item] }),
};

const OF_INTEGRATIONS = 'what its integrations bring to show is sound, and can be rendered';
const isAsked = ({ title, contributions }: Check): boolean => contributions === true || title === OF_INTEGRATIONS;

/** What the checks about contributions say. */
async function complaints(plugin: AnyPlugin, files: Readonly<Record<string, string>> = CASES) {
  const root = samplePackage(files);
  const found: string[] = [];
  for (const check of checksFor(plugin).filter(isAsked)) {
    try {
      await check.run(subjectOf(plugin, root));
    } catch (error) {
      found.push((error as Error).message);
    }
  }
  rmSync(dirname(root), { recursive: true });
  return found;
}

const withWidget = (change: Partial<AnyWidget>): AnyPlugin => sampleWith({ widgets: [{ ...good, ...change }] });
const withRender = (render: (answers: Parameters<typeof good.render>[0]) => object): AnyPlugin =>
  withWidget({ render: render as never });
const withTile = (change: object): AnyPlugin => withWidget({ tile: { ...good.tile, ...change } as never });

describe('the checks of what a plugin contributes', () => {
  it('are left out where it contributes nothing', () => {
    expect(checksFor(samplePlugin).some(({ contributions }) => contributions === true)).to.equal(false);
  });

  it('find nothing in a good widget, summary and digest rule', async () => {
    const summary = defineSummary({
      id: 'shelf',
      reads: { queue: cached(downloadQueue) },
      fields: Type.Object({ shelved: Type.Integer() }),
      render: ({ queue }) => ({ shelved: queue.items.length }),
    });
    const rule = defineDigestRule({
      id: 'full-shelf',
      reads: { queue: cached(downloadQueue) },
      evaluate: ({ queue }) =>
        queue.items.map(({ name }) => ({ type: 'shelf', severity: 'info' as const, text: name })),
    });
    expect(await complaints(sampleWith({ widgets: [good], summaries: [summary], digestRules: [rule] }))).to.deep.equal(
      [],
    );
  });

  const wrong: readonly (readonly [what: string, plugin: AnyPlugin, complaint: string])[] = [
    ['a widget that cannot work', withWidget({ summary: '' }), 'widget shelf: it has no summary'],
    ['a widget that is none', sampleWith({ widgets: [{} as AnyWidget] }), 'widget undefined: '],
    [
      'one that needs rows',
      withRender(({ queue }) => ({ total: Object.keys(queue.items[0] as object).length, items: [] })),
      'widget shelf without an integration cannot be rendered: Cannot convert undefined or null',
    ],
    [
      'one that breaks its response',
      withRender(({ queue }) => ({ total: queue.items.length === 0 ? 0 : 'one', items: [] })),
      'widget shelf with the rows of the case ok does not match its response schema: /total: must be integer',
    ],
    [
      'one that changes what it is given',
      withRender(({ queue }) => ({ total: (queue.items as object[]).push({}), items: [] })),
      'cannot be rendered: Cannot add property 0, object is not extensible (what it is given is frozen: copy it)',
    ],
    ['one that is not pure', withRender(counting()), 'renders differently the second time'],
    ['a group', withTile({ group: 'kitchen' }), 'has the group kitchen, which is not one of overview'],
    ['a format', withTile({ stats: [{ field: 'total', label: '', format: 'tons' }] }), 'shows total as tons'],
    ['an icon of another form', withTile({ icon: 'fa-cat' }), 'has the icon fa-cat, which must look like mdi-'],
    ['an icon', withTile({ icon: 'mdi-no-such-thing' }), 'has the icon mdi-no-such-thing, which Material Design Icons'],
    ['an action', withTile({ actions: ['shelf.burn'] }), 'offers the action shelf.burn, which neither the plugin nor'],
  ];

  for (const [what, plugin, complaint] of wrong) {
    it(`find ${what}`, async () => {
      const said = await complaints(plugin);
      expect(said.join('\n')).to.include(complaint);
    });
  }

  const shelves = definePort({
    id: 'sample.shelves',
    keep: 'snapshot',
    item: Type.Object({ id: Type.String(), books: Type.Integer() }),
    key: ({ id }) => id,
  });
  const brought = (port: AnyPort, render: (total: number) => unknown): AnyPlugin =>
    sampleWith({
      create: (ctx) => ({
        ...connect(ctx),
        tasks: [fill(shelves, '15s', async () => [])],
        widgets: [
          {
            id: 'own-shelf',
            summary: 'What is on the shelf',
            reads: { shelves: cached(port) },
            response: Type.Object({ total: Type.Integer() }),
            render: ({ shelves: { items } }: { readonly shelves: { readonly items: readonly object[] } }) => ({
              total: render(items.length),
            }),
          },
        ],
      }),
    });
  const filled = (items: readonly object[]) => ({
    'test/cases/ok/expected.json': JSON.stringify([
      { step: 'task:sample.shelves', published: [{ port: shelves.id, kind: 'replace', items }] },
    ]),
  });

  it('hold what an integration brings against the ports that it fills, and the rows of the case ok', async () => {
    const other = { ...shelves, item: Type.Object({ id: Type.String(), books: Type.String() }) } as never;
    const rows = filled([{ id: 'a', books: 2 }]);
    expect(
      await complaints(
        brought(shelves, (total) => total),
        rows,
      ),
    ).to.deep.equal([]);
    expect(
      await complaints(
        brought(other, (total) => total),
        rows,
      ),
    ).to.deep.equal([
      'widget own-shelf: its read shelves names the port sample.shelves, which has a different field books here',
    ]);
    expect(
      await complaints(
        brought(shelves, (total) => (total === 0 ? 0 : 'one')),
        rows,
      ),
    ).to.deep.equal([
      'widget own-shelf with the rows of the case ok does not match its response schema: /total: must be integer',
    ]);
  });

  it('try every query by which a widget asks something else, with the settings of its plugin', async () => {
    const settings = Type.Object({ greeting: Type.String({ description: 'What it says', default: 'hello' }) });
    const asking = defineWidget({
      id: 'asking',
      summary: 'What is on one of two shelves',
      settings,
      query: Type.Object({ shelf: Type.Enum(['upper', 'lower'], { default: 'upper' }) }),
      reads: ({ shelf }) => ({
        health: cached(opsHealth),
        rows: shelf === 'upper' ? cached(downloadQueue) : optional(cached(requestItems)),
      }),
      response: Type.Object({ greeting: Type.String(), shelf: Type.String() }),
      render: (_, { settings: { greeting }, query: { shelf } }) => ({ greeting, shelf }),
    });
    expect(await complaints(sampleWith({ settings, widgets: [asking] }))).to.deep.equal([]);
    const lower = ({ query }: { readonly query: { readonly shelf: string } }) => query.shelf === 'lower';
    const half = { ...asking, render: (_: never, ctx: never) => ({ greeting: '', shelf: lower(ctx) ? 7 : '' }) };
    expect((await complaints(sampleWith({ settings, widgets: [half as AnyWidget] })))[0]).to.equal(
      'widget asking for the query {"shelf":"lower"} without an integration does not match its response schema: /shelf: must be string',
    );
    expect(await complaints(sampleWith({ widgets: [asking] }))).to.deep.equal([
      'widget asking: its settings differ from those its plugin declares',
    ]);
  });

  it('take the rows of a case as they are kept at its end', async () => {
    const change = { port: 'download.queue', kind: 'patch', upsert: [item], remove: ['b'] };
    const first = { port: 'download.queue', kind: 'replace', items: [{ ...item, id: 'b' }] };
    const both = JSON.stringify([{ step: 'task:download.queue', published: [first, change] }]);
    const seen: unknown[] = [];
    const watched = withRender(({ queue }) => {
      seen.push(queue.items.map(({ id }) => id));
      return { total: 0, items: [] };
    });
    expect(await complaints(watched, { 'test/cases/ok/expected.json': both })).to.deep.equal([]);
    expect(seen.at(-1)).to.deep.equal(['a']);
  });
});

function counting(): () => object {
  let times = 0;
  return () => {
    times += 1;
    return { total: times, items: [] };
  };
}
