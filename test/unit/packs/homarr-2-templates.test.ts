/** What Homarr 2 says of a template without running it. */
import { Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { type Compiled, compileTemplates, type Template } from '../../support/homarr-templates/compile.js';
import { wordFaults } from '../../support/homarr-templates/words.js';
import { madePacks } from '../../support/packs.js';

const response = Type.Object({
  service: Type.Boolean(),
  n: Type.Integer(),
  name: Type.String(),
  items: Type.Array(Type.Object({ id: Type.String(), label: Type.String(), paused: Type.Boolean() })),
});

/** Inside of an element, where the query has answered. */
const refused: Readonly<Record<string, readonly [text: string, fault: RegExp]>> = {
  'raw html': ['<div>x</div>', /'div' does not exist/],
  'a component that is unknown': ['<Iframe />', /Cannot find name 'Iframe'/],
  'a property that is unknown': ['<Text sise="sm">x</Text>', /sise/],
  'a field that is missing': ['<Text>{data.widget?.movies ?? 0}</Text>', /'movies' does not exist/],
  'a field of a row that is missing': [
    '<Stack>{(data.widget?.items ?? []).map(row => <Text key={row.id}>{row.title}</Text>)}</Stack>',
    /'title' does not exist/,
  ],
  'a flag that is drawn': [
    '<Stack>{(data.widget?.items ?? []).map(row => <Text key={row.id}>{row.paused}</Text>)}</Stack>',
    /boolean/,
  ],
  'a list that is drawn': ['<Text>{data.widget?.items ?? ""}</Text>', /not assignable/],
  'a value that may be missing': ['<Text>{data.widget?.n}</Text>', /undefined/],
  'a request that is unknown': ['<Text>{data.other?.n ?? 0}</Text>', /'other' does not exist/],
  'a binding that is unknown': ['<Text>{location.href}</Text>', /Cannot find name 'location'/],
  'a method that is unknown': ['<Text>{(data.widget?.name ?? "").normalize()}</Text>', /'normalize' does not exist/],
};

describe('the templates of Homarr 2', () => {
  let templates: Readonly<Record<string, Template>>;
  let compiled: Compiled;
  before(async () => {
    const { files, input } = await madePacks();
    templates = Object.fromEntries(
      input.widgets.map(({ id, response: schema }) => {
        const text = files('homarr-2').find(({ path }) => path === `homarr-2/${id}.json`)?.text ?? '{}';
        return [id, { text: (JSON.parse(text) as { template: string }).template, response: schema }];
      }),
    );
    const mistakes = Object.values(refused).map(([text], index) => [`mistake-${index}`, { text, response }] as const);
    compiled = await compileTemplates({ ...templates, ...Object.fromEntries(mistakes) });
  });

  it('name fields that the payload has, and draw nothing that shows as a blank', () => {
    expect(Object.keys(templates)).to.not.have.lengthOf(0);
    for (const id of Object.keys(templates)) expect(compiled.faults[id], id).to.deep.equal([]);
  });

  it('are expressions only, without handlers and names that reach out', () => {
    for (const [id, { text }] of Object.entries(templates)) expect(wordFaults(text), id).to.deep.equal([]);
  });

  Object.entries(refused).forEach(([what, [, fault]], index) => {
    it(`would not pass with ${what}`, () => expect(compiled.faults[`mistake-${index}`]?.join('\n')).to.match(fault));
  });

  it('would not pass with an element that is not closed', async () => {
    // Apart: a compiler that cannot read a file judges none.
    const { faults } = await compileTemplates({ open: { text: '<Text>x', response } });
    expect(faults['open']?.join('\n')).to.match(/no corresponding closing tag/);
  });

  const words: readonly (readonly [text: string, fault: RegExp])[] = [
    ['<Text>{new Date()}</Text>', /says new/],
    ['<Text>{window.name}</Text>', /says window/],
    ['<Text>{"x".constructor}</Text>', /says constructor/],
    ['<Text onClick={x}>x</Text>', /says onClick=/],
    ['<Text>{data.widget?.n.toLocaleString()}</Text>', /says \?\.n\.toLocaleString\(/],
    ['<Text>{data.widget?.a?.b.trim()}</Text>', /says \?\.a\?\.b\.trim\(/],
    ['<Text>{items.map(row => { return row })}</Text>', /says return/],
    ['<Text {...options}>x</Text>', /says \.\.\./],
  ];
  for (const [text, fault] of words) {
    it(`would not pass with ${text}`, () => expect(wordFaults(text).join()).to.match(fault));
  }

  it('may have such words in the strings that they draw', () => {
    expect(wordFaults('<Text>{"new: a window of data, \\" and this"}</Text>')).to.deep.equal([]);
  });
});
