/** What bad requests get: the right status, a coded error that names what is wrong, always as JSON. */
import { expect } from 'chai';
import { ERRORS } from '#core/ground/errors.js';
import type { Answer } from './exchange.js';
import { type House, openHouse } from './house.js';

const PAUSE = '/api/widgets/downloads/pause';

describe('bad requests', () => {
  let house: House;
  let key: Record<string, string>;

  before(async () => {
    house = await openHouse();
    key = { 'x-api-token': await house.key({ scope: 'full' }) };
  });
  after(() => house.close());

  function expectError(answer: Answer, code: keyof typeof ERRORS, message: RegExp | string): void {
    const entry = ERRORS[code];
    expect([answer.status, answer.error['code']]).to.deep.equal(['status' in entry ? entry.status : 0, code]);
    expect(answer.error['message']).to.match(message instanceof RegExp ? message : new RegExp(message));
    expect(answer.error['hint']).to.equal(entry.hint);
    expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8');
    expect(answer.bytes.toString()).to.not.match(/\bat .*:\d+:\d+/);
  }

  for (const [query, message] of [
    ['limt=3', /"limt".*did you mean "limit"/],
    ['limit=0', /"limit"/],
    ['limit=101', /"limit"/],
    ['limit=1.5', /"limit"/],
    ['limit=many', /"limit"/],
    ['limit=1&limit=2', /"limit"/],
    ['tz=Mars/Olympus', /"tz".*time zone/],
    ['source=attic', /"source" names "attic"/],
    ['source=seedbox&source=attic', /"attic"/],
    ['__proto__=1', /__proto__/],
  ] as const) {
    it(`?${query} is a 400 that names it`, async () => {
      for (const path of ['/api/widgets/homepage', '/api/widgets/late', '/api/widgets', '/api/item-summary/abc']) {
        expectError(await house.get(`${path}?${query}`, key), 'bad_request', message);
      }
    });
  }

  it('a good query is none', async () => {
    for (const query of ['limit=1', 'limit=100', 'tz=America/New_York', 'source=seedbox&source=idle', '']) {
      expect((await house.get(`/api/widgets/late?${query}`, key)).status).to.equal(200);
    }
  });

  it('a path that does not match its schema, or cannot be read, is a 400', async () => {
    expectError(await house.get('/api/item-summary/ab', key), 'bad_request', /"id"/);
    expectError(await house.get('/api/item-summary/%E0%A4%A', key), 'bad_request', /./);
  });

  it('what is not there is a 404', async () => {
    expectError(await house.get('/api/item-summary/missing', key), 'not_found', /missing/);
    expectError(await house.get('/api/widgets/nothing', key), 'not_found', '/api/widgets/nothing');
    expectError(await house.get('/api/nothing'), 'not_found', '/api/nothing');
    expectError(await house.get('/api/Widgets', key), 'not_found', '/api/Widgets');
    expectError(await house.get('/nothing', { accept: 'text/html' }), 'not_found', '/nothing');
  });

  it('another method is a 405 that names those of the route', async () => {
    for (const [method, path, allow] of [
      ['POST', '/api/widgets/homepage', 'GET, HEAD'],
      ['DELETE', '/api/widgets', 'GET, HEAD'],
      ['GET', PAUSE, 'POST'],
      ['PUT', PAUSE, 'POST'],
      ['OPTIONS', '/api/widgets/homepage', 'GET, HEAD'],
      ['POST', '/healthz', 'GET, HEAD'],
    ] as const) {
      const answer = await house.get(path, key, method);
      expectError(answer, 'method', method);
      expect(answer.headers['allow']).to.equal(allow);
    }
  });

  for (const [what, body, message] of [
    ['no object', '[]', /body/],
    ['broken', '{"id":', /./],
    ['empty', '', /Missing field "id"/],
    ['without a field', '{"id":"seedbox:1"}', /Missing field "paused"/],
    ['with a field too many', '{"id":"seedbox:1","paused":true,"force":1}', /Unknown field "force"/],
    ['with a wrong type', '{"id":"seedbox:1","paused":"yes"}', /"paused"/],
    ['with an id without its source', '{"id":"1","paused":true}', /"id"/],
    ['with a prototype', '{"id":"seedbox:1","paused":true,"__proto__":{}}', /__proto__/],
  ] as const) {
    it(`a body ${what} is a 400`, async () => {
      expectError(await house.post(PAUSE, body, key), 'bad_request', message);
    });
  }

  it('a body over 64 KiB is a 413, one that is not JSON a 415', async () => {
    const body = JSON.stringify({ id: `seedbox:${'x'.repeat(65_536)}`, paused: true });
    expectError(await house.post(PAUSE, body, key), 'too_large', /large/);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expectError(await house.post(PAUSE, '{}', { ...key, 'content-type': type }), 'media_type', /JSON/);
    }
    const latin = { ...key, 'content-type': 'application/json; charset=klingon' };
    expectError(await house.post(PAUSE, '{}', latin), 'media_type', /./);
  });

  it('the key is asked for before the body is looked at', async () => {
    expectError(await house.post(PAUSE, 'x'.repeat(100_000), { 'content-type': 'text/plain' }), 'no_key', /key/);
  });

  it('a defect is a 500 that tells nothing of the inside', async () => {
    expectError(await house.get('/api/widgets/broken', key), 'internal', /^Something went wrong inside Sidelight$/);
  });

  it('before it is ready the API is a 503 with Retry-After', async () => {
    const starting = await openHouse({ deps: { keys: house.keys, ready: () => false } });
    try {
      for (const path of ['/api/widgets/homepage', '/api/widgets', '/readyz']) {
        const answer = await starting.get(path, key);
        expectError(answer, 'not_ready', /ready/);
        expect(answer.headers['retry-after']).to.equal('5');
      }
      expect((await starting.get('/healthz')).json).to.deep.equal({ ok: true });
    } finally {
      await starting.close();
    }
  });

  it('HEAD of an error has its head alone', async () => {
    const answer = await house.get('/api/widgets/homepage', {}, 'HEAD');
    expect([answer.status, answer.bytes.length]).to.deep.equal([401, 0]);
  });
});
