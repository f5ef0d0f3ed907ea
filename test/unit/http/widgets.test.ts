/** A widget answered before Express and behind it: one answer, byte for byte. */
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { silentLog } from '#core/ground/log.js';
import { PayloadSender } from '#core/http/payload.js';
import { listen } from '#core/http/server.js';
import { Traffic } from '#core/http/traffic.js';
import { fastPath } from '#core/rest/fast-path.js';
import { Gate } from '#core/rest/gate.js';
import { type Answer, exchange } from './exchange.js';
import { HOMEPAGE, type House, openHouse } from './house.js';

const HOME = '/api/widgets/homepage';

/** All but the time of day. */
const wire = ({ status, rawHeaders, bytes }: Answer) => {
  const at = rawHeaders.indexOf('Date');
  return { status, headers: rawHeaders.filter((_, i) => i !== at && i !== at + 1), body: bytes.toString('latin1') };
};

describe('widgets over HTTP', () => {
  let house: House;
  /** The same, except that nothing is ready: Express answers everything. */
  let slow: House;
  let token: Record<string, string>;

  before(async () => {
    house = await openHouse();
    slow = await openHouse({
      deps: {
        keys: house.keys,
        snapshots: { ready: () => undefined, payload: async () => HOMEPAGE, explained: async () => HOMEPAGE },
      },
    });
    token = { 'x-api-token': await house.key(), 'x-request-id': 'the-same-id' };
  });
  after(async () => {
    await slow.close();
    await house.close();
  });

  const cases: readonly (readonly [what: string, path: string, headers: Record<string, string>, method?: string])[] = [
    ['a plain GET', HOME, {}],
    ['a trailing slash', `${HOME}/`, {}],
    ['HEAD', HOME, {}, 'HEAD'],
    ['gzip', HOME, { 'accept-encoding': 'gzip, deflate, br' }],
    ['gzip refused', HOME, { 'accept-encoding': 'gzip;q=0, deflate' }],
    ['HEAD of gzip', HOME, { 'accept-encoding': 'gzip' }, 'HEAD'],
    ['the ETag', HOME, { 'if-none-match': HOMEPAGE.etag }],
    ['a list of ETags', HOME, { 'if-none-match': `"other", ${HOMEPAGE.etag.slice(2)}` }],
    ['an old ETag', HOME, { 'if-none-match': 'W/"old"' }],
  ];
  for (const [what, path, headers, method] of cases) {
    it(`answers ${what} the same before Express and behind it`, async () => {
      const [fast, behind] = await Promise.all(
        [house, slow].map((one) => one.get(path, { ...token, ...headers }, method)),
      );
      expect(fast && wire(fast)).to.deep.equal(behind && wire(behind));
      expect(fast?.status).to.equal(what.endsWith('the ETag') || what.startsWith('a list') ? 304 : 200);
    });
  }

  it('sends the bytes as they are, with what a dashboard and a proxy need to know', async () => {
    const answer = await house.get(HOME, token);
    expect(answer.bytes.equals(HOMEPAGE.bytes)).to.equal(true);
    expect(answer.headers).to.include({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      etag: HOMEPAGE.etag,
      vary: 'Accept-Encoding',
      'x-request-id': 'the-same-id',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(answer.headers['content-security-policy']).to.include("default-src 'none'");
    expect(answer.headers).to.not.have.any.keys('set-cookie', 'x-powered-by', 'access-control-allow-origin');
    const zipped = await house.get(HOME, { ...token, 'accept-encoding': 'gzip' });
    expect(zipped.headers['content-encoding']).to.equal('gzip');
    expect(gunzipSync(zipped.bytes).equals(HOMEPAGE.bytes)).to.equal(true);
    const head = await house.get(HOME, token, 'HEAD');
    expect([head.bytes.length, head.headers['content-length']]).to.deep.equal([0, String(HOMEPAGE.bytes.length)]);
  });

  it('renders what is not ready, and what is asked for in another form', async () => {
    expect((await house.get('/api/widgets/late', token)).json).to.deep.equal({ movies: 4, text: 'late' });
    await house.get(`${HOME}?limit=3&tz=UTC&source=seedbox`, token);
    expect(house.calls.at(-1)).to.equal(
      'payload homepage {"limit":3,"zone":"UTC","sources":["seedbox"],"privacy":null}',
    );
  });

  it('makes an id for a request that brings none, or no usable one', async () => {
    const { 'x-request-id': _, ...keyed } = token;
    const ids = await Promise.all(
      [{}, { 'x-request-id': 'ab' }, {}].map(
        async (headers) => (await house.get(HOME, { ...keyed, ...headers })).headers,
      ),
    );
    expect(new Set(ids.map((headers) => headers['x-request-id'])).size).to.equal(3);
  });

  it('answers ready bytes at once, and leaves the rest to Express', async () => {
    const { deps } = house;
    const addressOf = () => '127.0.0.1';
    const gate = new Gate(deps.keys, deps.clock, addressOf, deps.visitors);
    const traffic = new Traffic(silentLog, 'info', () => undefined);
    const fast = fastPath({ deps, gate, sender: new PayloadSender([]), traffic, addressOf });
    const server = await listen(
      (req, res) => {
        if (!fast(req, res)) res.writeHead(204).end();
      },
      { host: '127.0.0.1', port: 0 },
    );
    const status = async (path: string, headers = token, method = 'GET') =>
      (await exchange(`http://127.0.0.1:${server.port}${path}`, { method, headers })).status;
    try {
      expect(await status(HOME)).to.equal(200);
      expect(await status(`${HOME}/`, token, 'HEAD')).to.equal(200);
      expect(await status(HOME, token, 'POST')).to.equal(204);
      expect(await status(`${HOME}?limit=8`)).to.equal(204);
      expect(await status(HOME, {})).to.equal(204);
      expect(await status('/api/widgets/late')).to.equal(204);
      expect(await status('/api/widgets/storage')).to.equal(204);
      expect(await status('/api/library-storage')).to.equal(204);
    } finally {
      await server.close(1000);
    }
  });

  it('finds a widget with a path of its own there only', async () => {
    const full = { 'x-api-token': await house.key({ scope: 'full' }) };
    expect((await house.get('/api/library-storage', full)).status).to.equal(200);
    expect((await house.get('/api/widgets/storage', full)).status).to.equal(404);
  });

  it('sends of a lookup what its schema declares', async () => {
    const full = { 'x-api-token': await house.key({ scope: 'full' }) };
    const answer = await house.get('/api/item-summary/box%3A42', full);
    expect(answer.json).to.deep.equal({ id: 'box:42' });
    expect(
      (await house.get('/api/item-summary/box:42', { ...full, 'if-none-match': String(answer.headers['etag']) }))
        .status,
    ).to.equal(304);
  });

  it('serves everything below the base path, and nothing beside it', async () => {
    const based = await openHouse({ server: { basePath: '/side/light' } });
    try {
      const key = { 'x-api-token': await based.key() };
      expect((await based.get(`/side/light${HOME}`, key)).bytes.equals(HOMEPAGE.bytes)).to.equal(true);
      expect((await based.get('/side/light/api/widgets/late', key)).status).to.equal(200);
      expect((await based.get(HOME, key)).error['code']).to.equal('not_found');
      expect((await based.get('/side/light/openapi.json')).json['servers']).to.deep.equal([{ url: '/side/light' }]);
    } finally {
      await based.close();
    }
  });
});
