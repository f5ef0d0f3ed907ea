/** The gallery over a real daemon, with the widgets of two plugins of somebody else's: one good, one full of defects. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import type { Answer } from '../support/requests.js';
import { root } from '../support/root.js';
import { until } from '../support/until.js';

const CONFIG = `
server: { basePath: /side }
auth: { proxyHeader: x-user, proxyNetworks: [127.0.0.1] }
plugins: [./weather-station, ./defects, ./roles]
integrations:
  weather-station: { sensors: { "<b>Attic</b>": 19, Balcony: -2.5 } }
  defects: {}
  roles: {}
`;

/** A widget that throws, one that never answers, and one whose tile is nonsense. */
const DEFECTS = `
import { cached, definePlugin, definePort, defineWidget, live, serve, Type } from '@sidelight/plugin-api';
const port = definePort({ id: 'defects.rows', keep: 'snapshot', key: (row) => row.id, item: Type.Object({ id: Type.String() }) });
const widget = (id, more) => defineWidget({
  id,
  summary: id,
  reads: {},
  response: Type.Object({ value: Type.Unknown() }),
  tile: { title: id, group: 'ops', icon: 'mdi-no-such', stats: [{ field: 'value', label: 'Value', format: 'number' }] },
  render: () => ({ value: 1 }),
  ...more,
});
export default definePlugin({
  id: 'defects',
  title: 'Defects',
  local: true,
  config: Type.Object({}),
  widgets: [
    widget('throws', { render: () => { throw new Error('a secret of the inside'); } }),
    widget('hangs', { reads: { rows: live(port) } }),
    widget('nonsense', {
      tile: { title: {}, group: 'garden', stats: [{ field: 'value', format: 'colour' }], actions: 7 },
      render: () => ({ value: { deep: ['</pre><script>alert(1)</script>'] } }),
    }),
  ],
  create: () => ({ check: async () => ({}), fragments: [serve(port, () => new Promise(() => {}))] }),
});
`;

/** A list whose rows have every role. */
const ROLES = `
import { defineWidget, definePlugin, IsoTime, listOf, picture, RowTone, Type } from '@sidelight/plugin-api';
const Row = { id: Type.String(), name: Type.String(), who: Type.String(), share: Type.Integer(), tone: RowTone(), at: IsoTime(), page: Type.String(), poster: picture() };
export default definePlugin({
  id: 'roles',
  title: 'Roles',
  local: true,
  config: Type.Object({}),
  widgets: [defineWidget({
    id: 'roles',
    summary: 'Rows with every role',
    reads: {},
    response: Type.Object({ n: Type.Integer(), rows: listOf(Row) }),
    tile: {
      title: 'Roles', group: 'queue', icon: 'mdi-star', stats: [{ field: 'n', label: 'N', format: 'number' }],
      list: { items: 'rows', name: 'name', details: ['who'], progress: 'share', tone: 'tone', at: 'at', href: 'page', image: 'poster' },
    },
    render: (_, { now }) => ({ n: 1, rows: [{
      id: '1', name: 'Charade', who: 'a<b', share: 62, tone: 'bad', at: new Date(now.getTime() - 7_500_000).toISOString(),
      page: 'https://example.org/charade', poster: 'roles:/cover', label: 'failed',
    }] }),
  })],
  create: () => ({ check: async () => ({}) }),
});
`;

const ada = { 'x-user': 'ada' };

/** A plugin of one file. */
function plugin(folder: string, id: string, code: string): void {
  mkdirSync(join(folder, id));
  writeFileSync(join(folder, id, 'index.js'), code);
  writeFileSync(
    join(folder, id, 'package.json'),
    JSON.stringify({
      ...{ name: id, version: '1.0.0', type: 'module', main: 'index.js' },
      ...{ sidelight: { id }, peerDependencies: { '@sidelight/plugin-api': '^1.0.0' } },
    }),
  );
}

/** The HTML of one tile of a page. */
const tileIn = (html: string, id: string): string =>
  /<article[\s\S]*?<\/article>/.exec(html.slice(html.indexOf(`<article class="tile" id="tile-${id}"`)))?.[0] ?? '';

