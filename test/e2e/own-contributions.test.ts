/** What integrations make of their own config: served like everything else, and gone with them. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { root } from '../support/root.js';
import { until } from '../support/until.js';
import { signedIn, type Visitor } from '../support/visitor.js';

const HEAD = 'plugins: [./yaml-numbers]\nintegrations:\n';
const CELLAR = '  cellar: { plugin: yaml-numbers, route: barrels, numbers: { full: 3, leaking: 101 } }\n';
const GARDEN = '  garden: { plugin: yaml-numbers, route: trees, numbers: { apple: 7 } }\n';
const REFUSAL = 'The widget barrels of shed is omitted: cellar’s widget barrels has it already';

describe('what integrations contribute', () => {
  let daemon: DaemonHere;
  let visitor: Visitor;
  let key: string;

  const json = async (path: string) => (await daemon.get(path, key)).json;
  const attention = async () => JSON.stringify((await json('/api/widgets/digest?limit=100'))['items']);
  /** Where a widget shows, in words. */
  async function placesOf(id: string): Promise<readonly string[]> {
    const path = `/api/widgets/${id}`;
    const pack = await visitor.open('/widgets/homepage/wall.yaml');
    const gallery = await visitor.open('/settings/gallery');
    const places: Readonly<Record<string, boolean>> = {
      route: (await daemon.get(path, key)).status === 200,
      catalog: JSON.stringify((await json('/api/widgets'))['endpoints']).includes(`"${path}"`),
      document: path in Object((await json('/openapi.json'))['paths']),
      homepage: `${id}Numbers` in (await json('/api/widgets/homepage')),
      pack: pack.text.includes(path),
      gallery: gallery.text.includes(path),
      tile: (await visitor.open(`/settings/gallery/${id}`)).status === 200,
      keys: (await visitor.open('/settings/api-key')).text.includes(`value="${id}"`),
    };
    return Object.keys(places).filter((place) => places[place]);
  }
  const EVERYWHERE = ['route', 'catalog', 'document', 'homepage', 'pack', 'gallery', 'tile', 'keys'];

  before(async () => {
    const folder = makeFolder();
    cpSync(join(root, 'test', 'fixtures', 'third-party', 'yaml-numbers'), join(folder, 'yaml-numbers'), {
      recursive: true,
    });
    daemon = await startHere({ folder, config: HEAD + CELLAR + GARDEN });
    visitor = await signedIn(daemon);
    key = await daemon.key();
  });
  after(() => daemon.dispose());

  it('is served from the ports that their own tasks fill', async () => {
    const barrels = await until(
      () => json('/api/widgets/barrels'),
      (payload) => payload['full'] === 3,
    );
    expect(barrels).to.include({ service: true, leaking: 101, sourceState: 'ok' });
    await until(
      () => json('/api/widgets/trees'),
      (payload) => payload['apple'] === 7,
    );
    expect(await json('/api/widgets/homepage')).to.include({ barrelsNumbers: 2, treesNumbers: 1 });
    expect(await attention()).to.include('leaking of barrels is above 100');
  });

  it('is in the catalog, the document, the packs, the gallery and on the page of keys', async () => {
    expect(await placesOf('barrels')).to.deep.equal(EVERYWHERE);
    expect(await placesOf('trees')).to.deep.equal(EVERYWHERE);
  });

  it('follows a changed entry, its port included', async () => {
    await daemon.reload(HEAD + CELLAR.replace('full: 3', 'full: 4, empty: 9') + GARDEN);
    const barrels = await until(
      () => json('/api/widgets/barrels'),
      (payload) => payload['full'] === 4,
    );
    expect(barrels).to.include({ empty: 9, leaking: 101 });
  });

  it('is left out with a sentence where another integration has the id already', async () => {
    await daemon.reload(HEAD + CELLAR + GARDEN + CELLAR.replace('cellar', 'shed'));
    expect(daemon.log()).to.include(REFUSAL);
    await until(attention, (items) => items.includes(REFUSAL));
    const sources = (await json('/api/widgets/barrels'))['sources'];
    expect((sources as readonly { id: string }[]).map(({ id }) => id)).to.deep.equal(['cellar']);
  });

  it('leaves with its integration, the notices about it too', async () => {
    await daemon.reload(HEAD + GARDEN);
    expect((await daemon.get('/api/widgets/barrels', key)).status).to.equal(404);
    expect(await placesOf('barrels')).to.deep.equal([]);
    expect(await placesOf('trees')).to.deep.equal(EVERYWHERE);
    await until(attention, (items) => !items.includes('barrels'));
  });

  it('is there again with it, and ends well for who asks while it leaves', async () => {
    await daemon.reload(HEAD + CELLAR + GARDEN);
    expect(await placesOf('barrels')).to.deep.equal(EVERYWHERE);
    const asked = Array.from({ length: 40 }, (_, index) => daemon.get(`/api/widgets/barrels?limit=${index + 1}`, key));
    await daemon.reload(HEAD + GARDEN);
    for (const { status } of await Promise.all(asked)) expect(status).to.be.oneOf([200, 404]);
    expect((await daemon.get('/api/widgets/barrels', key)).status).to.equal(404);
  });

  it('leaves with the plugin, whatever it was', async () => {
    await daemon.reload('');
    expect(await placesOf('trees')).to.deep.equal([]);
    expect(daemon.log()).to.not.match(/ error /i);
  });
});
