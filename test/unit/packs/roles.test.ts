/** What each dashboard makes of rows that have every role, as a third party may write them. */
import {
  IsoTime,
  listOf,
  nullable,
  oneOf,
  type Pack,
  type PackWidget,
  picture,
  RowTone,
  type TileList,
  type TProperties,
  Type,
} from '@sidelight/plugin-api';
import { withCommonFields } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import { fileText } from '#core/packs/file-text.js';
import { pack as curl } from '#widgets/packs/curl.js';
import { pack as dashy } from '#widgets/packs/dashy.js';
import { pack as glance } from '#widgets/packs/glance.js';
import { pack as grafana } from '#widgets/packs/grafana.js';
import { pack as homarr1 } from '#widgets/packs/homarr-1.js';
import { pack as homarr2 } from '#widgets/packs/homarr-2.js';
import { pack as homeAssistant } from '#widgets/packs/home-assistant.js';
import { pack as homepage } from '#widgets/packs/homepage.js';
import { templateFaults } from '../../support/glance-templates/check.js';
import { compileTemplates } from '../../support/homarr-templates/compile.js';
import { elements, textIn, typesIn } from '../../support/homarr-templates/tree.js';
import { wordFaults } from '../../support/homarr-templates/words.js';
import { glanceWidgets } from '../../support/pack-rules/glance.js';
import { grafanaFaults } from '../../support/pack-rules/grafana.js';
import { type Homarr1, homarr1Faults } from '../../support/pack-rules/homarr-1.js';
import { type Homarr2, homarr2Faults } from '../../support/pack-rules/homarr-2.js';
import { dashboardFaults, entityIdsIn, homeAssistantFaults } from '../../support/pack-rules/home-assistant.js';
import { homepageFaults, servicesOf } from '../../support/pack-rules/homepage.js';

const there = {
  ...{ id: Type.String(), title: Type.String(), who: Type.String(), state: oneOf('on', 'off'), share: Type.Number() },
  ...{ tone: RowTone(), at: IsoTime(), page: Type.String(), poster: picture() },
};
/** The same fields, where any may be null. */
const perhaps: TProperties = {
  ...there,
  ...{ who: nullable(there.who), state: nullable(there.state), share: nullable(Type.Integer()) },
  ...{ tone: nullable(there.tone), at: nullable(there.at), page: nullable(there.page), poster: nullable(there.poster) },
};
const roles: TileList = {
  ...{ items: 'rows', name: 'title', details: ['who', 'state'], progress: 'share' },
  ...{ tone: 'tone', at: 'at', href: 'page', image: 'poster' },
};

const widget = (id: string, row: TProperties, more: Partial<PackWidget['tile']> = {}): PackWidget => ({
  id,
  path: `/api/widgets/${id}`,
  summary: 'The gauges',
  freshness: 'cached',
  response: withCommonFields(Type.Object({ n: Type.Integer(), nText: Type.String(), rows: listOf(row) })),
  tile: {
    ...{
      title: `Tile ${id}`,
      group: 'library',
      icon: 'mdi-gauge',
      list: roles as NonNullable<PackWidget['tile']['list']>,
    },
    stats: [{ field: 'n', label: 'N', format: 'number' }],
    ...more,
  },
});
const all = [widget('gauges', there), widget('perhaps', perhaps)];

const filesOf = (pack: Pack, widgets: readonly PackWidget[] = all): readonly string[] =>
  pack.files({ baseUrl: 'http://a.lan', publicUrl: 'https://a.example', widgets, actions: [] }).map(fileText);
const textOf = (pack: Pack, widgets: readonly PackWidget[] = all, index = 0): string =>
  filesOf(pack, widgets)[index] ?? '';

const ROW = {
  ...{ id: 'a:1', title: 'Boiler', label: 'warm', who: 'ada', state: 'on', share: 62, tone: 'bad' },
  ...{ at: '2026-11-20T12:00:00.000Z', page: 'https://example.org/b', poster: '/p.png' },
};
const NULLS = { ...ROW, who: null, state: null, share: null, tone: null, at: null, page: null, poster: null };

