import { expect } from 'chai';
import { homarr1Faults } from '../../support/pack-rules/homarr-1.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

describe('the pack of Homarr 1', () => {
  let packs: MadePacks;
  before(async () => {
    packs = await madePacks();
  });
  const file = (id: string): Record<string, unknown> =>
    JSON.parse(packs.files('homarr-1').find(({ path }) => path === `homarr-1/${id}.json`)?.text ?? '{}');

  it('is a file for each tile that Homarr 1 takes', () => {
    const paths = packs.input.widgets.map(({ id }) => `homarr-1/${id}.json`);
    expect(packs.files('homarr-1').map(({ path }) => path)).to.deep.equal(paths);
    for (const { path, text } of packs.files('homarr-1'))
      expect(homarr1Faults(JSON.parse(text)), path).to.deep.equal([]);
  });

  it('asks the route of its widget, and draws rows as a table, numbers as a grid', () => {
    for (const { id, path, tile } of packs.input.widgets) {
      expect(file(id)['url']).to.equal(`${BASE_URL}${path}`);
      expect(file(id)['displayType'], id).to.equal(tile.list === undefined ? 'statGrid' : 'table');
    }
  });

  it('shows texts, which say so while a number is not known', () => {
    const { input } = packs;
    const catalog = input.widgets.find(({ id }) => id === 'catalog');
    expect(catalog).to.not.equal(undefined);
    const items = (file('homepage')['displayConfig'] as { items: { jsonPath: string; unit: string }[] }).items;
    expect(items).to.deep.include({ label: 'Storage', jsonPath: '$.storageText', unit: '', color: 'cyan' });
  });

  const grid = (more: object) => ({ displayConfig: { ...(file('homepage')['displayConfig'] as object), ...more } });
  const item = { label: 'A', jsonPath: '$.a', unit: '', color: 'blue' };
  const mistakes: readonly (readonly [what: string, change: () => object, fault: RegExp])[] = [
    ['a field that it drops', () => ({ refreshInterval: 60 }), /refreshInterval: schema is false/],
    ['the other generation’s schema', () => ({ $schema: 'homarr-custom-widget-v3' }), /\$schema/],
    ['an address without a host', () => ({ url: '{base_url}/api/widgets/x' }), /url/],
    ['a display that is another', () => ({ displayType: 'table' }), /displayType/],
    ['no unit', () => grid({ items: [{ ...item, unit: undefined }] }), /unit/],
    ['a colour that its form does not know', () => grid({ items: [{ ...item, color: 'gray' }] }), /color/],
    ['no item', () => grid({ items: [] }), /items/],
    ['five columns', () => grid({ columns: 5 }), /columns/],
    ['a path that is none', () => grid({ items: [{ ...item, jsonPath: 'a' }] }), /jsonPath/],
    ['a name that is too long', () => ({ name: 'x'.repeat(129) }), /name/],
  ];
  for (const [what, change, fault] of mistakes) {
    it(`would not pass with ${what}`, () => {
      expect(homarr1Faults({ ...file('homepage'), ...JSON.parse(JSON.stringify(change())) }).join()).to.match(fault);
    });
  }
});
