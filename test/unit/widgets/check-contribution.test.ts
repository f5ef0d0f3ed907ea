import 'reflect-metadata';
import {
  type AnyWidget,
  cached,
  defineDigestRule,
  definePort,
  defineSummary,
  defineWidget,
  digest,
  listOf,
  live,
  mediaPlayback,
  mediaServer,
  mediaUsers,
  type Read,
  Type,
  tally,
  top,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { fresh, readsOf, sentences, summary, widget } from './contribution.js';
import { events, things } from './scene.js';

const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index === 0 ? 'id' : `f${index}`, Type.String()]));

describe('contributions that cannot work', () => {
  const wrongReads: readonly (readonly [read: Read, fault: string])[] = [
    [cached(mediaPlayback), 'asks for every row of the log media.playback: give since or newest'],
    [
      tally(mediaPlayback, { distinct: 'userId' }),
      'tells values apart over the whole log media.playback: give since, or ask for count and sum',
    ],
    [cached(mediaServer, { newest: 3 }), 'goes by time, and media.server has no at'],
    [tally(mediaUsers, { where: { name: 'x' } as never }), 'goes by name, which media.users has no index on'],
    [tally(things, { sum: 'colour' as never }), 'adds up colour, which is no number'],
    [top(things, {} as never), 'does not say by which field to group'],
    [cached(things, { since: '3d' as never }), 'has the window 3d, which does not exist'],
    [cached(things, { newest: 0 }), 'wants a number of rows that is no whole number above 0'],
    [live(events), 'asks the log test.events live'],
    [{ kind: 'rows', freshness: 'cached' }, 'names no port'],
    [null as never, 'is not made by cached, tally, top, live or digest'],
    [
      cached(definePort({ ...mediaUsers, keep: 'log' })),
      'names the port media.users, which is a snapshot here, not a log',
    ],
    [
      cached(definePort({ ...mediaServer, item: Type.Object({ id: Type.Integer() }) } as never) as never),
      'names the port media.server, which has another field id here',
    ],
    [
      cached(definePort({ ...events, id: 'acme.events', at: undefined } as never)),
      'names the port acme.events, which is a log without at, so its rows have no time',
    ],
    [
      cached(definePort({ ...things, id: 'acme.things', index: ['weight'] } as never)),
      'names the port acme.things, which has an index on weight, which is no field of its items',
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
      expect(sentences(registry)).to.deep.equal([`The widget w of acme is left out: its read it ${fault}`]);
    });
  }

  it('takes reads of a whole log that counters answer, and of an older copy of a port', () => {
    const { tmdb: _, ...older } = { tmdb: 0, ...mediaServer.item.properties };
    const reads = {
      all: tally(mediaPlayback, { sum: 'playedSeconds' }),
      last: cached(mediaPlayback, { newest: 5 }),
      week: tally(mediaPlayback, { since: '7d', distinct: 'userId' }),
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
      'The summary s of acme is left out: its read it is live, which is not possible here',
      'The digest rule r of acme is left out: its read it is derived, which is not possible here',
    ]);
  });

  const tile = { title: 'T', group: 'ops' as const, icon: 'mdi-x' };
  const stat = (field: string) => ({ field, label: 'L', format: 'number' as const });
  const wrongWidgets: readonly (readonly [more: Partial<AnyWidget>, fault: string])[] = [
    [{ path: '/somewhere' as never }, 'its path /somewhere is not like /api/my-path'],
    [{ path: '/api/widgets/x' }, 'its path /api/widgets/x belongs to Sidelight itself'],
    [{ path: '/api/x', tile: { ...tile, stats: [] } }, 'it has both a path of its own and a tile'],
    [{ id: 'My Widget' }, 'its id is not like my-widget'],
    [
      { tile: { ...tile, stats: [stat('m')] as never } },
      'its tile shows the field m, which its response does not have',
    ],
    [
      { tile: { ...tile, stats: [], list: { items: 'n' as never, name: 'x' } } },
      'its tile lists n, which is no list of its response',
    ],
    [
      {
        response: Type.Object({ rows: listOf({ title: Type.String() }) }),
        tile: { ...tile, stats: [], list: { items: 'rows' as never, name: 'name' } },
      },
      'its tile names its rows by name, which they do not have',
    ],
    [{ response: Type.Object({ sources: Type.String() }) }, 'its field sources is one that Sidelight keeps for itself'],
    [
      { response: Type.Object({ success: Type.Boolean() }) },
      'its field success is one that Sidelight keeps for itself',
    ],
    [{ response: Type.String() as never }, 'its response is not a Type.Object'],
    [{ render: 'no' as never }, 'it has no function render'],
    [{ reads: undefined as never }, 'it has no reads'],
  ];
  for (const [more, fault] of wrongWidgets) {
    it(`refuses a widget: ${fault}`, () => {
      const registry = fresh();
      registry.add('acme', { widgets: [widget('w', more)] });
      expect(sentences(registry).map((text) => text.replace(/^.* is left out: /, ''))).to.deep.equal([fault]);
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
