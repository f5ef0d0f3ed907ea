import { expect } from 'chai';
import { fileText } from '#core/packs/file-text.js';
import { literal } from '#widgets/packs/homarr/literal.js';
import { pack } from '#widgets/packs/homarr-1.js';
import { type Homarr1, homarr1Faults } from '../../support/pack-rules/homarr-1.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

describe('the pack of Homarr 1', () => {
  let packs: MadePacks;
  before(async () => {
    packs = await madePacks();
  });
  const file = (id: string): Homarr1 =>
    JSON.parse(packs.files('homarr-1').find(({ path }) => path === `homarr-1/${id}.json`)?.text ?? '{}');
  const boards = ['sidelight-wall', 'sidelight-admin'];

  it('is one definition for each board, and one for each tile of a first board, which Homarr 1 takes', () => {
    const starters = packs.input.widgets.filter(({ tile }) => tile.starter === true).map(({ id }) => id);
    expect(packs.files('homarr-1').map(({ path }) => path)).to.deep.equal(
      [...boards, ...starters].map((id) => `homarr-1/${id}.json`),
    );
    for (const { path, text } of packs.files('homarr-1'))
      expect(homarr1Faults(JSON.parse(text)), path).to.deep.equal([]);
  });

  it('asks once for all widgets of a board, and a single one asks its own route', () => {
    const asked = boards.flatMap((id) => new URL(file(id).url).searchParams.get('widgets')?.split(',') ?? []);
    expect(asked).to.have.members(packs.input.widgets.map(({ id }) => id));
    expect(file('sidelight-wall').url).to.match(new RegExp(`^${BASE_URL}/api/widgets/bundle\\?widgets=.*&limit=6$`));
    expect(file('downloads').url).to.equal(`${BASE_URL}/api/widgets/downloads`);
  });

  it('has a tab for each group, and what each tile shows', () => {
    const { template } = file('sidelight-wall').displayConfig;
    expect(template).to.include('{t:"Overview",w:[').and.include('{t:"Queue",w:[');
    expect(template).to.include('["Storage","storageText"]');
    expect(template).to.include('g:{k:"bars",l:"days",x:"day"');
    expect(file('nowplaying').displayConfig.template).to.include('p:"share",c:"tone"');
  });

  it('goes on in a second file where a template would be too long', () => {
    const [widget] = packs.input.widgets.filter(({ id }) => id === 'downloads');
    if (widget === undefined) throw new Error('there is no widget');
    const many = Array.from({ length: 60 }, (_, index) => ({ ...widget, id: `downloads-of-a-client-${index}` }));
    const files = pack
      .files({
        baseUrl: BASE_URL,
        widgets: many.map((one) => ({ ...one, tile: { ...one.tile, starter: false } })),
        actions: [],
      })
      .map((one) => [one.path, JSON.parse(fileText(one)) as Homarr1] as const);
    expect(files.map(([path]) => path).slice(0, 2)).to.deep.equal([
      'homarr-1/sidelight-wall.json',
      'homarr-1/sidelight-wall-2.json',
    ]);
    for (const [path, json] of files) expect(homarr1Faults(json), path).to.deep.equal([]);
    const asked = files.flatMap(([, { url }]) => new URL(url).searchParams.get('widgets')?.split(',') ?? []);
    expect(asked).to.deep.equal(many.map(({ id }) => id));
  });

  it('spells words of texts that Homarr refuses another way, which say the same', () => {
    const text = literal({ t: 'A window of "documents" of the document', n: [1, null] });
    expect(text).to.equal('{t:"A \\u0077indow of \\"documents\\" of the \\u0064ocument",n:[1,null]}');
    expect(JSON.parse(text.slice(3, text.indexOf(',n')))).to.equal('A window of "documents" of the document');
  });

  const jsx = (template: string) => () => ({ displayConfig: { type: 'customJsx', template } });
  const mistakes: readonly (readonly [what: string, change: () => object, fault: RegExp])[] = [
    ['a field that it drops', () => ({ refreshInterval: 60 }), /refreshInterval: schema is false/],
    ['the other generation’s schema', () => ({ $schema: 'homarr-custom-widget-v3' }), /\$schema/],
    ['an address without a host', () => ({ url: '{base_url}/api/widgets/x' }), /url/],
    ['a display that is another', () => ({ displayType: 'table' }), /displayType/],
    ['a name that is too long', () => ({ name: 'x'.repeat(129) }), /name/],
    ['a template that is too long', jsx('x'.repeat(10_001)), /template/],
    ['a word that is refused', jsx('<Text>a window of data</Text>'), /says window/],
    ['an element of HTML', jsx('<div>x</div>'), /draws div/],
    ['an operator that its parser does not know', jsx('<Text>{data.a ?? "x"}</Text>'), /says \?\?/],
    ['a handler', jsx('<Text onClick={x}>x</Text>'), /says {1,2}onClick=/],
  ];
  for (const [what, change, fault] of mistakes) {
    it(`would not pass with ${what}`, () => {
      expect(homarr1Faults({ ...file('homepage'), ...change() }).join()).to.match(fault);
    });
  }
});
