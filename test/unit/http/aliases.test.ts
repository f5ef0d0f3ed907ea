/** The same answer under another route: in bytes, in the catalog and in the document. */
import 'reflect-metadata';
import { gunzipSync } from 'node:zlib';
import { type Alias, defineLookup, defineWidget, Type, tally } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { Catalog } from '#core/widgets/catalog.js';
import { manualClock } from '../../support/manual-clock.js';
import { fresh, lookup, sentences, widget } from '../widgets/contribution.js';
import { fillTask, makeScene, makeSource, type Scene, things } from '../widgets/scene.js';
import { type House, openHouse } from './house.js';

const count = defineWidget({
  id: 'count',
  summary: 'How many things there are',
  query: Type.Object({ loud: Type.Boolean({ default: false }) }),
  reads: { it: tally(things) },
  response: Type.Object({ n: Type.Integer(), text: Type.String() }),
  render: ({ it }, { query }) => ({ n: it.count, text: (query.loud ? 'THING ' : 'thing ').repeat(300) }),
});
const thing = defineLookup({
  path: '/api/thing/:id',
  summary: 'One thing',
  params: Type.Object({ id: Type.String() }),
  response: Type.Object({ id: Type.String() }),
  answer: async (_, { id }) => (id === 'none' ? null : { id }),
});
const aliases: readonly Alias[] = [
  { path: '/api/widgets/number', of: '/api/widgets/count', marker: 'number' },
  { path: '/api/count', of: '/api/widgets/count' },
  { path: '/api/home', of: '/api/widgets/homepage', marker: 'home' },
  { path: '/api/thing-glance/:id', of: '/api/thing/:id', marker: 'glance' },
];

