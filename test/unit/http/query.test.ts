/** The query parameters that widgets declare, over HTTP and in the document. */
import { defineWidget, oneOf, Type, top } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { fillTask, makeScene, makeSource, things } from '../widgets/scene.js';
import { type House, openHouse } from './house.js';

const groups = defineWidget({
  id: 'groups',
  summary: 'Groups of things',
  query: Type.Object({
    by: Type.Enum(['colour', 'id'], { default: 'colour', description: 'What they have in common' }),
    most: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    loud: Type.Boolean({ default: false }),
  }),
  reads: { groups: top(things, { by: 'colour' }) },
  response: Type.Object({ n: Type.Integer(), told: Type.String() }),
  render: ({ groups: { length } }, { query, limit }) => ({ n: length, told: JSON.stringify({ ...query, limit }) }),
});
const strict = defineWidget({
  id: 'strict',
  summary: 'Asks',
  query: Type.Object({ word: oneOf('a', 'b') }),
  reads: {},
  response: Type.Object({ word: Type.String() }),
  render: (_, { query }) => ({ word: query.word }),
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}

describe('declared query parameters', () => {
  let house: House;
  let key: Record<string, string>;
  before(async () => {
    const { registry, snapshots, sync } = await makeScene([makeSource('a', { tasks: [fillTask(things)] })]);
    registry.add('acme', { widgets: [groups, strict] });
    await sync('a', things, [{ id: 'x', size: 1, colour: 'red' }]);
    house = await openHouse({ deps: { registry, snapshots } });
    key = { 'x-api-token': await house.key() };
  });
  after(() => house.close());

  const told = async (query: string) =>
    JSON.parse(String((await house.get(`/api/widgets/groups${query}`, key)).json['told']));

  it('reach the widget as what they are declared to be, with their defaults', async () => {
    expect(await told('')).to.deep.equal({ by: 'colour', loud: false, limit: 8 });
    expect(await told('?loud=true&by=id&most=3&limit=2')).to.deep.equal({ by: 'id', most: 3, loud: true, limit: 2 });
  });

  it('make the same variant in any order, and another for other values', async () => {
    const tag = async (query: string) => (await house.get(`/api/widgets/groups${query}`, key)).headers['etag'];
    expect(await tag('?by=id&most=3')).to.equal(await tag('?most=3&by=id&loud=false'));
    expect(await tag('?by=id')).to.not.equal(await tag(''));
    const etag = String(await tag('?by=id'));
    expect((await house.get('/api/widgets/groups?by=id', { ...key, 'if-none-match': etag })).status).to.equal(304);
  });

  const wrong: readonly (readonly [query: string, sentence: string])[] = [
    ['groups?by=size', '"by" must be one of ["colour","id"]'],
    ['groups?most=9', '"most" must be <= 5'],
    ['groups?loud=perhaps', '"loud" must be boolean'],
    ['groups?lout=true', 'Unknown parameter "lout": did you mean "loud"?'],
    ['groups?by=id&by=colour', '"by" must be one of ["colour","id"]'],
    ['strict', 'Missing parameter "word"'],
    ['homepage?by=id', 'Unknown parameter "by"'],
  ];
  for (const [path, sentence] of wrong) {
    it(`are refused as in ${path}`, async () => {
      const { status, json } = await house.get(`/api/widgets/${path}`, key);
      expect(status).to.equal(400);
      expect(json['error']).to.include({ code: 'bad_request', message: sentence });
    });
  }

  it('stand in the document with what is demanded', async () => {
    const { paths, components } = (await house.get('/openapi.json')).json as {
      paths: Record<string, { get: { parameters: (Parameter & { $ref?: string })[] } }>;
      components: { parameters: Record<string, Parameter> };
    };
    const of = (id: string) =>
      paths[`/api/widgets/${id}`]?.get.parameters.map(({ $ref, ...own }) => {
        const { name, required } = $ref === undefined ? own : { ...components.parameters[$ref.split('/').pop() ?? ''] };
        return [name, required];
      });
    const common = ['limit', 'tz', 'source', 'explain'].map((name) => [name, false]);
    expect(of('groups')).to.deep.equal([...common, ['by', false], ['most', false], ['loud', false]]);
    expect(of('strict')).to.deep.equal([...common, ['word', true]]);
    expect(of('homepage')).to.deep.equal(common);
  });
});
