import { type PackFile, TONES } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { fileText } from '#core/packs/file-text.js';
import { pack } from '#widgets/packs/grafana.js';
import {
  type GrafanaDashboard,
  type GrafanaPanel,
  type GrafanaRow,
  grafanaFaults,
} from '../../support/pack-rules/grafana.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

const isPanel = (panel: GrafanaPanel | GrafanaRow): panel is GrafanaPanel => panel.type !== 'row';

const GAUGE = { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' };
const PUCE = { text: 'a', color: 'puce', index: 0 };
const LINK = { title: 'Open', targetBlank: true };

describe('the pack of Grafana', () => {
  let packs: MadePacks;
  let text: string;
  before(async () => {
    packs = await madePacks();
    text = packs.files('grafana')[0]?.text ?? '';
  });
  const board = (): GrafanaDashboard => JSON.parse(text);
  const faults = (file: unknown) => grafanaFaults(file, packs.responseOf);
  const panels = (type: string): readonly GrafanaPanel[] =>
    board()
      .panels.filter(isPanel)
      .filter((panel) => panel.type === type);
  const urls = (type: string) => panels(type).flatMap(({ targets }) => targets.map(({ url }) => url));

  it('is one dashboard that Grafana takes, whose every column is there and of its type', () => {
    expect(packs.files('grafana').map(({ path }) => path)).to.deep.equal(['grafana-infinity.json']);
    expect(faults(board())).to.deep.equal([]);
  });

  it('has the numbers of each tile, and a table for each list', () => {
    const { widgets } = packs.input;
    const addresses = (some: typeof widgets) => some.map(({ path }) => `${BASE_URL}${path}`);
    expect(urls('stat')).to.have.members(addresses(widgets.filter(({ tile }) => tile.stats.length > 0)));
    expect(urls('table')).to.have.members(addresses(widgets.filter(({ tile }) => tile.list !== undefined)));
    for (const { path, tile } of widgets.filter(({ tile }) => tile.list !== undefined)) {
      const table = panels('table').find(({ targets }) => targets[0]?.url === `${BASE_URL}${path}`);
      expect(table?.targets[0]?.root_selector, path).to.equal(tile.list?.items);
      expect(selectors(table)['Name'], path).to.equal(tile.list?.name);
    }
  });

  it('shows texts, which say so while a number is not known, and a dash where there is no moment', () => {
    for (const panel of panels('stat')) {
      expect(panel.fieldConfig.defaults, panel.title).to.include({ noValue: '–' });
      const response = packs.responseOf(panel.targets[0]?.url ?? '');
      const { columns = [] } = panel.targets[0] ?? {};
      for (const { selector } of columns) expect(selector, panel.title).to.match(/Text$/);
      for (const { selector } of columns) expect(response.properties).to.have.property(selector);
    }
  });

  const selectors = (panel: GrafanaPanel | undefined): Readonly<Record<string, string>> =>
    Object.fromEntries(panel?.targets[0]?.columns.map(({ text: heading, selector }) => [heading, selector]) ?? []);
  const table = (id: string): GrafanaPanel | undefined =>
    panels('table').find(({ targets }) => targets[0]?.url === `${BASE_URL}/api/widgets/${id}`);
  const drawn = (id: string, heading: string): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      table(id)
        ?.fieldConfig.overrides.find(({ matcher }) => matcher.options === heading)
        ?.properties.map((property) => [property.id, property.value]) ?? [],
    );

  it('has a column for each role: a sign and a colour for the tone, a bar, an age', () => {
    expect(selectors(table('downloads'))).to.deep.equal({
      ...{ Tone: 'tone', Name: 'name', Size: 'size', Client: 'client', Category: 'category' },
      ...{ Progress: 'progress', State: 'label' },
    });
    expect(drawn('downloads', 'Progress')).to.deep.include({ unit: 'percent', min: 0, max: 100 });
    const [mapping] = drawn('downloads', 'Tone')['mappings'] as readonly {
      options: Record<string, { text: string }>;
    }[];
    expect(Object.keys(mapping?.options ?? {})).to.have.members([...TONES]);
    expect(new Set(Object.values(mapping?.options ?? {}).map((shown) => shown.text)).size).to.equal(TONES.length);
    expect(selectors(table('requests'))['When']).to.equal('requestedAt');
    expect(drawn('requests', 'When')).to.deep.equal({ unit: 'dateTimeFromNow' });
  });

  it('draws each chart over time, for as many days as are chosen', () => {
    const charted = packs.input.widgets.filter(({ tile }) => tile.chart !== undefined);
    expect(urls('timeseries')).to.have.members(charted.map(({ path }) => `${BASE_URL}${path}?days=\${days}`));
    const graphs = panels('timeseries').find(({ targets }) => targets[0]?.url.includes('/graphs'));
    expect(graphs).to.include({ timeFrom: '${days}d' });
    expect(graphs?.targets[0]).to.include({ root_selector: 'days' });
    expect(graphs?.targets[0]?.columns.slice(0, 2)).to.deep.equal([
      { selector: 'day', text: 'Time', type: 'timestamp' },
      { selector: 'movie', text: 'Films', type: 'number' },
    ]);
    expect(graphs?.fieldConfig.defaults).to.deep.include({ unit: 'locale', min: 0 });
    const [days, ...others] = board().templating.list;
    expect(others).to.deep.equal([]);
    expect(days).to.deep.include({ query: '7,30,90', current: { text: '30', value: '30' } });
    expect(board()).to.include({ timezone: 'utc' });
  });

  it('has no variable where no chart takes days, and bars over names', () => {
    const [widget] = packs.input.widgets.filter(({ id }) => id === 'graphs');
    if (widget?.tile.chart === undefined) throw new Error('there is no chart');
    const { query: _, ...bare } = widget;
    const chart = {
      ...widget.tile.chart,
      items: 'weekdays',
      x: 'weekday',
      series: widget.tile.chart.series.slice(0, 1),
    };
    const series = [{ field: 'hours', label: 'Hours', format: 'number' as const }];
    const [file] = pack.files({
      baseUrl: BASE_URL,
      widgets: [bare, { ...bare, id: 'week', tile: { ...bare.tile, title: 'Week', chart: { ...chart, series } } }],
      actions: [],
    });
    const made = JSON.parse(fileText(file as PackFile)) as GrafanaDashboard;
    expect(faults(made)).to.deep.equal([]);
    expect(made.templating.list).to.deep.equal([]);
    const drawn = made.panels.filter(isPanel).filter(({ type }) => ['timeseries', 'barchart'].includes(type));
    expect(drawn.map(({ type, title }) => [type, title])).to.deep.equal([
      ['timeseries', 'Plays over time by day'],
      ['barchart', 'Week by weekday'],
    ]);
  });

  it('says what its data source needs: the header, where the key is made, the allowed host', () => {
    expect(board().description)
      .to.include('x-api-token')
      .and.include(`${BASE_URL}/settings/api-key`)
      .and.include(`${BASE_URL} is one of its allowed hosts`);
  });

  it('names the host alone as allowed, under a base path too', async () => {
    const below = await madePacks(`${BASE_URL}/media`);
    const { description } = JSON.parse(below.files('grafana')[0]?.text ?? '{}');
    expect(description).to.include(`${BASE_URL} is one of its allowed hosts`);
  });

  const panel = (change: object) => (whole: GrafanaDashboard) => {
    const [first] = whole.panels.filter(isPanel);
    return { panels: [{ ...first, ...change }] };
  };
  const query = (change: object) => (whole: GrafanaDashboard) => {
    const [first] = whole.panels.filter(isPanel);
    return panel({ targets: [{ ...first?.targets[0], ...change }] })(whole);
  };
  /** The first column of the first panel, drawn in a way of its own. */
  const drawing = (property: object) => (whole: GrafanaDashboard) => {
    const [first] = whole.panels.filter(isPanel);
    const matcher = { id: 'byName', options: first?.targets[0]?.columns[0]?.text };
    return panel({ fieldConfig: { defaults: {}, overrides: [{ matcher, properties: [property] }] } })(whole);
  };
  const column = (selector: string, type: string) => query({ columns: [{ selector, type, text: selector }] });
  const mistakes: readonly (readonly [what: string, change: (whole: GrafanaDashboard) => object, fault: RegExp])[] = [
    ['a number of its own', () => ({ id: 7 }), /id/],
    ['no input', () => ({ __inputs: [] }), /__inputs/],
    ['a data source of somebody', panel({ datasource: { type: 'x', uid: 'abc' } }), /datasource/],
    ['a parser of the browser', query({ parser: 'simple' }), /parser/],
    ['a key in the query', query({ url_options: { method: 'GET', data: '', headers: [] } }), /url_options/],
    ['a variable in the address', query({ url: 'http://${host}/api' }), /url/],
    ['a missing field', column('films', 'number'), /films, which is missing/],
    ['a flag', column('digestOk', 'string'), /digestOk, which is boolean/],
    ['a text as a number', column('storage', 'number'), /storage, which is string/],
    ['what may be null', column('backupAt', 'timestamp'), /backupAt, which is mixed/],
    ['rows of nothing', query({ root_selector: 'films' }), /which is missing/],
    ['days that nobody chooses', () => ({ templating: { list: [] } }), /has no variable days/],
    [
      'a chart without a time',
      (whole) => ({ panels: [{ ...whole.panels.filter(isPanel)[0], type: 'timeseries' }] }),
      /has no time/,
    ],
    ['a panel off the board', panel({ gridPos: { h: 4, w: 8, x: 20, y: 0 } }), /wider than the board/],
    [
      'a unit of nothing',
      panel({ fieldConfig: { defaults: {}, overrides: [override('Films')] } }),
      /draws Films, which is no column/,
    ],
    ['a bar without ends', drawing({ id: 'custom.cellOptions', value: GAUGE }), /as a bar without ends/],
    ['a cell of no kind', drawing({ id: 'custom.cellOptions', value: { type: 'donut' } }), /properties/],
    [
      'a colour of no name',
      drawing({ id: 'mappings', value: [{ type: 'value', options: { a: PUCE } }] }),
      /properties/,
    ],
    [
      'a link to nowhere',
      drawing({ id: 'links', value: [{ ...LINK, url: '${__data.fields.Films}' }] }),
      /links to Films/,
    ],
    ['a link of its own', drawing({ id: 'links', value: [{ ...LINK, url: 'http://x.lan' }] }), /properties/],
    ['a unit that is none', panel({ fieldConfig: { defaults: {}, overrides: [override('x', 'stone')] } }), /value/],
    [
      'panels over each other',
      (whole) => ({ panels: [...whole.panels, { ...whole.panels[1], id: 999 }] }),
      / is over /,
    ],
    ['one id twice', (whole) => ({ panels: [whole.panels[0], whole.panels[0]] }), /two panels have the id 1/],
  ];
  for (const [what, change, fault] of mistakes) {
    it(`would not pass with ${what}`, () => {
      expect(faults({ ...board(), ...change(board()) }).join()).to.match(fault);
    });
  }
});

function override(options: string, value = 's'): object {
  return { matcher: { id: 'byName', options }, properties: [{ id: 'unit', value }] };
}