describe('aliases', () => {
  let scene: Scene;
  let house: House;
  let key: Record<string, string>;
  before(async () => {
    scene = await makeScene([makeSource('a', { tasks: [fillTask(things)] })]);
    scene.registry.add('acme', { widgets: [count], lookups: [thing], aliases });
    await scene.sync('a', things, [{ id: 'x', size: 1 }]);
    const { registry, snapshots } = scene;
    house = await openHouse({ deps: { registry, snapshots, catalog: new Catalog(registry, manualClock()) } });
    key = { 'x-api-token': await house.key({ scope: 'full' }) };
  });
  after(() => house.close());

  it('answer with their marker before all else, where they have one', async () => {
    const plain = await house.get('/api/widgets/count', key);
    const text = plain.bytes.toString();
    for (const round of ['made', 'ready']) {
      expect((await house.get('/api/widgets/number', key)).bytes.toString(), round).to.equal(
        `{"number":true,${text.slice(1)}`,
      );
      expect((await house.get('/api/count', key)).bytes.toString(), round).to.equal(text);
    }
    expect((await house.get('/api/home', key)).bytes.toString()).to.match(/^\{"home":true,"service":true,/);
  });

  it('answer gzip, HEAD and ETags as other routes do', async () => {
    const { bytes, headers } = await house.get('/api/widgets/number', key);
    const zipped = await house.get('/api/widgets/number', { ...key, 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.bytes).equals(bytes)).to.equal(true);
    const head = await house.get('/api/widgets/number', key, 'HEAD');
    expect(head.headers['content-length']).to.equal(String(bytes.length));
    const etag = String(headers['etag']);
    expect(etag).to.not.equal((await house.get('/api/widgets/count', key)).headers['etag']);
    const unchanged = { ...key, 'if-none-match': etag };
    expect((await house.get('/api/widgets/number', unchanged)).status).to.equal(304);
    await scene.sync('a', things, []);
    expect((await house.get('/api/widgets/number', unchanged)).status).to.equal(200);
    const glance = await house.get('/api/thing-glance/x', key);
    const same = { ...key, 'if-none-match': String(glance.headers['etag']) };
    expect((await house.get('/api/thing-glance/x', same)).status).to.equal(304);
  });

  it('take the query of their target', async () => {
    const loud = await house.get('/api/widgets/number?loud=true&limit=3', key);
    expect(loud.bytes.toString()).to.match(/^\{"number":true,.*THING/);
    const wrong = await house.get('/api/count?lout=true', key);
    expect(wrong.status).to.equal(400);
    expect(JSON.stringify(wrong.json)).to.include('did you mean \\"loud\\"?');
  });

  it('stand for lookups with the thing in their path', async () => {
    expect((await house.get('/api/thing-glance/x', key)).bytes.toString()).to.equal('{"glance":true,"id":"x"}');
    expect((await house.get('/api/thing-glance/none', key)).status).to.equal(404);
  });

  it('take a key that their target takes, and are read only', async () => {
    const narrow = { 'x-api-token': await house.key({ widgets: ['count'] }) };
    expect((await house.get('/api/widgets/number', narrow)).status).to.equal(200);
    expect((await house.get('/api/home', narrow)).status).to.equal(403);
    expect((await house.get('/api/thing-glance/x', narrow)).status).to.equal(403);
    const posted = await house.get('/api/count', key, 'POST');
    expect([posted.status, posted.headers['allow']]).to.deep.equal([405, 'GET, HEAD']);
  });

  it('are marked in the catalog with what they stand for', async () => {
    const { endpoints } = (await house.get('/api/widgets', key)).json as { endpoints: Record<string, unknown>[] };
    const of = (path: string) => endpoints.find((one) => one['path'] === path);
    expect(of('/api/widgets/number')).to.deep.equal({
      ...of('/api/widgets/count'),
      path: '/api/widgets/number',
      aliasOf: '/api/widgets/count',
    });
    expect(of('/api/thing-glance/:id')).to.include({ scope: 'full', aliasOf: '/api/thing/:id' });
    expect(of('/api/widgets/count')).to.not.have.property('aliasOf');
  });

  it('are marked in the document, with the marker in their schema', async () => {
    const { paths, components } = (await house.get('/openapi.json')).json as {
      paths: Record<string, { get: Record<string, unknown> }>;
      components: { schemas: Record<string, { properties: object }> };
    };
    const number = paths['/api/widgets/number']?.get ?? {};
    expect(number).to.include({
      'x-alias-of': '/api/widgets/count',
      description:
        'An alias: same response as /api/widgets/count, with `number: true` first. Needs a key of scope widgets-only.',
    });
    expect(number['parameters']).to.deep.equal(paths['/api/widgets/count']?.get['parameters']);
    expect(paths['/api/thing-glance/{id}']?.get).to.include({ 'x-alias-of': '/api/thing/{id}' });
    const properties = components.schemas['WidgetsNumberAlias']?.properties ?? {};
    expect(Object.keys(properties).slice(0, 3)).to.deep.equal(['number', 'service', 'n']);
    const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    expect(new Set(ids).size).to.equal(ids.length);
  });

  const wrong: readonly (readonly [alias: Partial<Alias>, fault: string])[] = [
    [{ path: '/other' as never }, 'its path /other must look like /api/my-path'],
    [{ path: '/api/widgets' }, 'its path /api/widgets is reserved for Sidelight'],
    [{ path: '/api/keys/mine' }, 'its path /api/keys/mine is reserved for Sidelight'],
    [{ of: '/api/nothing' }, 'it stands for /api/nothing, which is not the path of a widget or lookup'],
    [{ of: '/api/other' }, 'it stands for /api/other, which is not the path of a widget or lookup'],
    [{ of: undefined as never }, 'it stands for undefined, which is not the path of a widget or lookup'],
    [{ of: '/api/item/:id' }, 'its path names nothing, and that of /api/item/:id names id'],
    [{ path: '/api/mine/:name', of: '/api/item/:id' }, 'its path names name, and that of /api/item/:id names id'],
    [{ marker: 'my marker' }, 'its marker my marker must look like myMarker'],
    [{ marker: 'service' }, 'its marker service is a field of the answer already'],
    [{ marker: 'n' }, 'its marker n is a field of the answer already'],
    [
      { path: '/api/widgets/things' },
      'its path /api/widgets/things is taken by /api/widgets/things of Sidelight itself',
    ],
    [
      { path: '/api/widgets/homepage' },
      'its path /api/widgets/homepage is taken by /api/widgets/homepage of Sidelight itself',
    ],
    [{ path: '/api/item/new' }, 'its path /api/item/new is taken by /api/item/:id of Sidelight itself'],
    [{ path: '/api/other' }, 'its path /api/other is taken by /api/other of acme'],
  ];
  for (const [more, fault] of wrong) {
    it(`are refused: ${fault}`, () => {
      const registry = fresh();
      registry.add('core', { widgets: [widget('things')], lookups: [lookup('/api/item/:id')] });
      registry.add('acme', { aliases: [{ path: '/api/other', of: '/api/widgets/things' }] });
      const alias: Alias = { path: '/api/mine', of: '/api/widgets/things', ...more };
      registry.add('beta', { aliases: [alias] });
      expect(sentences(registry)).to.deep.equal([`The alias ${alias.path} of beta is omitted: ${fault}`]);
      expect(registry.aliases()).to.have.lengthOf(1);
    });
  }

  it('keep their path from widgets and lookups that come later', () => {
    const registry = fresh();
    registry.add('core', { widgets: [widget('things')] });
    registry.add('acme', { aliases: [{ path: '/api/mine', of: '/api/widgets/things' }] });
    registry.add('beta', { widgets: [widget('mine', { path: '/api/mine' })], lookups: [lookup('/api/:id')] });
    expect(sentences(registry)).to.deep.equal([
      'The widget mine of beta is omitted: its path /api/mine is taken by /api/mine of acme',
      'The lookup /api/:id of beta is omitted: its path /api/:id is taken by /api/mine of acme',
    ]);
  });
});
