/** The whole daemon with the demo's world, as a dashboard meets it. */
import { join } from 'node:path';
import { expect } from 'chai';
import { homepage, reads, widgets } from '../contract/routes.js';
import { common, departures } from '../support/conform.js';
import { type Daemon, startDaemon, until } from '../support/daemon.js';

describe('the daemon with the demo', () => {
  let daemon: Daemon;
  let narrow: string;
  let full: string;

  before(async () => {
    daemon = await startDaemon({ flags: ['--demo'] });
    narrow = daemon.key();
    full = daemon.key('full');
    await until(
      () => daemon.get('/api/widgets/homepage', narrow),
      ({ json }) => json['movies'] !== 0 && json['downloads'] !== 0 && json['sessionsDay'] !== 0,
    );
  });
  after(() => daemon.dispose());

  it('answers every widget with the fields of the contract', async () => {
    for (const [id, route] of Object.entries({ homepage: { fields: homepage }, ...widgets })) {
      const { status, json } = await daemon.get(`/api/widgets/${id}`, narrow);
      expect(status, id).to.equal(200);
      expect(departures(json, { ...common, ...route.fields }), id).to.deep.equal([]);
      expect(json, id).to.not.have.any.keys('error', 'success');
    }
  });

  it('answers every route with a path of its own, to a key of scope full only', async () => {
    for (const [path, route] of Object.entries(reads)) {
      const { status, json } = await daemon.get(path, full);
      expect(status, path).to.equal(200);
      expect(departures(json, route.fields), path).to.deep.equal([]);
      expect((await daemon.get(path, narrow)).status, path).to.equal(403);
    }
  });

  it('shows life in every widget that a stack can fill', async () => {
    const quiet: string[] = [];
    for (const id of Object.keys(widgets)) {
      const { json } = await daemon.get(`/api/widgets/${id}`, narrow);
      const alive = Object.entries(json).some(
        ([name, value]) =>
          !['service', 'updatedAt', 'sources', 'sourceState'].includes(name) &&
          (Array.isArray(value) ? value.length > 0 : typeof value === 'number' && value > 0),
      );
      if (!alive) quiet.push(id);
    }
    // Nothing pushes to the demo, its backups are not switched on, and nothing has grown yet.
    expect(quiet.filter((id) => !['webhooks', 'backup', 'trends'].includes(id))).to.deep.equal([]);
  });

  it('lists in the catalog what the key may ask, and each entry answers', async () => {
    const { json } = await daemon.get('/api/widgets', narrow);
    expect(json).to.include({ service: true, snapshot: '/api/widgets/homepage' });
    const endpoints = json['endpoints'] as readonly { path: string; method: string; scope: string }[];
    expect(endpoints.map(({ path }) => path)).to.include.members(
      Object.keys(widgets).map((id) => `/api/widgets/${id}`),
    );
    for (const { path, method, scope } of endpoints) {
      if (method !== 'GET' || path.includes(':')) continue;
      expect((await daemon.get(path, scope === 'widgets-only' ? narrow : full)).status, path).to.equal(200);
    }
  });

  it('answers a query: fewer rows, another day, one source', async () => {
    const { json } = await daemon.get('/api/widgets/users?limit=1&tz=Asia%2FTokyo&source=demo', narrow);
    expect(json['items']).to.have.lengthOf(1);
    const bad = await daemon.get('/api/widgets/users?limit=0', narrow);
    expect(bad.status).to.equal(400);
    expect(JSON.stringify(bad.json)).to.include('limit');
    expect((await daemon.get('/api/widgets/users?source=nobody', narrow)).status).to.equal(400);
    expect((await daemon.get('/api/widgets/users?colour=red', narrow)).status).to.equal(400);
  });

  it('answers 304 while nothing changed, and the same to HEAD and to a trailing slash', async () => {
    const first = await daemon.get('/api/widgets/libraries', narrow);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).to.match(/^W\/"/);
    const again = await daemon.get('/api/widgets/libraries/', narrow, { 'if-none-match': etag });
    expect(again.status).to.equal(304);
    expect(again.text).to.equal('');
  });

  it('acts on its world with a key that may', async () => {
    const { json } = await daemon.get('/api/widgets/downloads', narrow);
    const items = json['items'] as readonly { id: string; state: string }[];
    const target = items.find(({ state }) => state === 'downloading') ?? items[0];
    const body = { id: target?.id ?? '', paused: true };
    expect((await daemon.post('/api/widgets/downloads/pause', body, narrow)).status).to.equal(403);
    const writer = daemon.key('widgets-write');
    const done = await until(
      () => daemon.post('/api/widgets/downloads/pause', body, writer),
      ({ status }) => status !== 401,
    );
    expect(done.json).to.include({ ok: true, source: 'demo', action: 'download.pause' });
    const { json: now } = await daemon.get('/api/widgets/downloads?limit=100', narrow);
    const shown = (now['items'] as readonly { id: string; state: string }[]).find(({ id }) => id === target?.id);
    expect(shown?.state).to.equal('paused');
  });

  it('names the command that makes a key for its own database, wherever that is', () => {
    const [, command] = /with: npx sidelight (.+)/.exec(daemon.log()) ?? [];
    expect(command).to.equal(`keys create <name> --demo --data ${join(daemon.folder, 'data')}`);
  });

  it('refuses in the words of its error table', async () => {
    const cases: readonly [path: string, key: string | undefined, status: number, code: string][] = [
      ['/api/widgets/homepage', undefined, 401, 'no_key'],
      ['/api/widgets/homepage', 'sl_short', 401, 'malformed_key'],
      ['/api/widgets/nothing', narrow, 404, 'not_found'],
      ['/api/nothing', narrow, 404, 'not_found'],
      ['/api/ops-digest', narrow, 403, 'scope'],
    ];
    for (const [path, key, status, code] of cases) {
      const answer = await daemon.get(path, key);
      expect(answer.status, path).to.equal(status);
      expect(answer.headers.get('content-type'), path).to.equal('application/json; charset=utf-8');
      const { error } = answer.json as { error: Record<string, unknown> };
      expect(error['code'], path).to.equal(code);
      expect(error, path).to.include.keys('message', 'hint', 'requestId');
    }
    const posted = await daemon.post('/api/widgets/homepage', {}, full);
    expect(posted.status).to.equal(405);
    expect(posted.headers.get('allow')).to.match(/GET/);
  });

  it('documents every route that it serves', async () => {
    const { json } = await daemon.get('/openapi.json');
    expect(json['openapi']).to.equal('3.1.0');
    const paths = Object.keys(json['paths'] as object);
    expect(paths).to.include.members([
      '/api/widgets',
      '/api/widgets/homepage',
      ...Object.keys(widgets).map((id) => `/api/widgets/${id}`),
      ...Object.keys(reads),
    ]);
  });

  it('serves the explorer, and sends /swagger there', async () => {
    const page = await daemon.get('/swagger-ui/');
    expect(page.status).to.equal(200);
    expect(page.text).to.include('swagger-ui');
    const redirect = await daemon.get('/swagger');
    expect(redirect.status).to.be.within(301, 308);
    expect(redirect.headers.get('location')).to.match(/\/swagger-ui$/);
  });

  it('says that it is alive and ready, and ends on SIGTERM with 0', async () => {
    expect((await daemon.get('/healthz')).status).to.equal(200);
    expect((await daemon.get('/readyz')).status).to.equal(200);
    expect(await daemon.stop()).to.equal(0);
  });
});