describe('rows with every role', () => {
  it('are drawn by templates of Glance that read what is there alone', () => {
    const drawn = glanceWidgets(textOf(glance));
    drawn.forEach(({ template }, index) => {
      expect(templateFaults(template, all[index]?.response ?? Type.Object({})), all[index]?.id).to.deep.equal([]);
      expect(template).to.include('href="{{ .String "page" }}" target="_blank" rel="noopener noreferrer"');
      expect(template).to.include('src="https://a.example{{ .String "poster" }}" alt=""');
      expect(template).to.include('<li>{{ .String "who" }}</li>');
    });
    expect(drawn.map(({ template }) => /--percent: \{\{ (.*?) \}\}/.exec(template)?.[1])).to.deep.equal([
      '.Float "share" | printf "%.0f"',
      '.Int "share" | printf "%d"',
    ]);
  });

  it('are drawn by templates of Homarr 2, those with nothing to say, too', async () => {
    const files = all.map((one, index) => [one, JSON.parse(textOf(homarr2, all, index + 1)) as Homarr2] as const);
    for (const [{ id }, file] of files) {
      expect(homarr2Faults(file), id).to.deep.equal([]);
      expect(wordFaults(file.template), id).to.deep.equal([]);
    }
    const compiled = await compileTemplates(
      Object.fromEntries(files.map(([{ id, response }, { template: text }]) => [id, { text, response }])),
    );
    expect(Object.values(compiled.faults).flat()).to.deep.equal([]);
    const draw = (row: object) =>
      compiled.draw('perhaps', {
        data: { widget: { service: true, n: 1, freshness: 'live', sourceState: 'ok', rows: [row] } },
        status: { widget: { loading: false, ok: true } },
      });
    expect(textIn(draw(ROW))).to.include('Boiler warm ada · on');
    expect(typesIn(draw(ROW))).to.include.members(['Image', 'Anchor', 'Progress']);
    const bar = elements(draw(ROW)).find(({ type }) => type === 'Progress');
    expect(bar?.props).to.include({ value: 62, color: 'red' });
    expect(textIn(draw(NULLS)))
      .to.include('Boiler warm')
      .and.not.match(/null|·/);
    expect(typesIn(draw(NULLS))).to.not.include.members(['Image', 'Anchor', 'Progress']);
  });

  it('are drawn by the boards of Homarr, which is one template for both', async () => {
    const one = JSON.parse(textOf(homarr1)) as Homarr1;
    const two = JSON.parse(textOf(homarr2)) as Homarr2;
    expect(homarr1Faults(one)).to.deep.equal([]);
    expect(homarr2Faults(two)).to.deep.equal([]);
    const first = one.displayConfig.template.replaceAll(/(?<![\w.])data(?=[?.])/g, 'data.widget?');
    const compiled = await compileTemplates({
      one: { text: first.replaceAll('??', '?'), response: { type: 'any' } },
      two: { text: two.template, response: { type: 'any' } },
    });
    const body = (row: object, freshness = 'live') => ({ service: true, nText: '1', freshness, rows: [row] });
    for (const name of ['one', 'two']) {
      const draw = (perhaps: object) => {
        const widget = {
          service: true,
          widgets: { gauges: { status: 403, body: {} }, perhaps: { status: 200, body: perhaps } },
        };
        return compiled.draw(name, { data: { widget }, status: { widget: { loading: false, ok: true } } });
      };
      expect(textIn(draw(body(ROW))), name)
        .to.include('Boiler warm ada · on')
        .and.include('Tile gauges');
      const picture = elements(draw(body(ROW))).find(({ type }) => type === 'Image');
      expect(picture?.props['src']).to.equal('https://a.example/p.png');
      const bar = elements(draw(body(ROW))).find(({ type }) => type === 'Progress');
      expect(bar?.props).to.include({ value: 62, color: 'red' });
      expect(typesIn(draw(body(NULLS))), name).to.not.include.members(['Image', 'Anchor', 'Progress']);
      expect(textIn(draw(body(NULLS))), name).to.not.match(/null|undefined|·/);
      expect(textIn(draw({ ...body(ROW, 'Seerr down, 4 min old'), rows: [] })), name).to.include(
        'Seerr down, 4 min old',
      );
      expect(textIn(draw({ ...body(ROW), rows: [] })), name).to.include('Nothing here');
    }
  });

  it('are columns of Grafana', () => {
    const board = JSON.parse(textOf(grafana));
    const responseOf = (url: string) => all.find(({ path }) => url.endsWith(path))?.response ?? Type.Object({});
    expect(grafanaFaults(board, responseOf)).to.deep.equal([]);
    const table = board.panels.find(({ type }: { type: string }) => type === 'table');
    expect(table.targets[0].columns.map((column: { text: string }) => column.text)).to.deep.equal([
      ...['Tone', 'Name', 'Who', 'State (state)', 'Progress', 'When', 'State', 'Link'],
    ]);
  });

  it('lead to their page on Homepage, where each has one', () => {
    const text = textOf(homepage);
    expect(homepageFaults(text)).to.deep.equal([]);
    const [always, perhapsOnly] = servicesOf(text).map(({ widgets }) => widgets.map(({ mappings }) => mappings));
    const shown = { items: 'rows', name: 'title', label: 'label', limit: 5 };
    expect(always).to.deep.equal([{ ...shown, target: '{page}' }]);
    expect(perhapsOnly).to.deep.equal([shown]);
  });
});

describe('rows with every role, in Home Assistant', () => {
  it('are lines of a card, with what there is', () => {
    const [text = '', board = ''] = filesOf(homeAssistant);
    expect(homeAssistantFaults(text)).to.deep.equal([]);
    expect(dashboardFaults(board, entityIdsIn(text))).to.deep.equal([]);
    expect(board)
      .to.include('<img src="https://a.example{{ row[\'poster\'] | e }}"')
      .and.include("[{{ row['title'] | e }}](");
  });
});

describe('tiles for those who run Sidelight', () => {
  const mixed = [
    widget('inner', there, { for: 'admin', group: 'overview' }),
    widget('outer', there, { for: 'wall' }),
    { ...widget('homepage', there), id: 'homepage' },
  ];

  for (const pack of [grafana, curl]) {
    it(`are the last section of ${pack.title}`, () => {
      const text = textOf(pack, mixed);
      const listed = text.slice(text.indexOf('Library')).split('\nset -eu')[0] ?? '';
      const [head = '', last = '', ...more] = listed.split('Administration');
      expect(head).to.include('outer').and.not.include('inner');
      expect(last).to.include('inner').and.not.include('outer');
      expect(more).to.deep.equal([]);
      expect(text).to.not.include('Overview');
    });
  }

  for (const pack of [glance, homepage, dashy]) {
    it(`are a file of their own in ${pack.title}`, () => {
      const [wall = '', admin = '', ...more] = filesOf(pack, mixed);
      expect(wall).to.include('/outer').and.not.include('/inner');
      expect(admin).to.include('/inner').and.not.include('/outer');
      expect(more).to.deep.equal([]);
      expect(filesOf(pack, mixed.slice(0, 1)), 'no empty file').to.have.lengthOf(1);
    });
  }
});
