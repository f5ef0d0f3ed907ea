import { type AnyPort, definePort, mediaUsers, requestItems, Type } from '@sidelight/plugin-api';
import { PortBook, startRun } from '@sidelight/plugin-api/host';
import { expect } from 'chai';

const animals = definePort({
  id: 'zoo.animals',
  keep: 'snapshot',
  key: (animal) => animal.id,
  item: Type.Object({
    id: Type.String(),
    kind: Type.Enum(['bird', 'fish', 'other']),
    foods: Type.Optional(Type.Array(Type.Enum(['seeds', 'shrimp']))),
    legs: Type.Optional(Type.Integer()),
    pond: Type.Optional(Type.String({ 'x-ref': true })),
  }),
});

const withItem = (fields: Record<string, ReturnType<typeof Type.String> | object>): AnyPort =>
  definePort({ ...animals, item: Type.Object(fields as never) } as never) as AnyPort;

const { id, kind, legs, pond, foods } = animals.item.properties;

describe('a port that exists already', () => {
  const book = new PortBook();
  book.adopt(animals, 'pond');

  const older: readonly (readonly [what: string, port: AnyPort])[] = [
    ['fewer optional fields', withItem({ id, kind })],
    ['a shorter list of values', withItem({ id, kind: Type.Enum(['bird']), legs })],
    [
      'a shorter list of values in a list',
      withItem({ id, kind, foods: Type.Optional(Type.Array(Type.Enum(['seeds']))) }),
    ],
    ['a field demanded that is optional by now', withItem({ id, kind, legs: Type.Integer() })],
    [
      'other prose and no notes',
      withItem({ id: Type.String({ description: 'Its name' }), kind, pond: Type.Optional(Type.String()) }),
    ],
    ['another index', { ...animals, index: ['kind'] } as AnyPort],
  ];
  for (const [what, port] of older) {
    it(`may be filled and read by a copy with ${what}`, () => {
      expect([book.fault(port), book.readFault(port)]).to.deep.equal([undefined, undefined]);
    });
  }

  const others: readonly (readonly [fault: string, port: AnyPort])[] = [
    ['has no field wings here', withItem({ id, kind, wings: Type.Optional(Type.Integer()) })],
    ['has a different field kind here', withItem({ id, kind: Type.Enum(['bird', 'reptile']) })],
    ['has a different field legs here', withItem({ id, kind, legs: Type.Optional(Type.String()) })],
    ['is a snapshot here, not a log', { ...animals, keep: 'log', at: () => '' } as AnyPort],
  ];
  for (const [fault, port] of others) {
    it(`is not another’s: ${fault}`, () => {
      expect([book.fault(port), book.readFault(port)]).to.deep.equal([fault, fault]);
    });
  }

  it('may be read with fewer fields than it must be filled with', () => {
    const narrow = withItem({ id, pond });
    expect([book.fault(narrow), book.readFault(narrow)]).to.deep.equal(['requires a field kind here', undefined]);
    expect(foods).to.not.equal(undefined);
  });

  it('is the vocabulary’s, or that of the plugin which declared it first; memory of the core’s is nobody’s', () => {
    expect([book.ownerOf(mediaUsers.id), book.ownerOf(animals.id)]).to.deep.equal(['Sidelight’s own', 'that of pond']);
    expect(book.get(requestItems.id)).to.equal(requestItems);
    expect(book.fault({ ...animals, id: 'core.plays' } as AnyPort)).to.equal('is reserved for Sidelight');
  });
});

describe('what a run publishes', () => {
  const lax = withItem({ id, kind: Type.String(), legs: Type.Optional(Type.String()) });
  const task = { id: 'feed', every: '1m' as const, fills: [lax], run: async () => undefined };
  const run = startRun({ task, cursor: undefined, declared: () => animals, held: async () => new Set() });

  it('is held against the declared port, whatever object the plugin holds', () => {
    const publish = (item: object) => () => run.out.replace(lax as never, [item] as never);
    expect(publish({ id: 'a', kind: 'bird' })).to.not.throw();
    expect(publish({ id: 'a', kind: 'unicorn' })).to.throw(/published item 0 of zoo\.animals with \/kind/);
    expect(publish({ id: 'a', kind: 'bird', legs: 'two' })).to.throw(/\/legs: must be integer/);
    expect(() => run.out.append(lax as never, [])).to.throw('zoo.animals is a snapshot');
  });

  it('is validated slice by slice when it is much, and others have their turn in between', async () => {
    const birds = Array.from({ length: 5000 }, (_, index) => ({ id: `${index}`, kind: 'bird' }));
    const start = () => startRun({ task, cursor: undefined, declared: () => animals, held: async () => new Set() });
    const many = start();
    many.out.replace(lax as never, birds as never);
    const order: string[] = [];
    const finished = many.finish().then(({ changes }) => {
      order.push('finished');
      return changes;
    });
    setImmediate(() => order.push('another'));
    birds.length = 1;
    expect(await finished)
      .to.have.nested.property('[0].items')
      .with.lengthOf(5000);
    expect(order).to.deep.equal(['another', 'finished']);
    const wrong = start();
    wrong.out.replace(lax as never, [...Array(2500).fill({ id: 'a', kind: 'bird' }), { id: 'b' }] as never);
    const thrown = await wrong.finish().catch((error: unknown) => error);
    expect(String(thrown)).to.match(/published item 2500 of zoo\.animals with \/kind|item 2500 .*kind/);
  });
});
