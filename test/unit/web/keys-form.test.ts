/** What is typed into the form that makes a key, and what the list says of one. */
import { expect } from 'chai';
import type { ApiKey } from '#core/keys/api-key.js';
import { BLANK, type KeyForm, readForm, typedForm } from '#core/pages/keys/key-form.js';
import { keyRow, keyUse } from '#core/pages/keys/key-rows.js';
import { curlWith, curlWithVariable, isOutcome } from '#core/pages/keys/texts.js';

const now = new Date('2026-11-20T12:00:00.000Z');
const read = (typed: Partial<KeyForm>) =>
  readForm({ ...BLANK, name: 'wall', ...typed }, { widgets: ['homepage', 'downloads'], now });

describe('the form that makes a key', () => {
  it('asks for a name and nothing else', () => {
    expect(read({})).to.deep.equal({ faults: {}, key: { name: 'wall', scope: 'widgets-only' } });
  });

  it('takes every limit', () => {
    const { key, faults } = read({
      scope: 'full',
      expires: '90d',
      widgets: ['downloads'],
      actions: ['release'],
      networks: '192.168.1.0/24, fd00::/8\n10.0.0.7;\n',
      perMinute: '0',
    });
    expect(faults).to.deep.equal({});
    expect(key).to.deep.equal({
      name: 'wall',
      scope: 'full',
      widgets: ['downloads'],
      actions: ['release'],
      networks: ['192.168.1.0/24', 'fd00::/8', '10.0.0.7'],
      perMinute: 0,
      expiresAt: '2027-02-18T12:00:00.000Z',
    });
  });

  it('lets a day go before the list', () => {
    const { key } = read({ expires: '30d', expiresOn: '2027-12-31' });
    expect(key.expiresAt).to.equal('2027-12-31T00:00:00.000Z');
  });

  const wrong: readonly (readonly [field: keyof KeyForm, typed: string | readonly string[], fault: RegExp])[] = [
    ['name', '', /such as wall-tablet/],
    ['name', 'a\nb', /in one line/],
    ['name', 'x'.repeat(65), /at most 64/],
    ['scope', 'everything', /Choose a scope/],
    ['expires', '9000d', /one from the list/],
    ['expiresOn', '2026-11-20', /after today/],
    ['expiresOn', '2027-02-30', /valid date/],
    ['expiresOn', 'soon', /valid date/],
    ['widgets', ['homepage', 'gone'], /widget gone no longer exists/],
    ['actions', ['release', 'anything'], /"anything" is not an action/],
    ['networks', '10.0.0.0/8, everywhere', /"everywhere" is not a network/],
    ['networks', '10.0.0.0/33', /is not a network/],
    ['perMinute', '-1', /whole number/],
    ['perMinute', '1.5', /whole number/],
    ['perMinute', '9999999', /whole number/],
  ];
  for (const [field, typed, fault] of wrong) {
    it(`says what is wrong with ${JSON.stringify(typed).slice(0, 40)} as ${field}, and with nothing else`, () => {
      const { faults } = read({ [field]: typed });
      expect(Object.keys(faults)).to.deep.equal([field]);
      expect(faults[field]).to.match(fault);
    });
  }

  it('reads one field or several of a name, and nothing that is not text', () => {
    expect(typedForm({ name: [' a ', 'b'], widgets: 'homepage', networks: { x: 1 } })).to.deep.include({
      name: 'a',
      widgets: ['homepage'],
      networks: '',
      scope: '',
    });
    expect(typedForm({ widgets: ['homepage', 'downloads'] }).widgets).to.deep.equal(['homepage', 'downloads']);
    expect(typedForm(undefined).name).to.equal('');
  });
});

describe('the list of keys', () => {
  const clock = { now, zone: 'Europe/Berlin' };
  const key: ApiKey = {
    id: 'k1',
    name: 'wall',
    prefix: 'sl_abcdefg',
    scope: 'widgets-only',
    widgets: null,
    actions: null,
    networks: null,
    perMinute: null,
    privacy: null,
    expiresAt: null,
    createdAt: '2026-11-17T12:00:00.000Z',
    lastUsedAt: null,
    lastUsedFrom: null,
    useCount: 0,
    declared: false,
  };

  it('says when, in words and as the whole time of the zone', () => {
    const used = { ...key, lastUsedAt: '2026-11-20T11:50:00.000Z', lastUsedFrom: '10.0.0.7', useCount: 12 };
    expect(keyRow(used, clock)).to.deep.include({
      lastUsed: { iso: '2026-11-20T11:50:00.000Z', text: '10 min ago', title: '20 Nov 2026, 12:50:00' },
      from: '10.0.0.7',
      count: 12,
      limits: [],
    });
    expect(keyUse(used, clock)).to.deep.equal({
      id: 'k1',
      lastUsedAt: '2026-11-20T11:50:00.000Z',
      label: '10 min ago',
      title: '20 Nov 2026, 12:50:00',
      from: '10.0.0.7',
      count: 12,
    });
    expect(keyUse(key, clock)).to.include({ lastUsedAt: null, label: 'never' });
  });

  it('marks what is over', () => {
    const ending = (expiresAt: string) => keyRow({ ...key, expiresAt }, clock).expiry;
    expect(ending('2026-11-20T12:00:00.000Z')).to.include({ isOver: true });
    expect(ending('2026-11-19T12:00:00.000Z')).to.include({ isOver: true, text: '1 d ago' });
    expect(ending('2026-11-23T12:00:00.000Z')).to.include({ isOver: false, text: 'in 3 d' });
  });

  it('shows short limits, and counts long ones', () => {
    const limited = {
      ...key,
      widgets: ['homepage', 'downloads', 'stalled'],
      networks: ['10.0.0.0/8'],
      perMinute: 30,
    };
    expect(keyRow(limited, clock).limits).to.deep.equal([
      { text: '3 widgets', list: ['homepage', 'downloads', 'stalled'] },
      { text: '10.0.0.0/8', list: [] },
      { text: '30 a minute', list: [] },
    ]);
    expect(keyRow({ ...key, perMinute: 0 }, clock).limits).to.deep.equal([{ text: 'no rate limit', list: [] }]);
  });
});

describe('the command of a key', () => {
  it('is one line that a shell takes as it is', () => {
    expect(curlWith('sl_x', 'https://side.lan/s', '/api/widgets/homepage')).to.equal(
      "curl -H 'x-api-token: sl_x' https://side.lan/s/api/widgets/homepage",
    );
    expect(curlWith('sl_x', 'http://[::1]:7780', '/api')).to.equal(
      "curl -H 'x-api-token: sl_x' -g 'http://[::1]:7780/api'",
    );
    expect(curlWithVariable('http://side.lan', '/api')).to.equal(
      'curl -H "x-api-token: $SIDELIGHT_KEY" http://side.lan/api',
    );
  });
});

describe('what a form came to', () => {
  it('is one of few sentences, and never what an address says', () => {
    expect(isOutcome('revoked')).to.equal(true);
    for (const text of ['', 'constructor', '__proto__', '<b>']) expect(isOutcome(text), text).to.equal(false);
  });
});
