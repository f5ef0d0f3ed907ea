/** Tiles as a third party may write them. */
import {
  nullable,
  oneOf,
  type PackAction,
  type PackWidget,
  type Tile,
  type TObject,
  Type,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { tileTwins } from '#core/widgets/twins.js';
import { pack as homarr1 } from '#widgets/packs/homarr-1.js';
import { buttonsOf } from '#widgets/packs/homarr-2/buttons.js';
import { pack as homarr2 } from '#widgets/packs/homarr-2.js';
import { pack as homepage } from '#widgets/packs/homepage.js';
import { rowsOf } from '#widgets/packs/shared/rows.js';
import { leadingStats, statsOf } from '#widgets/packs/shared/stats.js';
import { compileTemplates } from '../../support/homarr-templates/compile.js';
import { type Homarr1, homarr1Faults } from '../../support/pack-rules/homarr-1.js';
import { type Homarr2, homarr2Faults } from '../../support/pack-rules/homarr-2.js';

const response = Type.Object({
  service: Type.Boolean(),
  freshness: Type.String(),
  sourceState: oneOf('ok', 'stale', 'down', 'disconnected'),
  n: Type.Integer(),
  hours: Type.Number(),
  usedBytes: Type.Integer(),
  used: Type.String(),
  rateBps: Type.Integer(),
  share: Type.Integer(),
  seconds: Type.Integer(),
  startedAt: Type.String(),
  panelOk: Type.Boolean(),
  panelStatus: oneOf('online', 'offline'),
  lonely: Type.Boolean(),
  lastAt: nullable(Type.String()),
  lastLabel: Type.String(),
  'odd-name': Type.Integer(),
  rows: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), 'odd-name': Type.String(), state: Type.String() }),
  ),
});

type Stats = Tile<TObject>['stats'];
const stat = (field: string, format: Stats[number]['format'] = 'number', label = field): Stats[number] => ({
  field,
  label,
  format,
});
/** Numbers have the texts beside them that Sidelight gives them. */
function widget(stats: Stats, more: Partial<Tile<TObject>> = {}): PackWidget {
  const tile: Tile<TObject> = { title: 'Gauges', group: 'ops', icon: 'mdi-gauge', stats, ...more };
  return {
    id: 'gauge',
    path: '/api/widgets/gauge',
    summary: 'The gauges',
    freshness: 'cached',
    response: Type.Object({ ...response.properties, ...tileTwins(response, tile).properties }),
    tile,
  };
}
const rows = { list: { items: 'rows', name: 'title' } };
const input = (...widgets: readonly PackWidget[]) => ({ baseUrl: 'http://a.lan', widgets, actions: [] });

