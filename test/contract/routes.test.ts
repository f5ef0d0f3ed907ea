import type { AnyPort, AnyWidget, Query, Read } from '@sidelight/plugin-api';
import * as vocabulary from '@sidelight/plugin-api';
import { expect } from 'chai';
import { asksOf, renderNothing, summariseNothing } from '../support/answers.js';
import { type Contributions, loadContributions } from '../support/contributions.js';
import { fieldsOf, withLabels } from '../support/fields-of.js';
import { lookups as lookupTable } from './lookups.js';
import type { Route, Routes } from './routes/form.js';
import { homepage, reads as readTable, widgets as widgetTable } from './routes.js';

const freshnessOf = (widget: AnyWidget): Route['freshness'] =>
  Object.values<Read>(asksOf(widget)).some((read) => read.freshness === 'live') ? 'live' : 'cached';

const routeOf = (widget: AnyWidget): Route => ({
  freshness: freshnessOf(widget),
  fields: fieldsOf(widget.response),
});

const expected = (table: Routes): Record<string, Route> =>
  Object.fromEntries(Object.entries(table).map(([id, route]) => [id, { ...route, fields: withLabels(route.fields) }]));

const hasText = (value: unknown): value is string => typeof value === 'string' && value !== '';

describe('the routes', () => {
  let all: Contributions;
  before(async () => {
    all = await loadContributions();
  });

  it('under /api/widgets are those of the table, field by field', () => {
    const own = all.widgets.filter((widget) => widget.path === undefined);
    expect(Object.fromEntries(own.map((widget) => [widget.id, routeOf(widget)]))).to.deep.equal(expected(widgetTable));
  });

  it('with a path of their own are those of the table, field by field', () => {
    const own = all.widgets.filter((widget) => widget.path !== undefined);
    expect(Object.fromEntries(own.map((widget) => [widget.path, routeOf(widget)]))).to.deep.equal(expected(readTable));
  });

  it('about one thing are those of the table, field by field', () => {
    const own = all.lookups.map((lookup) => [lookup.path, fieldsOf(lookup.response)]);
    expect(Object.fromEntries(own)).to.deep.equal(lookupTable);
  });

  it('have a homepage that is the sum of the summaries, each key owned once', () => {
    const fields = all.summaries.map((summary) => fieldsOf(summary.fields));
    expect(Object.assign({}, ...fields)).to.deep.equal(homepage);
    expect(fields.flatMap((slice) => Object.keys(slice))).to.have.length(44);
  });

  it('have ids of their own', () => {
    for (const list of [all.widgets, all.summaries, all.rules]) {
      const ids = list.map((contribution) => contribution.id);
      expect([...new Set(ids)]).to.deep.equal(ids);
    }
  });

  it('say what they are in one sentence without an end', () => {
    for (const { summary } of [...all.widgets, ...all.lookups]) expect(summary).to.match(/^[A-Z].*[^.]$/);
  });

  it('answer zeros, empty lists and nulls when nothing is configured', () => {
    for (const widget of all.widgets) {
      for (const [field, value] of Object.entries(renderNothing(widget))) {
        const name = `${widget.id}.${field}`;
        if (Array.isArray(value)) expect(value, name).to.deep.equal([]);
        if (typeof value === 'number') expect(value, name).to.equal(0);
        expect(['error', 'success'], name).not.to.include(field);
      }
    }
    const snapshot = Object.assign({}, ...all.summaries.map(summariseNothing));
    expect(snapshot).to.include({ movies: 0, digestOk: true, storage: '0 B', mediaserverStatus: 'unknown' });
    expect(snapshot).to.include({ backupAt: null, backupLabel: 'never' });
  });
});

