/** Which statements it takes to keep sums over windows of time up to date. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { AT, append, batch, loan, SCOPE } from './batches.js';
import { type Place, sqlitePlace } from './caches.js';
import { loans } from './ports.js';

const HOUR_MS = 3_600_000;
const ROWS = 12_000;
const WEEK = { since: '7d', by: 'reader', sum: 'days', distinct: 'bookId' } as const;

const hoursAgo = (hours: number): string => new Date(Date.parse(AT) - hours * HOUR_MS).toISOString();
const TWENTY_HOURS_MS = 20 * HOUR_MS + 1_000;
const later = (ms = 0) => ({ ...SCOPE, now: new Date(Date.parse(AT) + TWENTY_HOURS_MS + ms) });

describe('sums over a window', () => {
  let place: Place;
  let db: Knex;
  let cache: Cache;
  before(async () => {
    place = await sqlitePlace();
    db = await openDatabase(place.location);
    cache = await createKnexCache(db);
    await cache.declare(loans);
    const items = Array.from({ length: ROWS }, (_, i) =>
      loan(`l${i}`, hoursAgo((i * 160) / ROWS), { reader: `r${i % 7}`, bookId: `b${i % 90}`, days: i % 5 }),
    );
    await cache.commit(batch('one', [append(loans, items)]));
  });
  after(async () => {
    await cache.close();
    await db.destroy();
    await place.remove();
  });

  /** What it answers, and the statements that it sends for it. */
  async function asked(scope = SCOPE) {
    const sent: { readonly sql: string; readonly bindings: readonly unknown[] }[] = [];
    const note = (statement: (typeof sent)[number]): void => void sent.push(statement);
    db.on('query', note);
    const groups = await cache.top(loans, WEEK, scope);
    db.removeListener('query', note);
    return { groups, sent };
  }

  it('are read in pieces, once', async () => {
    const { groups, sent } = await asked();
    expect(groups.reduce((sum, { count }) => sum + count, 0)).to.equal(ROWS);
    expect(sent.length).to.be.greaterThan(2);
    expect((await asked()).sent).to.have.lengthOf(0);
  });

  it('need nothing of the database as time goes by', async () => {
    const { groups, sent } = await asked(later());
    expect(sent).to.have.lengthOf(0);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).to.be.within(ROWS * 0.9, ROWS * 0.95);
    expect((await asked(later(5_000))).groups).to.equal(groups);
  });

  it('read what a commit has changed, and no more', async () => {
    await cache.commit(batch('one', [append(loans, [loan('new', hoursAgo(1), { reader: 'r1' })])]));
    const { groups, sent } = await asked(later());
    expect(sent.map(({ bindings }) => bindings[0])).to.deep.equal([hoursAgo(1)]);
    const before = await cache.top(loans, { ...WEEK, limit: 1 }, later());
    expect(before[0]).to.equal(groups[0]);
  });

  it('read nothing where what has changed is older', async () => {
    await cache.commit(batch('one', [append(loans, [loan('old', hoursAgo(700))])]));
    expect((await asked(later())).sent).to.have.lengthOf(0);
  });

  it('leave groups that nothing has changed what they were', async () => {
    const before = new Set((await asked(later())).groups);
    await cache.commit(batch('one', [append(loans, [loan('other', hoursAgo(-0.5), { reader: 'r2' })])]));
    const { groups } = await asked(later());
    expect(groups.filter((group) => !before.has(group)).map(({ key }) => key)).to.include('r2');
    expect(groups.filter((group) => before.has(group))).to.not.be.empty;
  });
});
