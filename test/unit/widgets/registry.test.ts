import 'reflect-metadata';
import {
  type AnySummary,
  type AnyWidget,
  cached,
  defineAction,
  defineDigestRule,
  defineLookup,
  definePort,
  defineSummary,
  defineWidget,
  digest,
  downloadPause,
  listOf,
  live,
  mediaPlayback,
  mediaServer,
  mediaUsers,
  type Read,
  type Reads,
  Type,
  tally,
  top,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { silentLog } from '#core/log.js';
import { Catalog } from '#core/widgets/catalog.js';
import { actionsOf, contributionsOf } from '#core/widgets/contributions.js';
import { Registry } from '#core/widgets/registry.js';
import { counter, events, facts, fakeClock, makeSource, rule, things } from './scene.js';

const widget = (id: string, more: Partial<AnyWidget> = {}): AnyWidget => ({
  ...counter(id, { rows: cached(things) }, () => 0),
  ...more,
});

const summary = (id: string, keys: readonly string[], more: Partial<AnySummary> = {}): AnySummary => ({
  id,
  reads: { rows: cached(things) },
  fields: Type.Object(Object.fromEntries(keys.map((key) => [key, Type.Integer()]))),
  render: () => Object.fromEntries(keys.map((key) => [key, 1])),
  ...more,
});

const lookup = (path: `/api/${string}`) =>
  defineLookup({
    path,
    summary: 'One thing',
    params: Type.Object({ id: Type.String() }),
    response: Type.Object({ id: Type.String() }),
    answer: async () => null,
  });

/** What the reads of a contribution may look like when nobody checked their types. */
const readsOf = (read: unknown): Reads => ({ it: read as Read });

const sentences = (registry: Registry): readonly string[] => registry.refused().map(({ text }) => text);
const fresh = (): Registry => new Registry(silentLog);

describe('Registry', () => {
  it('composes each widget with its path and the fields that every payload carries', () => {
    const registry = fresh();
    registry.add('core', { widgets: [widget('things'), widget('now', { reads: { it: live(things) } })] });
    const composed = registry.widget('things');
    expect(composed).to.include({ path: '/api/widgets/things', freshness: 'cached' });
    expect(Object.keys(composed?.response.properties ?? {})).to.deep.equal([
      ...['service', 'n', 'updatedAt', 'sourceState', 'sources'],
    ]);
    expect(registry.widget('now')).to.include({ freshness: 'live' });
    expect(registry.refused()).to.deep.equal([]);
  });

  it('gives another list of widgets whenever something was added', () => {
    const registry = fresh();
    const before = registry.widgets();
    registry.add('core', { summaries: [summary('a', ['x'])] });
    expect(registry.widgets()).to.not.equal(before);
  });

  it('takes in a plugin once, however many integrations it has', () => {
    const registry = fresh();
    const contributions = {
      widgets: [widget('w')],
      summaries: [summary('s', ['x'])],
      digestRules: [rule('r', () => [])],
    };
    const plugin = { ...makeSource('a').plugin, ...contributions };
    registry.add('acme', contributionsOf(plugin));
    registry.add('acme', contributionsOf(plugin));
    expect(registry.refused()).to.deep.equal([]);
    expect(registry.widgets().map(({ id }) => id)).to.deep.equal(['homepage', 'w']);
  });

  it('knows the actions of the vocabulary, and those that integrations handle beside them', () => {
    const own = defineAction({ ...downloadPause, id: 'acme.nudge', path: 'nudges' });
    const handler = (action: typeof own) => ({ action, run: async () => undefined });
    const registry = fresh();
    const { integration } = makeSource('a', { actions: [handler(downloadPause), handler(own)] });
    registry.add('acme', actionsOf(integration));
    registry.add('other', actionsOf(integration));
    const ids = registry.actions().map(({ id }) => id);
    expect(ids).to.include.members(['download.pause', 'session.stop', 'acme.nudge']);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(registry.refused()).to.deep.equal([]);
  });

  it('names every read, and every port beside those of the vocabulary', () => {
    const registry = fresh();
    registry.add('core', { widgets: [widget('w')], summaries: [summary('s', ['x'])] });
    expect(registry.reads()).to.have.lengthOf(2);
    expect(registry.ports().map(({ id }) => id)).to.include.members(['test.things', 'media.users']);
  });

  const collisions: readonly (readonly [what: string, act: (registry: Registry) => void, sentence: string])[] = [
    [
      'a widget of the host’s own',
      (it) => it.add('acme', { widgets: [widget('things')] }),
      'The widget things of acme is left out: Sidelight’s own widget things was there first',
    ],
    [
      'the widget of an earlier plugin',
      (it) => {
        it.add('acme', { widgets: [widget('gauge')] });
        it.add('other', { widgets: [widget('gauge')] });
      },
      'The widget gauge of other is left out: acme’s widget gauge was there first',
    ],
    [
      'a path with a parameter',
      (it) => it.add('acme', { widgets: [widget('one', { path: '/api/item/new' })] }),
      'The widget one of acme is left out: its path /api/item/new is taken by /api/item/:id of Sidelight itself',
    ],
    [
      'a path by a lookup',
      (it) => it.add('acme', { lookups: [lookup('/api/item/:id')] }),
      'The lookup /api/item/:id of acme is left out: its path /api/item/:id is taken by /api/item/:id of Sidelight itself',
    ],
    [
      'a key of the homepage',
      (it) => it.add('acme', { summaries: [summary('more', ['fresh', 'total'])] }),
      'The summary more of acme is left out: Sidelight’s own key total was there first',
    ],
    [
      'a digest rule',
      (it) => it.add('acme', { rules: [rule('late', () => [])] }),
      'The digest rule late of acme is left out: Sidelight’s own digest rule late was there first',
    ],
    [
      'an action of another shape',
      (it) => it.add('acme', { actions: [defineAction({ ...downloadPause, path: 'downloads/halt' })] }),
      'The action download.pause of acme is left out: Sidelight’s own action download.pause was there first',
    ],
    [
      'the homepage itself',
      (it) => it.add('acme', { widgets: [widget('homepage')] }),
      'The widget homepage of acme is left out: homepage is made of all summaries: contribute one of these',
    ],
  ];
  for (const [what, act, sentence] of collisions) {
    it(`refuses what collides with ${what}, and keeps the rest`, () => {
      const registry = fresh();
      registry.add('core', {
        widgets: [widget('things')],
        summaries: [summary('totals', ['total'])],
        lookups: [lookup('/api/item/:id')],
        rules: [rule('late', () => [])],
      });
      act(registry);
      registry.add('acme', { widgets: [widget('other')] });
      expect(sentences(registry)).to.deep.equal([sentence]);
      expect(registry.refused()[0]).to.include({ type: 'contribution_refused', severity: 'warn' });
      expect(registry.widget('other')).to.not.equal(undefined);
    });
  }

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

  it('survives what is no contribution at all', () => {
    const registry = fresh();
    registry.add('acme', { widgets: [null as never, widget('w')], lookups: [lookup('/api/things/:name')] });
    expect(sentences(registry)).to.have.lengthOf(2);
    expect(sentences(registry)[1]).to.contain('its params do not declare name');
    expect(registry.widget('w')).to.not.equal(undefined);
  });
});

describe('Catalog', () => {
  it('lists what a key can reach, with the scope that it takes', () => {
    const registry = fresh();
    registry.add('core', {
      widgets: [widget('things'), widget('now', { reads: { it: live(facts) } }), widget('own', { path: '/api/own' })],
      lookups: [lookup('/api/item/:id')],
    });
    const clock = fakeClock();
    const catalog = new Catalog(registry, clock);
    const payload = catalog.render();
    const of = (path: string) => payload.endpoints.find((endpoint) => endpoint.path === path);
    expect(payload).to.deep.include({
      service: true,
      snapshot: '/api/widgets/homepage',
      auth: { header: 'x-api-token', settings: '/settings/api-key' },
    });
    expect(of('/api/widgets/things')).to.include({ method: 'GET', scope: 'widgets-only', freshness: 'cached' });
    expect(of('/api/widgets/now')).to.include({ freshness: 'live' });
    expect(of('/api/own')).to.include({ scope: 'full' });
    expect(of('/api/item/:id')).to.include({ scope: 'full' });
    expect(of('/api/widgets/downloads/pause')).to.include({
      method: 'POST',
      scope: 'widgets-write',
      freshness: 'live',
    });
    clock.advance(60_000);
    expect(catalog.render(), 'the same until something is added').to.equal(payload);
  });
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