describe('what packs show of a tile', () => {
  it('is the text beside each number, flag and moment', () => {
    const stats = [stat('n'), stat('panelOk', 'flag'), stat('lastAt', 'date'), stat('odd-name')];
    expect(statsOf(widget(stats)).map(({ field, isMoment }) => [field, isMoment])).to.deep.equal([
      ['nText', false],
      ['panelOkText', false],
      ['lastAtText', true],
    ]);
    expect(statsOf({ ...widget(stats), response }), 'without texts').to.deep.equal([]);
  });

  it('has labels that differ, and names that a path can have', () => {
    const stats = [stat('n', 'number', 'N'), stat('hours', 'number', 'N'), stat('odd-name')];
    expect(statsOf(widget(stats)).map(({ label }) => label)).to.deep.equal(['N', 'N (hours)']);
    expect(rowsOf(widget([], { list: { items: 'rows', name: 'odd-name' } }))).to.equal(null);
  });

  it('is a list of Homepage from five on; without anything, a link', () => {
    const names = ['n', 'hours', 'usedBytes', 'rateBps', 'seconds'];
    const five = names.map((name) => stat(name));
    const [file] = homepage.files(input(widget(five), { ...widget([]), id: 'empty', tile: { ...widget([]).tile } }));
    const [{ Operations }] = (file as unknown as { yaml: [{ Operations: Record<string, Record<string, unknown>>[] }] })
      .yaml;
    const [first, second] = Operations;
    expect(first?.['Gauges (gauge)']).to.have.nested.property('widget.display', 'list');
    expect(first?.['Gauges (gauge)']).to.have.nested.property('widget.mappings[1].field', 'hoursText');
    expect(second?.['Gauges (empty)']).to.have.all.keys('href', 'icon', 'description');
  });

  it('is the first four above rows, where a dashboard draws a row of numbers', () => {
    const five = ['n', 'hours', 'usedBytes', 'rateBps', 'seconds'].map((name) => stat(name));
    const listed = widget(five, rows);
    expect(leadingStats(listed).map(({ label }) => label)).to.deep.equal(['n', 'hours', 'usedBytes', 'rateBps']);
    expect(leadingStats(widget(five)), 'and all where there is nothing else').to.have.lengthOf(5);
    const [file] = homepage.files(input(listed));
    const [{ Operations }] = (file as unknown as { yaml: [{ Operations: Record<string, unknown>[] }] }).yaml;
    expect(Operations[0], 'where a tile asks once').to.have.nested.property('Gauges.widget.display', 'dynamic-list');
  });

  it('is no file of Homarr 1 where there is nothing to show', () => {
    expect(homarr1.files(input(widget([stat('odd-name')])))).to.deep.equal([]);
    const [file] = homarr1.files(input(widget([stat('rateBps', 'bitrate'), stat('n')])));
    const { json } = file as unknown as { json: Homarr1 };
    expect(json.displayConfig.template).to.include('s:[["rateBps","rateBpsText"],["n","nText"]]');
    expect(homarr1Faults(json)).to.deep.equal([]);
  });

  it('is drawn by Homarr 2 in every format, whatever its texts hold', async () => {
    const stats = [
      ...[stat('n'), stat('rateBps', 'bitrate'), stat('share', 'percent'), stat('seconds', 'duration')],
      ...[stat('startedAt', 'date'), stat('used', 'text', 'A "b" {c} <d>')],
    ];
    const tile = widget(stats, { ...rows, title: '</Text>{window}"' });
    const [, file] = homarr2.files(input(tile));
    const { json } = file as unknown as { json: Homarr2 };
    expect(homarr2Faults(json)).to.deep.equal([]);
    const compiled = await compileTemplates({ gauge: { text: json.template, response: tile.response } });
    expect(compiled.faults['gauge']).to.deep.equal([]);
  });
});

describe('the buttons of an action that the vocabulary does not have', () => {
  const target = Type.String();
  const action = (properties: Parameters<typeof Type.Object>[0], more: Partial<PackAction> = {}): PackAction => ({
    id: 'acme.nudge',
    path: '/api/widgets/gauges/nudge-it',
    summary: 'Nudge a gauge',
    input: Type.Object({ gauge: target, ...properties }),
    target: 'gauge',
    ...more,
  });
  const buttons = (of: PackAction) => {
    const list = rowsOf(widget([], rows));
    if (list === null) throw new Error('there are no rows');
    return buttonsOf([of.id, 'gone'], [of], list);
  };
  const made = (of: PackAction) => buttons(of).map(({ requestId, label, body }) => [requestId, label, body]);
  const gauge = { $param: 'id' };

  it('are one for its path, with the row’s id as target and defaults filled in', () => {
    const all = { hard: Type.Boolean({ default: false }), note: Type.Optional(Type.String()) };
    expect(made(action(all))).to.deep.equal([['act1-nudge-it', 'Nudge it', { gauge, hard: false }]]);
    expect(buttons(action(all))[0]).to.include({ rowField: 'id', question: 'Nudge a gauge?' });
  });

  it('are one for each choice, and one for each side of a switch', () => {
    expect(made(action({ way: oneOf('up', 'farDown') }))).to.deep.equal([
      ['act1-up', 'Up', { gauge, way: 'up' }],
      ['act2-far-down', 'Far down', { gauge, way: 'farDown' }],
    ]);
    expect(made(action({ awake: Type.Boolean() })).map(([, label]) => label)).to.deep.equal(['Awake on', 'Awake off']);
  });

  it('take one line of text along, and are left out when more is asked for', () => {
    expect(made(action({ note: Type.String() }))[0]?.[2]).to.deep.equal({ gauge, note: { $param: 'text' } });
    expect(made(action({ note: Type.String(), more: Type.String() }))).to.deep.equal([]);
    expect(made(action({ level: Type.Integer() }))).to.deep.equal([]);
  });
});
