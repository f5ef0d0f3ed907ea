/** The routes beside the API, and what browsers need. */
import { expect } from 'chai';
import { type House, openHouse } from './house.js';

describe('service routes', () => {
  let house: House;
  before(async () => {
    house = await openHouse({ deps: { calls: () => new Map([['seedbox', 41]]) } });
  });
  after(() => house.close());

  it('says that it lives and that it is ready', async () => {
    expect((await house.get('/healthz')).json).to.deep.equal({ ok: true });
    expect((await house.get('/readyz')).json).to.deep.equal({ ok: true });
  });

  it('shows figures to a key of scope full', async () => {
    const read = { 'x-api-token': await house.key() };
    const full = { 'x-api-token': await house.key({ scope: 'full' }) };
    expect((await house.get('/metrics')).status).to.equal(401);
    expect((await house.get('/metrics', read)).status).to.equal(403);
    await house.get('/api/widgets/homepage', read);
    const answer = await house.get('/metrics', full);
    expect(answer.headers['content-type']).to.equal('text/plain; version=0.0.4; charset=utf-8');
    const lines = answer.bytes.toString().split('\n');
    expect(lines).to.include.members([
      '# TYPE sidelight_http_requests_total counter',
      'sidelight_info{version="1.2.3"} 1',
      'sidelight_integration_up{source="seedbox"} 1',
      'sidelight_sync_age_seconds{source="seedbox"} 30',
      'sidelight_upstream_calls_total{source="seedbox"} 41',
      'sidelight_cache_generation{port="download.queue"} 7',
      'sidelight_http_requests_total{status="200"} 3',
      'sidelight_http_requests_total{status="401"} 1',
    ]);
  });

  it('has no sample of an integration that nobody has asked yet', async () => {
    const unasked = await openHouse({
      openMetrics: true,
      deps: { engine: { of: () => ({ state: 'unknown' }) } as never },
    });
    try {
      const text = (await unasked.get('/metrics')).bytes.toString();
      expect(text).to.include('# TYPE sidelight_integration_up gauge').and.not.include('sidelight_integration_up{');
    } finally {
      await unasked.close();
    }
  });

  it('shows figures to everyone where that was configured', async () => {
    const open = await openHouse({ openMetrics: true });
    try {
      expect((await open.get('/metrics')).status).to.equal(200);
    } finally {
      await open.close();
    }
  });

  it('compresses what is large', async () => {
    const answer = await house.get('/openapi.json', { 'accept-encoding': 'gzip' });
    expect(answer.headers['content-encoding']).to.equal('gzip');
  });
});

describe('requests from pages of other origins', () => {
  const ORIGIN = 'https://board.example';

  it('are not let in unless their origin is configured', async () => {
    const house = await openHouse();
    try {
      const key = { 'x-api-token': await house.key() };
      const preflight = { origin: ORIGIN, 'access-control-request-method': 'GET' };
      expect((await house.get('/api/widgets', preflight, 'OPTIONS')).status).to.equal(405);
      const answer = await house.get('/api/widgets/homepage', { ...key, origin: ORIGIN });
      expect(answer.headers).to.not.have.property('access-control-allow-origin');
    } finally {
      await house.close();
    }
  });

  it('are let in from a configured origin, the preflight without a key', async () => {
    const house = await openHouse({ server: { cors: [ORIGIN] } });
    try {
      const preflight = await house.get(
        '/api/widgets/downloads/pause',
        { origin: ORIGIN, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-token' },
        'OPTIONS',
      );
      expect(preflight.status).to.equal(204);
      expect(preflight.headers['access-control-allow-origin']).to.equal(ORIGIN);
      expect(preflight.headers['access-control-allow-headers']).to.include('x-api-token');
      const key = { 'x-api-token': await house.key() };
      for (const [path, headers, status] of [
        ['/api/widgets/homepage', key, 200],
        ['/api/widgets/late', key, 200],
        ['/api/widgets/homepage', {}, 401],
      ] as const) {
        const answer = await house.get(path, { ...headers, origin: ORIGIN });
        expect([answer.status, answer.headers['access-control-allow-origin']]).to.deep.equal([status, ORIGIN]);
        expect(answer.headers['vary']).to.include('Origin');
      }
      const stranger = await house.get('/api/widgets/homepage', { ...key, origin: 'https://else.example' });
      expect(stranger.headers).to.not.have.property('access-control-allow-origin');
    } finally {
      await house.close();
    }
  });
});
