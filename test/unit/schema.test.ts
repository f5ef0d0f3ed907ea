import { listOf, mismatch, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';

const Film = Type.Object({ title: Type.String(), year: Type.Optional(Type.Integer()) });
const Page = Type.Object({ total: Type.Integer(), films: Type.Array(Film) });

describe('a mismatch', () => {
  it('is told by its place and what was expected there', () => {
    const good = { title: 'Metropolis', year: 1927 };
    expect(mismatch(Page, { total: 1, films: [good] })).to.equal(undefined);
    for (const [value, told] of [
      ['text', '/: must be object'],
      [{ films: [] }, '/: must have required properties total'],
      [{ total: 1, films: {} }, '/films: must be array'],
      [{ total: 1, films: [good, null] }, '/films/1: must be object'],
      [{ total: 1, films: [good, { year: 1927 }] }, '/films/1: must have required properties title'],
      [{ total: 1, films: [good, { title: 'Sintel', year: '2010' }] }, '/films/1/year: must be integer'],
    ] as const) {
      expect(mismatch(Page, value)).to.equal(told);
    }
    expect(mismatch(listOf({ size: Type.Integer() }), [{ size: 1, label: 7 }])).to.equal('/0/label: must be string');
  });

  it('is looked for no further than to the first', () => {
    let reads = 0;
    const lie = {
      get title() {
        reads++;
        return 7;
      },
    };
    const films = Array.from({ length: 10_000 }, () => lie);
    expect(mismatch(Page, { total: films.length, films })).to.equal('/films/0/title: must be string');
    expect(reads).to.be.below(100);
  });
});
