import { expect } from 'chai';
import { parse, stringify } from 'yaml';
import { type DashyBoard, type DashyWidget, dashyFaults } from '../../support/pack-rules/dashy.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

const options = (change: object) => (widget: DashyWidget) => ({ options: { ...widget.options, ...change } });

describe('the pack of Dashy', () => {
  let packs: MadePacks;
  let text: string;
  before(async () => {
    packs = await madePacks();
    text = packs.files('dashy')[0]?.text ?? '';
  });
  const sections = () => packs.files('dashy').flatMap((file) => (parse(file.text) as DashyBoard).sections);
  const faults = (yaml: string) => dashyFaults(yaml, packs.responseOf);

  it('is two files that Dashy takes, whose every value is there and of the type of its format', () => {
    const files = packs.files('dashy');
    expect(files.map(({ path }) => path)).to.deep.equal(['dashy/wall.yml', 'dashy/admin.yml']);
    for (const file of files) expect(faults(file.text), file.path).to.deep.equal([]);
  });

  it('has a widget for each tile that asks its route, in a section for each group', () => {
    expect(sections().flatMap(({ widgets }) => widgets.map((widget) => widget.options.url))).to.have.members(
      packs.input.widgets.map(({ path }) => `${BASE_URL}${path}`),
    );
    expect(sections().map(({ name }) => name)).to.deep.equal([
      ...['Overview', 'Playback', 'Library', 'Queue', 'Calendar', 'Services', 'Operations', 'Administration'],
    ]);
  });

  it('has the key from the environment of Dashy’s server, and says so in its head', () => {
    for (const { widgets } of sections())
      for (const widget of widgets) expect(widget.options.headers['x-api-token']).to.equal('DASHY_SIDELIGHT_KEY');
    const head = text.slice(0, text.indexOf('\nsections:'));
    expect(head).to.include('DASHY_SIDELIGHT_KEY').and.to.include(`${BASE_URL}/settings/api-key`);
  });

  it('shows texts, which say so while a number is not known', () => {
    const playing = sections()
      .flatMap(({ widgets }) => widgets)
      .find((widget) => widget.options.url.endsWith('/nowplaying'));
    expect(playing?.options.mappings).to.deep.include({
      field: 'bandwidthBpsText',
      label: 'Bandwidth',
      format: 'text',
    });
  });

  it('says of each tile how old its numbers are', () => {
    for (const { label, options: asked } of sections().flatMap(({ widgets }) => widgets))
      expect(asked.mappings.at(-1), label).to.deep.equal({ field: 'freshness', label: 'Data', format: 'text' });
  });

  const mapping = { field: 'movies', label: 'Movies', format: 'number' };
  const mistakes: readonly (readonly [what: string, change: (widget: DashyWidget) => object, fault: RegExp])[] = [
    ['a browser that asks', () => ({ useProxy: false }), /useProxy/],
    ['a key in the file', options({ headers: { 'x-api-token': 'sl_abc' } }), /x-api-token/],
    ['half a second', options({ refreshInterval: 500 }), /refreshInterval/],
    ['a format that it does not know', options({ mappings: [{ ...mapping, format: 'bytes' }] }), /format/],
    ['no mapping', options({ mappings: [] }), /mappings/],
    ['a unit apart', options({ mappings: [{ ...mapping, suffix: 'GB' }] }), /suffix: schema is false/],
    ['a missing field', options({ mappings: [{ ...mapping, field: 'films' }] }), /films, which is missing/],
    ['a flag', options({ mappings: [{ ...mapping, field: 'digestOk', format: 'text' }] }), /which is boolean/],
    ['what may be null', options({ mappings: [{ ...mapping, field: 'backupAt', format: 'date' }] }), /is mixed/],
    ['a text as a number', options({ mappings: [{ ...mapping, field: 'storage' }] }), /storage, which is string/],
    ['two values of a name', options({ mappings: [mapping, mapping] }), /two values Movies/],
  ];
  for (const [what, change, fault] of mistakes) {
    it(`would not pass with ${what}`, () => {
      const [first] = sections()[0]?.widgets ?? [];
      if (first === undefined) throw new Error('there is no widget');
      const changed = { name: 'A', widgets: [{ ...first, ...change(first) }] };
      expect(faults(stringify({ sections: [changed] })).join()).to.match(fault);
    });
  }
});
