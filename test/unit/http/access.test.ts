/** Who gets in. */
import { expect } from 'chai';
import type { Answer } from './exchange.js';
import { type House, openHouse } from './house.js';

const HOME = '/api/widgets/homepage';
const WRONG = `sl_${'0'.repeat(49)}`;

describe('keys over HTTP', () => {
  let house: House;
  beforeEach(async () => {
    house = await openHouse();
  });
  afterEach(() => house.close());

  const told = ({ status, error }: Answer) => [status, error['code']];

  it('takes a key from x-api-token or as a bearer, with blanks around it', async () => {
    const key = await house.key();
    for (const headers of [
      { 'x-api-token': ` ${key} ` },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer  ${key}` },
    ]) {
      expect((await house.get(HOME, headers)).status).to.equal(200);
      expect((await house.get('/api/widgets/late', headers)).status).to.equal(200);
    }
  });

  it('says what is wrong with a key, and how to send one', async () => {
    const key = await house.key();
    const revoked = await house.key({ name: 'gone' });
    await house.keys.revoke('gone');
    const expired = await house.key({ expiresAt: '2026-11-20T12:00:00.000Z' });
    const bare = await house.get(HOME);
    expect(told(bare)).to.deep.equal([401, 'no_key']);
    expect(bare.headers['www-authenticate']).to.equal('Bearer realm="Sidelight"');
    expect(bare.error).to.have.all.keys('code', 'message', 'hint', 'requestId');
    expect(bare.error['requestId']).to.equal(bare.headers['x-request-id']);
    expect(told(await house.get(`${HOME}?x-api-token=${key}`))).to.deep.equal([401, 'no_key']);
    expect(told(await house.get(HOME, { 'x-api-token': key.slice(0, -1) }))).to.deep.equal([401, 'malformed_key']);
    expect(told(await house.get(HOME, { 'x-api-token': revoked }))).to.deep.equal([401, 'unknown_key']);
    expect(told(await house.get(HOME, { 'x-api-token': expired }))).to.deep.equal([401, 'expired_key']);
  });

  it('lets each scope do what it covers', async () => {
    const [read, write, full] = await Promise.all(
      (['widgets-only', 'widgets-write', 'full'] as const).map(async (scope) => ({
        'x-api-token': await house.key({ scope }),
      })),
    );
    const pause = { id: 'seedbox:1', paused: true };
    const path = '/api/widgets/downloads/pause';
    expect(told(await house.post(path, pause, read))).to.deep.equal([403, 'scope']);
    expect((await house.post(path, pause, write)).status).to.equal(200);
    expect((await house.post(path, pause, full)).status).to.equal(200);
    expect(told(await house.get('/api/library-storage', write))).to.deep.equal([403, 'scope']);
    expect((await house.get('/api/library-storage', full)).status).to.equal(200);
    expect((await house.get('/api/widgets', read)).status).to.equal(200);
  });

  it('keeps a key with a list of widgets to these', async () => {
    const key = { 'x-api-token': await house.key({ scope: 'widgets-write', widgets: ['late', 'downloads'] }) };
    expect((await house.get('/api/widgets/late', key)).status).to.equal(200);
    expect((await house.get('/api/widgets', key)).status).to.equal(200);
    expect((await house.post('/api/widgets/downloads/pause', { id: 'seedbox:1', paused: true }, key)).status).to.equal(
      200,
    );
    expect(told(await house.get(HOME, key))).to.deep.equal([403, 'scope']);
  });

  it('keeps a key with a list of networks to these', async () => {
    const near = { 'x-api-token': await house.key({ networks: ['127.0.0.0/8'] }) };
    const far = { 'x-api-token': await house.key({ networks: ['10.0.0.0/8', 'fd00::/8'] }) };
    expect((await house.get(HOME, near)).status).to.equal(200);
    expect(told(await house.get(HOME, far))).to.deep.equal([403, 'network']);
    // An address that no trusted proxy vouches for is no address.
    expect(told(await house.get(HOME, { ...far, 'x-forwarded-for': '10.0.0.1' }))).to.deep.equal([403, 'network']);
  });

  it('believes the address that a trusted proxy names', async () => {
    const proxied = await openHouse({ server: { trustProxy: ['loopback'] } });
    try {
      const key = { 'x-api-token': await proxied.key({ networks: ['10.0.0.0/8'] }) };
      expect((await proxied.get(HOME, { ...key, 'x-forwarded-for': '192.168.1.1, 10.0.0.1' })).status).to.equal(200);
      expect(told(await proxied.get(HOME, { ...key, 'x-forwarded-for': '10.0.0.1, 192.168.1.1' }))).to.deep.equal([
        403,
        'network',
      ]);
    } finally {
      await proxied.close();
    }
  });

  it('ends the budget of a key with 429, and fills it up again', async () => {
    const key = { 'x-api-token': await house.key({ perMinute: 60 }) };
    for (const path of [HOME, '/api/widgets/late', HOME, HOME]) await house.get(path, key);
    // A burst is a fifth of a minute's worth: 12 at once, four of them gone.
    const statuses = await Promise.all(Array.from({ length: 9 }, async () => (await house.get(HOME, key)).status));
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(8);
    const over = await house.get('/api/widgets/late', key);
    expect(told(over)).to.deep.equal([429, 'rate_limit']);
    expect(over.headers).to.include({
      'retry-after': '1',
      'ratelimit-limit': '60',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
    });
    await house.clock.advance(1000);
    expect((await house.get(HOME, key)).status).to.equal(200);
  });

  it('refuses a key that was revoked as often as a board asks with it, and takes nobody for a guesser', async () => {
    const [gone, good] = [await house.key({ name: 'gone' }), await house.key()];
    await house.keys.revoke('gone');
    const ask = (key: string) => house.get('/api/widgets/homepage', { 'x-api-token': key });
    const answers = await Promise.all(Array.from({ length: 66 }, () => ask(gone)));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([401]));
    expect((await ask(good)).status).to.equal(200);
  });

  it('stops an address that tries wrong keys, and nobody with a right one', async () => {
    const key = { 'x-api-token': await house.key() };
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await house.get(HOME, { 'x-api-token': WRONG })).status);
    expect(statuses.slice(0, 20)).to.deep.equal(Array(20).fill(401));
    expect(statuses[20]).to.equal(429);
    expect((await house.get(HOME, key)).status).to.equal(200);
    expect((await house.get(HOME)).status).to.equal(401);
    await house.clock.advance(3000);
    expect((await house.get(HOME, { 'x-api-token': WRONG })).status).to.equal(401);
  });
});

describe('somebody who is signed in', () => {
  const visitor = { 'x-visitor': 'ada' };
  let house: House;
  before(async () => {
    house = await openHouse();
  });
  after(() => house.close());

  it('reads all of the API without a key', async () => {
    for (const path of ['/api/widgets', '/api/widgets/homepage', '/api/library-storage', '/api/item-summary/abc']) {
      expect((await house.get(path, visitor)).status, path).to.equal(200);
    }
  });

  it('acts only from a page of ours', async () => {
    const body = { id: 'seedbox:1', paused: true };
    const refused = await house.post('/api/widgets/downloads/pause', body, visitor);
    expect([refused.status, refused.error['code']]).to.deep.equal([403, 'csrf']);
    const done = await house.post('/api/widgets/downloads/pause', body, { ...visitor, 'x-own-form': 'yes' });
    expect(done.status).to.equal(200);
  });

  it('is nobody once a key is sent along: a wrong one is refused', async () => {
    const answer = await house.get('/api/widgets/homepage', { ...visitor, 'x-api-token': 'sl_short' });
    expect(answer.error['code']).to.equal('malformed_key');
  });
});