describe('the tiles', () => {
  const actionIds = Object.values(vocabulary).flatMap((value) =>
    typeof value === 'object' && value !== null && 'touches' in value ? [value.id] : [],
  );
  let all: Contributions;
  before(async () => {
    all = await loadContributions();
  });

  it('belong to the widgets under /api/widgets, one each', () => {
    const without = all.widgets.filter((widget) => (widget.tile === undefined) !== (widget.path !== undefined));
    expect(without.map((widget) => widget.id)).to.deep.equal([]);
  });

  it('show fields that the payload has, and no booleans or dates, which dashboards draw as blanks', () => {
    for (const { id, tile, response } of all.widgets) {
      if (tile === undefined) continue;
      const fields = fieldsOf(response);
      expect(tile.icon, id).to.match(/^mdi-[a-z0-9-]+$/);
      expect(tile.stats, id).not.to.be.empty;
      for (const stat of tile.stats) {
        expect(fields[stat.field], `${id}.${stat.field}`)
          .to.be.a('string')
          .that.does.not.match(/^flag|^time|\?$/);
        expect(hasText(stat.label), `${id}.${stat.field}`).to.equal(true);
      }
    }
  });

  it('list rows by a field that they have', () => {
    for (const { id, tile, response } of all.widgets) {
      if (tile?.list === undefined) continue;
      const list = fieldsOf(response)[tile.list.items];
      expect(Array.isArray(list) && list[0]?.[tile.list.name], id).to.equal('text');
    }
  });

  it('say more of every row than its name: who, how it is, or when', () => {
    for (const { id, tile } of all.widgets) {
      if (tile?.list === undefined) continue;
      const { details = [], tone, at } = tile.list;
      expect(
        [...details, tone, at].filter((field) => field !== undefined),
        id,
      ).not.to.be.empty;
    }
  });

  it('have a bar for every progress, and a colour for every tone', () => {
    for (const { id, tile, response } of all.widgets) {
      if (tile?.list === undefined) continue;
      const list = fieldsOf(response)[tile.list.items];
      const row = Array.isArray(list) ? list[0] : {};
      // `share` is a progress that may not be known.
      const bar = ['share', 'progress'].find((name) => name in row);
      expect(tile.list.progress, id).to.equal(bar);
      expect(tile.list.tone, id).to.equal('tone' in row ? 'tone' : undefined);
    }
  });

  it('are for the wall, but for those of who runs it', () => {
    const admins = all.widgets.filter(({ tile }) => tile?.for === 'admin').map(({ id }) => id);
    expect(admins).to.have.members([
      ...['backup', 'devices', 'feed-hits', 'health', 'indexers', 'invites', 'jobs'],
      ...['mediaserver-jobs', 'newsletter', 'repair', 'stalled', 'stitched', 'transcodes', 'uptime', 'users', 'wanted'],
      'webhooks',
    ]);
  });

  it('are there for every list, and offer known actions', () => {
    for (const { id, tile, response } of all.widgets) {
      if (tile === undefined) continue;
      const hasList = Object.values(fieldsOf(response)).some((field) => Array.isArray(field));
      expect(tile.list !== undefined, id).to.equal(hasList);
      for (const action of tile.actions ?? []) expect(actionIds).to.include(action);
    }
  });
});

describe('the reads', () => {
  it('ask of a log without a window only what its counters know, and of any port only what it has an index for', async () => {
    const all = await loadContributions();
    const asked = [...all.widgets, ...all.summaries, ...all.rules].flatMap(({ id, reads }) =>
      Object.values<Read>(reads).map((read) => ({ id, ...read })),
    );
    for (const { id, kind, port, query = {} } of asked) {
      if (port === undefined) continue;
      expect(unindexed(port, query), `${id} asks ${port.id}`).to.deep.equal([]);
      if (port.keep === 'log' && kind !== 'rows' && query.since === undefined) {
        expect(query.distinct, `${id} asks ${port.id}`).to.equal(undefined);
      }
      if (query.since !== undefined || query.newest !== undefined) expect(port.at, port.id).to.be.a('function');
    }
  });
});

const unindexed = (port: AnyPort, query: Query): readonly string[] =>
  [...Object.keys(query.where ?? {}), query.by, query.distinct, query.sum].filter(
    (field): field is string => field !== undefined && !(port.index ?? []).includes(field),
  );