describe('the gallery', () => {
  let daemon: DaemonHere;
  /** The page before any source was found to be down. */
  let first: string;
  const get = (path: string, headers: Readonly<Record<string, string>> = ada): Promise<Answer> =>
    daemon.get(path, undefined, headers);

  before(async () => {
    const folder = makeFolder();
    const weather = join(root, 'test', 'fixtures', 'third-party', 'weather-station');
    cpSync(weather, join(folder, 'weather-station'), { recursive: true });
    plugin(folder, 'defects', DEFECTS);
    plugin(folder, 'roles', ROLES);
    daemon = await startHere({ folder, config: CONFIG });
    await until(
      () => get('/api/widgets/weather'),
      ({ json }) => json['sensors'] === 2,
    );
    first = (await get('/settings/gallery')).text;
  });
  after(() => daemon.dispose());

  it('is for those who are signed in', async () => {
    const page = await get('/settings/gallery', {});
    expect([page.status, page.headers.get('location')]).to.deep.equal([303, '/side/login?next=%2Fsettings%2Fgallery']);
    const asked = await get('/settings/gallery/weather', { 'sec-fetch-dest': 'empty' });
    expect(asked.status).to.equal(401);
  });

  it('shows every widget that has a tile, the homepage first', async () => {
    const { status, text } = await get('/settings/gallery');
    expect(status).to.equal(200);
    const shown = [...text.matchAll(/<article class="tile" id="tile-([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(shown[0]).to.equal('homepage');
    const { json } = await get('/api/widgets');
    const endpoints = json['endpoints'] as readonly { path: string; scope: string }[];
    const widgets = endpoints.flatMap(({ path, scope }) =>
      scope === 'widgets-only' ? [path.replace('/api/widgets/', '')] : [],
    );
    expect(widgets).to.include.members(['homepage', 'weather', 'throws', 'hangs', 'nonsense']);
    expect(shown).to.have.members(widgets);
  });

  it('draws a third party’s widget with what it answers, and its JSON beside it', async () => {
    const tile = tileIn((await get('/settings/gallery')).text, 'weather');
    expect(tile).to.match(/<dt>Sensors<\/dt><dd[^>]*>2<\/dd>/);
    expect(tile).to.include('>&lt;b&gt;Attic&lt;/b&gt;</span>').and.include('>19 °C</span>').and.not.include('<b>');
    expect(tile).to.include('&quot;sensors&quot;: 2').and.include('&quot;sourceState&quot;: &quot;ok&quot;');
    expect(tile).to.include('href="/side/swagger-ui#/Widgets/getWidgetsWeather">GET /side/api/widgets/weather</a>');
    expect(tile).to.include('widgets-only');
  });

  it('draws the roles of a row: who, how far, how it is, when, where to, and a picture', async () => {
    const tile = tileIn((await get('/settings/gallery')).text, 'roles');
    expect(tile).to.include('<li data-tone="bad">').and.include('<li>a&lt;b</li>');
    expect(tile).to.include('<progress value="62" max="100" aria-label="Charade"></progress>');
    expect(tile).to.match(
      /<a class="name" href="https:\/\/example.org\/charade" [^>]*rel="noopener noreferrer">Charade</,
    );
    expect(tile).to.match(/<li><time datetime="[^"]+" title="[^"]+">2 h ago<\/time>/);
    expect(tile).to.include('<img src="/side/images/roles/%2Fcover?').and.include('>failed</span>');
  });

  it('names what the rows of a tile offer, and the scope that it takes', async () => {
    const tile = tileIn((await get('/settings/gallery')).text, 'downloads');
    expect(tile).to.include('POST /side/api/widgets/downloads/pause</a>').and.include('widgets-write');
    const { json } = await get('/openapi.json');
    const paths = json['paths'] as Record<string, { readonly post?: { readonly operationId: string } }>;
    const id = paths['/api/widgets/downloads/pause']?.post?.operationId ?? 'none';
    expect(tile).to.include(`/side/swagger-ui#/Widgets/${id}"`);
  });

  it('says in the tile what is wrong with a widget, and shows all others', async () => {
    expect(tileIn(first, 'throws'))
      .to.include('The widget throws of the plugin defects could not be rendered')
      .and.include('>–</dd>');
    expect(tileIn(first, 'hangs')).to.include('This takes longer than usual');
    expect(tileIn(first, 'nonsense')).to.include('data-group="other"').and.include('<dt>value</dt>');
    expect(tileIn(first, 'nonsense')).to.include('>nonsense</h3>').and.include('&lt;/pre&gt;&lt;script&gt;');
    expect(tileIn(first, 'invites')).to.include('No connected integration provides this');
    const faces = first.replaceAll(/<pre[\s\S]*?<\/pre>/g, '');
    expect(faces).to.not.match(/undefined|\[object|>null|NaN|<script>|secret of the inside/);
  });

  it('shows one group where one is asked for', async () => {
    const { text } = await get('/settings/gallery?group=queue');
    const hidden = [...text.matchAll(/<article [^>]*data-group="([^"]+)"[^>]*>/g)].map((match) => ({
      group: match[1],
      hidden: match[0].includes(' hidden'),
    }));
    expect(hidden.some(({ group }) => group === 'queue')).to.equal(true);
    for (const tile of hidden) expect(tile.hidden, tile.group).to.equal(tile.group !== 'queue');
    expect(text).to.match(/data-group="queue" aria-current="true"/);
    const count = hidden.filter((tile) => !tile.hidden).length;
    expect(text).to.include(`>${count} of ${hidden.length} tiles<`);
    const strange = (await get('/settings/gallery?group=nothing&group=x')).text;
    expect(strange)
      .to.match(/data-group="" aria-current="true"/)
      .and.include(`>${hidden.length} of`);
  });

  it('gives one tile at a time, as it is now', async () => {
    const { status, text, headers } = await get('/settings/gallery/weather');
    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(text.trim())
      .to.match(/^<article class="tile" id="tile-weather"/)
      .and.match(/<\/article>$/);
    expect((await get('/settings/gallery/throws')).text).to.include('could not be rendered');
    expect((await get('/settings/gallery/ops-digest')).status).to.equal(404);
    expect((await get('/settings/gallery/no-such')).status).to.equal(404);
  });
});
