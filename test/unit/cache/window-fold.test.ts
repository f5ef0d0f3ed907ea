/** A window that moves tells what a look at all of its rows would tell, and leaves alone what has not changed. */
import type { Group } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { type Part, WindowFold } from '#core/cache/window-fold.js';
import { dice } from '../../support/random.js';

const GROUPS = 40;
const at = (n: number): string => String(n).padStart(6, '0');
const part = (time: number, label: number, value: number): Part => ({
  ...{ at: at(time), label: `g${label}`, source: 'one', value: `v${value}` },
  ...{ n: 1 + (value % 2), total: value },
});
const fold = () => new WindowFold(String);

/** By looking at each part. */
function counted(parts: readonly Part[]): readonly Group[] {
  const groups = [...new Set(parts.map(({ label }) => String(label)))].map((key) => {
    const own = parts.filter(({ label }) => label === key);
    const [count, sum] = [own.reduce((all, { n }) => all + n, 0), own.reduce((all, { total }) => all + total, 0)];
    return { key, source: 'one', count, distinct: new Set(own.map(({ value }) => value)).size, sum };
  });
  return groups.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}

describe('the fold of a window', () => {
  it('tells what its parts come to, wherever it has moved and whatever was read again', () => {
    const roll = dice(7);
    const one = fold();
    let parts: readonly Part[] = [];
    let to = 0;
    for (let step = 0; step < 400; step++) {
      const news = Array.from({ length: roll(4) }, (_, i) => part(to + i, roll(GROUPS), roll(9)));
      parts = [...parts, ...news];
      to += 4;
      const from = Math.max(0, to - 600);
      one.add(news, at(to));
      one.move(at(from), at(to));
      parts = parts.filter((row) => row.at >= at(from));
      if (roll(3) === 0) {
        const cut = at(to - roll(40));
        const again = parts.filter((row) => row.at >= cut).map((row, i) => (i % 3 === 0 ? { ...row, total: 5 } : row));
        parts = [...parts.filter((row) => row.at < cut), ...again];
        one.cut(cut);
        one.add(again, at(to));
      }
      expect(one.top(null), `step ${step}`).to.deep.equal(counted(parts));
    }
    expect(parts.length).to.be.greaterThan(100);
  });

  it('tells the same list again when what was read again is as it was', () => {
    const one = fold();
    const parts = Array.from({ length: 100 }, (_, i) => part(i, i % GROUPS, i));
    one.add(parts, at(100));
    const told = one.top(null);
    one.cut(at(60));
    one.add(parts.slice(60), at(100));
    expect(one.top(null)).to.equal(told);
  });

  it('makes those groups anew that have changed, and no others', () => {
    const one = fold();
    one.add(
      Array.from({ length: 100 }, (_, i) => part(i, i % GROUPS, i)),
      at(100),
    );
    const told = new Set(one.top(null));
    one.add([part(100, 3, 1)], at(100));
    expect(one.top(null).flatMap((group) => (told.has(group) ? [] : group.key))).to.deep.equal(['g3']);
  });
});
