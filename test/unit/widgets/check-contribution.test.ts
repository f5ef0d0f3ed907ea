import 'reflect-metadata';
import {
  type AnyWidget,
  cached,
  cleanupItems,
  defineDigestRule,
  definePort,
  defineSummary,
  defineWidget,
  digest,
  IsoTime,
  listOf,
  live,
  mediaPlayback,
  mediaServer,
  mediaUsers,
  type NamedBy,
  named,
  nullable,
  oneOf,
  optional,
  picture,
  type Read,
  RowTone,
  type TileList,
  Type,
  tally,
  top,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { fresh, readsOf, sentences, summary, widget } from './contribution.js';
import { events, things } from './scene.js';

const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index === 0 ? 'id' : `f${index}`, Type.String()]));

const BY_ITEM = { read: 'rows', field: 'itemId' };
const namedBy = (read: string, field: string, more: Partial<NamedBy> = {}): Partial<AnyWidget> => ({
  reads: { rows: cached(cleanupItems), count: tally(events), it: named(things, { read, field, ...more }) },
});

describe('contributions that cannot work', () => {
  const wrongReads: readonly (readonly [read: Read, fault: string])[] = [
    [cached(mediaPlayback), 'reads every row of the log media.playback: add since or newest'],
    [
      tally(mediaPlayback, { distinct: 'userId' }),
      'counts distinct values over the whole log media.playback: add since, or use count and sum',
    ],
    [
      tally(events, { where: { who: ['ann', 'bob'] } }),
      'filters the whole log test.events by several values: add since, or use one value',
    ],
    [
      cached(things, { where: { id: ['a', undefined] as never } }),
      'compares id with something other than a text, number or flag',
    ],
    [
      cached(things, { where: { id: { not: 'a' } as never } }),
      'compares id with something other than a text, number or flag',
    ],
    [cached(mediaServer, { newest: 3 }), 'uses time, but media.server has no at'],
    [tally(mediaUsers, { where: { name: 'x' } as never }), 'uses name, but media.users has no index on it'],
    [tally(things, { sum: 'colour' as never }), 'adds up colour, which is not a number'],
    [top(things, {} as never), 'has no field to group by'],
    [cached(things, { since: '3d' as never }), 'has the window 3d, which does not exist'],
    [cached(things, { newest: 0 }), 'limits rows to something other than a whole number above 0'],
    [live(events), 'reads the log test.events live, which only works for snapshots'],
    [{ kind: 'rows', freshness: 'cached' }, 'names no port'],
    [null as never, 'must be made with cached, tally, top, series, live or digest'],
    [
      cached(definePort({ ...mediaUsers, keep: 'log' })),
      'names the port media.users, which is a snapshot here, not a log',
    ],
    [
      cached(definePort({ ...mediaServer, item: Type.Object({ id: Type.Integer() }) } as never) as never),
      'names the port media.server, which has a different field id here',
    ],
    [
      cached(definePort({ ...events, id: 'acme.events', at: undefined } as never)),
      'names the port acme.events, which is a log without at, so its rows have no time',
    ],
    [
      cached(definePort({ ...things, id: 'acme.things', index: ['weight'] } as never)),
      'names the port acme.things, which has an index on weight, which is not a field of its items',
    ],
    [
      cached(definePort({ ...things, id: 'acme.wide', item: Type.Object(fields(49)) } as never)),
      'names the port acme.wide, which has 49 fields: an item has at most 48',
    ],
  ];
  for (const [read, fault] of wrongReads) {
    it(`refuses a read that ${fault}`, () => {
      const registry = fresh();
      registry.add('acme', { widgets: [widget('w', { reads: readsOf(read) })] });
      expect(sentences(registry)).to.deep.equal([`The widget w of acme is omitted: its read it ${fault}`]);
    });
  }

  it('takes reads of a whole log that counters answer, and of an older copy of a port', () => {
    const { tmdb: _, ...older } = { tmdb: 0, ...mediaServer.item.properties };
    const reads = {
      all: tally(mediaPlayback, { sum: 'playedSeconds' }),
      last: cached(mediaPlayback, { newest: 5 }),
      week: tally(mediaPlayback, { since: '7d', distinct: 'userId' }),
      some: tally(mediaPlayback, { since: '7d', where: { userId: ['a', 'b'] } }),
      few: cached(things, { where: { size: [1, 2], colour: 'red' } }),
      server: cached(definePort({ ...mediaServer, item: Type.Object({ id: older.id, name: older.name }) }) as never),
    };
    const registry = fresh();
    registry.add('acme', { widgets: [widget('w', { reads })] });
    expect(sentences(registry)).to.deep.equal([]);
  });

  it('lets summaries read nothing live, and rules no digest', () => {
    const registry = fresh();
    registry.add('acme', {
      summaries: [summary('s', ['x'], { reads: { it: live(things) } })],
      rules: [defineDigestRule({ id: 'r', reads: { it: digest() } as never, evaluate: () => [] })],
    });
    expect(sentences(registry)).to.deep.equal([
      'The summary s of acme is omitted: its read it is live, which is not allowed here',
      'The digest rule r of acme is omitted: its read it is derived, which is not allowed here',
    ]);
  });

  const tile = { title: 'T', group: 'ops' as const, icon: 'mdi-x' };
  const stat = (field: string) => ({ field, label: 'L', format: 'number' as const });
  const row = {
    ...{ id: Type.String(), title: Type.String(), n: Type.Integer(), ok: Type.Boolean(), kind: oneOf('good', 'evil') },
    ...{ many: Type.Integer({ maximum: 1000 }), done: nullable(Type.Number({ minimum: 0, maximum: 100 })) },
    ...{ tone: RowTone(), half: oneOf('good', 'bad'), at: nullable(IsoTime()), page: Type.Optional(Type.String()) },
    poster: picture(),
  };
  const listing = (roles: Partial<TileList<never>>): Partial<AnyWidget> => ({
    response: Type.Object({ rows: listOf(row) }),
    tile: { ...tile, stats: [], list: { items: 'rows' as never, name: 'title', ...roles } as never },
  });

  const charting = (chart: object): Partial<AnyWidget> => ({
    response: Type.Object({ n: Type.Integer(), rows: listOf(row) }),
    tile: {
      ...tile,
      stats: [],
      chart: { kind: 'bars', items: 'rows', x: 'title', series: [{ field: 'many' }], ...chart } as never,
    },
  });

  it('takes roles that fit, of fields that may be null or missing, too', () => {
    const registry = fresh();
    const all = {
      details: ['n', 'kind', 'title'],
      progress: 'done',
      tone: 'tone',
      at: 'at',
      href: 'page',
      image: 'poster',
    };
    const about = { ...listing(all).tile, for: 'admin', about: 'rows' } as AnyWidget['tile'] & object;
    registry.add('acme', {
      widgets: [widget('w', { ...listing(all), tile: about }), widget('v', listing({ progress: 'n', tone: 'half' }))],
    });
    expect(sentences(registry)).to.deep.equal([]);
    expect(registry.widget('w')?.tile).to.deep.equal(about);
  });

  const wrongWidgets: readonly (readonly [more: Partial<AnyWidget>, fault: string])[] = [
    [{ path: '/somewhere' as never }, 'its path /somewhere must look like /api/my-path'],
    [{ path: '/api/widgets/x' }, 'its path /api/widgets/x is reserved for Sidelight'],
    [{ path: '/api/x', tile: { ...tile, stats: [] } }, 'it has both its own path and a tile: choose one'],
    [{ id: 'My Widget' }, 'its id must look like my-widget'],
    [
      { tile: { ...tile, stats: [stat('m')] as never } },
      'its tile shows the field m, which its response does not have',
    ],
    [
      { tile: { ...tile, stats: [], list: { items: 'n' as never, name: 'x' } } },
      'its tile lists n, which is not a list in its response',
    ],
    [
      {
        response: Type.Object({ rows: listOf({ title: Type.String() }) }),
        tile: { ...tile, stats: [], list: { items: 'rows' as never, name: 'name' } },
      },
      'its tile takes the names of its rows from name, which they do not have',
    ],
    [charting({ kind: 'pie' }), 'its chart is pie: use bars, lines, area, uptime'],
    [charting({ items: 'n' }), 'its chart draws n, which is not a list in its response'],
    [charting({ x: 'gone' }), 'the x axis of its chart is gone, which is not a text in its rows'],
    [charting({ series: [] }), 'its chart has no series'],
    [charting({ series: [{ field: 'title' }] }), 'its chart draws title, which is not a number in its rows'],
    [charting({ series: 7 }), 'its chart has no series'],
    [
      { tile: { ...tile, stats: [{ ...stat('n'), change: 'n' }] as never } },
      'its tile shows n as a change, which is not a text in its response',
    ],
    [{ tile: { ...tile, stats: [], for: 'cat' as never } }, 'its tile is for cat: use wall or admin'],
    [{ tile: { ...tile, stats: [], about: 'things' } }, 'its tile is about things, which is not one of its reads'],
    [{ tile: { ...tile, stats: [], about: 'toString' } }, 'its tile is about toString, which is not one of its reads'],
    [listing({ details: 'title' as never }), 'the details of its rows must be a list of fields'],
    [listing({ details: ['title', 'gone'] }), 'its tile uses gone as the details of a row, which rows do not have'],
    [listing({ details: ['ok'] }), 'its tile uses ok as the details of a row, but that is neither a text nor a number'],
    [
      listing({ progress: 'title' }),
      'its tile uses title as the progress of a row, but that is not a number from 0 to 100',
    ],
    [
      listing({ progress: 'many' }),
      'its tile uses many as the progress of a row, but that is not a number from 0 to 100',
    ],
    [
      listing({ tone: 'title' }),
      'its tile uses title as the tone of a row, but that is not one of good, attention, bad, muted',
    ],
    [
      listing({ tone: 'kind' }),
      'its tile uses kind as the tone of a row, but that is not one of good, attention, bad, muted',
    ],
    [listing({ at: 'title' }), 'its tile uses title as the at of a row, but that is not an IsoTime'],
    [listing({ href: 'n' }), 'its tile uses n as the href of a row, but that is not a text'],
    [listing({ image: 'page' }), 'its tile uses page as the image of a row, but that is not a picture()'],
    [{ response: Type.Object({ sources: Type.String() }) }, 'its field sources is reserved for Sidelight'],
    [{ response: Type.Object({ success: Type.Boolean() }) }, 'its field success is reserved for Sidelight'],
    [{ response: Type.String() as never }, 'its response must be a Type.Object'],
    [{ render: 'no' as never }, 'it has no render function'],
    [{ reads: undefined as never }, 'it has no reads'],
    [
      { reads: { it: { ...cached(things), optional: 'yes' as never } } },
      'its read it has an optional that is neither true nor false',
    ],
    [{ reads: { it: optional(cached(things)) } }, 'all its reads are optional, so it would have no state'],
    [namedBy('other', 'itemId'), 'its read it takes its names from other, which does not read rows'],
    [namedBy('count', 'itemId'), 'its read it takes its names from count, which does not read rows'],
    [namedBy('it', 'itemId'), 'its read it takes its names from it, which does not read rows'],
    [namedBy('rows', 'collection'), 'its read it takes its names from collection, which is not a reference'],
    [namedBy('rows', 'gone'), 'its read it takes its names from the field gone, which its port does not have'],
    [namedBy('rows', 'sizeBytes', { own: true }), 'its read it takes its names from sizeBytes, which is not an id'],
    [
      { reads: { rows: cached(cleanupItems), it: { ...named(things, BY_ITEM), port: mediaUsers } } },
      'its read it looks up rows by id, but media.users has no index on it',
    ],
    [
      { tile: { ...tile, stats: [stat('n') as never], about: 'users' } },
      'its tile is about users, which is not one of its reads',
    ],
    [
      {
        reads: { rows: cached(things), users: optional(cached(mediaUsers)) },
        tile: { ...tile, stats: [stat('n') as never], about: 'users' },
      },
      'its tile is about users, which is optional',
    ],
  ];
  for (const [more, fault] of wrongWidgets) {
    it(`refuses a widget: ${fault}`, () => {
      const registry = fresh();
      registry.add('acme', { widgets: [widget('w', more)] });
      expect(sentences(registry).map((text) => text.replace(/^.* is omitted: /, ''))).to.deep.equal([fault]);
      expect(registry.widgets().map(({ id }) => id)).to.deep.equal(['homepage']);
    });
  }
});

// Types say the same as the registry: what follows compiles only as long as they do.
defineWidget({
  id: 'typed',
  summary: 'x',
  reads: {},
  response: Type.Object({ n: Type.Integer() }),
  // @ts-expect-error a tile of a field that is not there
  tile: { ...{ title: 'T', group: 'ops', icon: 'i' }, stats: [{ field: 'm', label: 'L', format: 'number' }] },
  render: () => ({ n: 1 }),
});
// @ts-expect-error a summary never waits for an upstream
defineSummary({ id: 'typed', reads: { it: live(things) }, fields: Type.Object({}), render: () => ({}) });
// @ts-expect-error a set holds values of the field
cached(things, { where: { size: ['one'] } });
// @ts-expect-error only indexed fields
cached(things, { where: { seenAt: ['x'] } });
