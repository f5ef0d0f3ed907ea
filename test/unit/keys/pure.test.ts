/** What a key looks like, what it may do, and how often. */
import { expect } from 'chai';
import { CodedError } from '#core/ground/errors.js';
import { budgetOf, expiryOf, type Grant, type Guarded, may } from '#core/keys/api-key.js';
import { Budgets } from '#core/keys/budget.js';
import { generateKey, hashKey, isWellFormed, prefixOf } from '#core/keys/format.js';
import { holds, householdOf, networkList } from '#core/keys/networks.js';

const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error instanceof CodedError ? error.code : error;
  }
};

describe('the format of keys', () => {
  it('is sl_, 43 characters and a checksum, letters and digits only', () => {
    const keys = Array.from({ length: 50 }, generateKey);
    for (const key of keys) {
      expect(key).to.match(/^sl_[0-9A-Za-z]{49}$/);
      expect(isWellFormed(key)).to.equal(true);
    }
    expect(new Set(keys).size).to.equal(50);
  });

  it('shows a slip of the hand', () => {
    const key = generateKey();
    const swapped = key.replace(/^(sl_.{10})(.)(.)/, (_, start, a, b) => `${start}${b}${a}`);
    const other = `${key.slice(0, 20)}${key[20] === 'A' ? 'B' : 'A'}${key.slice(21)}`;
    for (const wrong of [key.slice(0, -1), `${key}0`, key.slice(1), other, '', 'sl_', `${key.slice(0, -1)}_`]) {
      expect(isWellFormed(wrong), wrong).to.equal(false);
    }
    expect(isWellFormed(swapped)).to.equal(swapped === key);
  });

  it('is kept as its SHA-256', () => {
    expect(hashKey('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(prefixOf(generateKey())).to.have.lengthOf(10);
  });
});

describe('scopes', () => {
  const read: Guarded = { scope: 'widgets-only', widget: 'downloads' };
  const act: Guarded = { scope: 'widgets-write', widget: 'downloads' };
  const catalog: Guarded = { scope: 'widgets-only', widget: null };
  const api: Guarded = { scope: 'full' };
  const release: Guarded = {
    scope: 'full',
    widget: 'downloads',
    action: { id: 'release.remove', family: 'release' },
  };
  const given = (scope: Grant['scope'], ...actions: string[]): Grant => ({ scope, widgets: null, actions });
  const key = (scope: Grant['scope'], ...widgets: string[]): Grant => ({
    scope,
    widgets: widgets.length > 0 ? widgets : null,
  });

  const table: readonly (readonly [Grant, Guarded, string, boolean])[] = [
    [key('widgets-only'), read, 'GET', true],
    [key('widgets-only'), read, 'HEAD', true],
    [key('widgets-only'), read, 'POST', false],
    [key('widgets-only'), act, 'POST', false],
    [key('widgets-only'), api, 'GET', false],
    [key('widgets-write'), read, 'GET', true],
    [key('widgets-write'), act, 'POST', true],
    [key('widgets-write'), api, 'GET', false],
    [key('full'), read, 'GET', true],
    [key('full'), act, 'POST', true],
    [key('full'), api, 'GET', true],
    [key('widgets-only', 'downloads'), read, 'GET', true],
    [key('widgets-only', 'homepage'), read, 'GET', false],
    [key('widgets-only', 'homepage'), catalog, 'GET', true],
    [key('widgets-write', 'homepage'), act, 'POST', false],
    [key('full', 'homepage'), api, 'GET', false],
    [key('widgets-only'), release, 'POST', false],
    [key('widgets-write'), release, 'POST', false],
    [key('full'), release, 'POST', true],
    [key('full', 'homepage'), release, 'POST', false],
    [given('widgets-write', 'release'), release, 'POST', true],
    [given('widgets-write', 'release.remove'), release, 'POST', true],
    [given('widgets-write', 'release.grab', 'jobs'), release, 'POST', false],
    [given('widgets-only', 'release'), release, 'POST', true],
    [given('widgets-only', 'release'), act, 'POST', false],
    [given('widgets-write', 'jobs'), act, 'POST', true],
    [{ ...given('widgets-write', 'release'), widgets: ['homepage'] }, release, 'POST', false],
  ];
  for (const [grant, route, method, allowed] of table) {
    it(`${grant.scope}${grant.widgets === null ? '' : ` for ${grant.widgets}`}${grant.actions ? ` with ${grant.actions}` : ''}: ${method} of ${JSON.stringify(route)} is ${allowed ? 'allowed' : 'refused'}`, () => {
      expect(may(grant, route, method)).to.equal(allowed);
    });
  }
});

describe('networks of a key', () => {
  it('hold addresses of both families, also an IPv4 address in IPv6 dress', () => {
    const list = networkList(['192.168.1.0/24', 'fd00::/8', '10.0.0.7']);
    for (const inside of ['192.168.1.200', '::ffff:192.168.1.200', 'fd12::1', '10.0.0.7'])
      expect(holds(list, inside), inside).to.equal(true);
    for (const outside of ['192.168.2.1', 'fe80::1', '10.0.0.8', '', 'somewhere'])
      expect(holds(list, outside), outside).to.equal(false);
  });

  it('count the addresses of one IPv6 household as one, and each IPv4 address by itself', () => {
    for (const address of ['2001:db8:0:7::1', '2001:0DB8:0:7:1:2:3:4', '2001:db8::7:ffff:0:0:9'])
      expect(householdOf(address), address).to.equal('2001:db8:0:7::/64');
    expect(householdOf('2001:db8:0:8::1')).to.equal('2001:db8:0:8::/64');
    expect([householdOf('fe80::1%eth0'), householdOf('::1')]).to.deep.equal(['fe80:0:0:0::/64', '0:0:0:0::/64']);
    expect(householdOf('192.168.1.7')).to.equal('192.168.1.7');
  });

  it('are refused when they are none', () => {
    for (const wrong of ['here', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0.0/', 'fd00::/129']) {
      expect(
        codeOf(() => networkList([wrong])),
        wrong,
      ).to.equal('usage');
    }
  });
});

describe('budgets', () => {
  it('allow a burst and then a steady rate, each owner its own', () => {
    const budgets = new Budgets();
    const budget = { perMinute: 60, burst: 3 };
    const take = (at: number, owner = 'a') => budgets.take(owner, budget, at);
    expect([take(0), take(0), take(0), take(0)]).to.deep.equal([0, 0, 0, 1000]);
    expect(take(0, 'b')).to.equal(0);
    expect([take(400), take(1000), take(1000)]).to.deep.equal([600, 0, 1000]);
    expect([take(600_000), take(600_000), take(600_000), take(600_000)]).to.deep.equal([0, 0, 0, 1000]);
  });

  it('are 600 a minute and a burst of 120 unless the key says otherwise', () => {
    expect(budgetOf({ perMinute: null })).to.deep.equal({ perMinute: 600, burst: 120 });
    expect(budgetOf({ perMinute: 2 })).to.deep.equal({ perMinute: 2, burst: 1 });
    expect(budgetOf({ perMinute: 0 })).to.equal(null);
  });
});

describe('the expiry of a key', () => {
  it('is a number of days, or a date', () => {
    const now = new Date('2026-11-20T12:00:00.000Z');
    expect(expiryOf('90d', now)).to.equal('2027-02-18T12:00:00.000Z');
    expect(expiryOf('2027-12-31', now)).to.equal('2027-12-31T00:00:00.000Z');
    expect(codeOf(() => expiryOf('soon', now))).to.equal('usage');
  });
});
