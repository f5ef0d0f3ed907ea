/** The routes beside the API, and what browsers need. */
import { expect } from 'chai';
import { type House, openHouse } from './house.js';

describe('service routes', () => {
  let house: House;
  before(async () => {
    house = await openHouse({
      deps: {
        calls: {
          all: () => new Map([['seedbox', 41]]),
          allFailed: () => new Map([['seedbox', new Map([['unreachable', 2]])]]),
        },
        onRun: (listener) => listener('seedbox', { name: 'queue', result: 'ok', durationMs: 700 }),
      },
    });
  });
  after(() => house.close());

  it('says that it lives and that it is ready', async () => {
    expect((await house.get('/healthz')).json).to.deep.equal({ ok: true });
    expect((await house.get('/readyz')).json).to.deep.equal({ ok: true });
  });

  it('shows figures to a key of scope metrics, which reads nothing else, and to one of scope full', async () => {
    const read = { 'x-api-token': await house.key() };
    const write = { 'x-api-token': await house.key({ scope: 'widgets-write' }) };
    const metrics = { 'x-api-token': await house.key({ scope: 'metrics' }) };
    const full = { 'x-api-token': await house.key({ scope: 'full' }) };
    for (const [headers, status] of [
      [{}, 401],
      [read, 403],
      [write, 403],
      [full, 200],
      [metrics, 200],
    ] as const)
      expect((await house.get('/metrics', headers)).status).to.equal(status);
    for (const path of ['/api/widgets', '/api/widgets/homepage', '/api/item-summary/some'])
      expect((await house.get(path, metrics)).error['code'], path).to.equal('scope');
  });

  it('counts answers by status, measures them by route, and tells of upstreams and syncs', async () => {
    const read = { 'x-api-token': await house.key() };
    const metrics = { 'x-api-token': await house.key({ scope: 'metrics' }) };
    await house.get('/api/widgets/homepage', read);
    await house.get('/api/widgets/late', read);
    await house.get('/nowhere');
    const answer = await house.get('/metrics', metrics);
    expect(answer.headers['content-type']).to.equal('text/plain; version=0.0.4; charset=utf-8');
    const lines = answer.bytes.toString().split('\n');
    expect(lines).to.include.members([
      '# TYPE sidelight_http_requests_total counter',
      'sidelight_info{version="1.2.3"} 1',
      'sidelight_integration_up{source="seedbox"} 1',
      'sidelight_sync_age_seconds{source="seedbox"} 30',
      'sidelight_upstream_calls_total{source="seedbox"} 41',
      'sidelight_cache_generation{port="download.queue"} 7',
      'sidelight_upstream_errors_total{source="seedbox",code="unreachable"} 2',
      'sidelight_sync_duration_seconds_count{source="seedbox",task="queue",result="ok"} 1',
      'sidelight_sync_duration_seconds_sum{source="seedbox",task="queue",result="ok"} 0.7',
      'sidelight_http_request_duration_seconds_count{method="GET",route="/api/widgets/homepage"} 2',
      'sidelight_http_request_duration_seconds_count{method="GET",route="/api/widgets/late"} 1',
      'sidelight_http_request_duration_seconds_count{method="GET",route="/metrics"} 5',
      'sidelight_http_request_duration_seconds_count{method="GET",route="other"} 1',
      'sidelight_http_requests_total{status="200"} 6',
      'sidelight_http_requests_total{status="401"} 1',
      'sidelight_http_requests_total{status="404"} 1',
      'sidelight_homepage_movies 3',
    ]);
    expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).to.equal(true);
    expect(lines.filter((line) => line.startsWith('sidelight_homepage_'))).to.have.lengthOf(1);
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

  it('shows figures without a key to the networks that were configured', async () => {
    for (const [network, status] of [
      ['127.0.0.0/8', 200],
      ['10.0.0.0/8', 401],
    ] as const) {
      const some = await openHouse({ metricsNetworks: [network] });
      try {
        expect((await some.get('/metrics')).status, network).to.equal(status);
      } finally {
        await some.close();
      }
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
