import { listOf, nullable, oneOf, Type } from '@sidelight/plugin-api';
import { projectorOf } from '@sidelight/plugin-api/host';
import { expect } from 'chai';

const Small = Type.Object({ id: Type.String() });

describe('projectorOf', () => {
  it('drops what is not declared, at the top and in lists and parts', () => {
    const project = projectorOf(
      Type.Object({
        n: Type.Integer(),
        items: listOf({ id: Type.String() }),
        part: nullable(Small),
        other: nullable(Small),
      }),
    );
    const rendered = {
      token: 'secret',
      n: 1,
      items: [{ id: 'a', label: 'A', path: '/secret' }],
      part: { id: 'b', path: '/secret' },
      other: null,
    };
    expect(project(rendered)).to.deep.equal({ n: 1, items: [{ id: 'a', label: 'A' }], part: { id: 'b' }, other: null });
  });

  it('writes fields in the order of the schema', () => {
    const project = projectorOf(Type.Object({ a: Type.Integer(), b: Type.Integer() }));
    expect(JSON.stringify(project({ b: 2, a: 1 }))).to.equal('{"a":1,"b":2}');
  });

  it('follows unions of objects, sums, tuples and maps', () => {
    const project = projectorOf(
      Type.Object({
        either: Type.Union([
          Type.Object({ kind: Type.Literal('x'), x: Type.Integer() }),
          Type.Object({ kind: Type.Literal('y'), y: Type.Integer() }),
        ]),
        both: Type.Intersect([Small, Type.Object({ n: Type.Integer() })]),
        pair: Type.Tuple([Type.String(), Small]),
        map: Type.Record(Type.String(), Small),
        word: Type.Union([oneOf('a', 'b'), Type.Integer()]),
      }),
    );
    const extra = { secret: 1 };
    expect(
      project({
        either: { kind: 'y', y: 2, x: 3 },
        both: { id: 'a', n: 1, ...extra },
        pair: ['p', { id: 'q', ...extra }],
        map: { one: { id: 'm', ...extra } },
        word: 'a',
      }),
    ).to.deep.equal({
      either: { kind: 'y', y: 2 },
      both: { id: 'a', n: 1 },
      pair: ['p', { id: 'q' }],
      map: { one: { id: 'm' } },
      word: 'a',
    });
  });

  const wrong: readonly (readonly [value: unknown, message: string])[] = [
    [{ text: { secret: 1 } }, 'the payload.text holds an object where it declares a value'],
    [{ list: 'x' }, 'the payload.list is not a list'],
    [{ list: [{ n: 1 }] }, 'the payload.list[] holds an object where it declares a value'],
    [{ part: [] }, 'the payload.part is none of what it declares'],
    [null, 'the payload is not an object'],
  ];
  for (const [value, message] of wrong) {
    it(`refuses ${JSON.stringify(value)}`, () => {
      const project = projectorOf(
        Type.Object({ text: Type.String(), list: Type.Array(Type.String()), part: nullable(Small) }),
      );
      expect(() => project(value)).to.throw(TypeError, message);
    });
  }

  it('refuses a schema that it cannot follow', () => {
    expect(() => projectorOf(Type.Object({ self: Type.Ref('Self') }))).to.throw(
      'the payload.self is declared by a reference',
    );
  });
});
