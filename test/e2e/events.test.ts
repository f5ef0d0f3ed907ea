/** GET /api/events as a dashboard hears it: which widgets have changed, for whom, and until when. */
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { skippingClock } from '../support/skipping-clock.js';
import { until } from '../support/until.js';

interface Heard {
  readonly status: number;
  readonly headers: Headers;
  /** Id of a widget → the last ETag that was told of it. */
  readonly etags: ReadonlyMap<string, string>;
  /** Comments: they keep the connection. */
  beats(): number;
  isOver(): boolean;
  leave(): void;
}

/** Listens as `EventSource` does. */
async function hear(url: string, headers: Readonly<Record<string, string>>): Promise<Heard> {
  const leaving = new AbortController();
  const answer = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: leaving.signal });
  const etags = new Map<string, string>();
  let [beats, isOver] = [0, false];
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) {
      const blocks = (text + decoder.decode(bytes, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith(':')) beats += 1;
        const data = /^event: widget\ndata: (.+)$/.exec(block)?.[1];
        if (data === undefined) continue;
        const { id, etag } = JSON.parse(data) as { id: string; etag: string };
        etags.set(id, etag);
      }
    }
  };
  const over = (): void => {
    isOver = true;
  };
  read().then(over, over);
  const { status } = answer;
  return {
    status,
    headers: answer.headers,
    etags,
    beats: () => beats,
    isOver: () => isOver,
    leave: () => leaving.abort(),
  };
}

describe('the stream of events', () => {
  const clock = skippingClock();
  let daemon: DaemonHere;
  let key: string;
  const open: Heard[] = [];

  const listen = async (query = '', own = key): Promise<Heard> => {
    const heard = await hear(`${daemon.url}/api/events${query}`, { 'x-api-token': own });
    open.push(heard);
    return heard;
  };
  const codeOf = async (path: string, own?: string): Promise<unknown> => {
    const { status, json } = await daemon.get(path, own);
    return [status, (json['error'] as { code?: string } | undefined)?.code];
  };

  before(async () => {
    daemon = await startHere({ config: 'integrations: { demo: {} }', clock });
    key = await daemon.key();
    await until(
      () => daemon.get('/api/widgets/downloads', key),
      ({ json }) => json['total'] !== 0,
    );
  });
  afterEach(() => {
    for (const heard of open.splice(0)) heard.leave();
  });
  after(() => daemon?.dispose());

  it('tells first how every widget is that the key may read, by the ETag of its answer', async () => {
    const heard = await listen();
    expect(heard.status).to.equal(200);
    expect(heard.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(heard.headers.get('cache-control')).to.equal('no-store');
    expect(heard.headers.get('set-cookie')).to.equal(null);
    const { json } = await daemon.get('/api/widgets', key);
    const endpoints = json['endpoints'] as readonly { path: string; method: string; scope: string }[];
    const readable = endpoints
      .filter(({ method, scope }) => method === 'GET' && scope === 'widgets-only')
      .map(({ path }) => path.split('/').at(-1));
    await until(
      async () => heard.etags.size,
      (size) => size === readable.length,
    );
    expect([...heard.etags.keys()]).to.have.members(readable);
    await until(
      () => daemon.get('/api/widgets/catalog', key, { 'if-none-match': heard.etags.get('catalog') ?? '' }),
      ({ status }) => status === 304,
    );
  });

  it('tells when a widget has changed', async () => {
    const heard = await listen('?widgets=downloads');
    await until(
      async () => heard.etags.get('downloads'),
      (etag) => etag !== undefined,
    );
    const before = heard.etags.get('downloads');
    const { json } = await daemon.get('/api/widgets/downloads', key);
    const items = json['items'] as readonly { id: string; state: string }[];
    const id = items.find(({ state }) => state === 'downloading')?.id;
    expect(id).to.be.a('string');
    const done = await daemon.post(
      '/api/widgets/downloads/pause',
      { id, paused: true },
      await daemon.key('widgets-write'),
    );
    expect(done.status).to.equal(200);
    await until(
      async () => heard.etags.get('downloads'),
      (etag) => etag !== before,
    );
    expect([...heard.etags.keys()]).to.deep.equal(['downloads']);
  });

  it('is for keys that may read widgets, and for the widgets that they may read', async () => {
    const narrow = await daemon.key('widgets-only', { widgets: ['downloads'] });
    expect(await codeOf('/api/events')).to.deep.equal([401, 'no_key']);
    expect(await codeOf('/api/events', await daemon.key('metrics'))).to.deep.equal([403, 'scope']);
    expect(await codeOf('/api/events?widgets=users', narrow)).to.deep.equal([403, 'scope']);
    expect(await codeOf('/api/events?widgets=downloads,nope', key)).to.deep.equal([400, 'bad_request']);
    expect(await codeOf('/api/events?widget=downloads', key)).to.deep.equal([400, 'bad_request']);
    const heard = await listen('', narrow);
    await until(
      async () => heard.etags.size,
      (size) => size > 0,
    );
    expect([...heard.etags.keys()]).to.deep.equal(['downloads']);
    const head = await fetch(`${daemon.url}/api/events`, { method: 'HEAD', headers: { 'x-api-token': key } });
    expect([head.status, head.headers.get('content-type')]).to.deep.equal([200, 'text/event-stream; charset=utf-8']);
  });

  it('has room for ten listeners of a key, and gives it free when one leaves', async () => {
    const own = await daemon.key();
    for (let count = 0; count < 10; count += 1) expect((await listen('?widgets=users', own)).status).to.equal(200);
    const { status, headers } = await daemon.get('/api/events?widgets=users', own);
    expect([status, headers.get('retry-after')]).to.deep.equal([429, '3']);
    open.pop()?.leave();
    await until(
      () => listen('?widgets=users', own),
      (heard) => heard.status === 200,
    );
  });

  it('keeps the connection by comments, and ends it when the key was revoked', async () => {
    const own = await daemon.key();
    const heard = await listen('?widgets=users', own);
    await until(
      async () => heard.etags.size,
      (size) => size === 1,
    );
    clock.skip(15_000);
    await until(
      async () => heard.beats(),
      (beats) => beats > 0,
    );
    const { stdout } = await commandHere(['keys', 'list', '--data', join(daemon.folder, 'data')], daemon.folder);
    const name = /^test-widgets-only-\d+(?=.*$)/gm.exec(
      stdout
        .split('\n')
        .filter((line) => line.includes(own.slice(0, 8)))
        .join('\n'),
    )?.[0];
    await commandHere(['keys', 'revoke', String(name), '--data', join(daemon.folder, 'data')], daemon.folder);
    await until(
      () => daemon.get('/api/widgets/users', own),
      ({ status }) => status === 401,
    );
    clock.skip(15_000);
    await until(
      async () => heard.isOver(),
      (isOver) => isOver,
    );
  });

  it('ends when the config is applied, for whoever listens to come again, and when the daemon stops', async () => {
    const heard = await listen('?widgets=users');
    await daemon.reload('timezone: Asia/Tokyo\nintegrations: { demo: {} }');
    await until(
      async () => heard.isOver(),
      (isOver) => isOver,
    );
    const again = await listen('?widgets=users');
    await until(
      async () => again.etags.size,
      (size) => size === 1,
    );
    await daemon.stop();
    await until(
      async () => again.isOver(),
      (isOver) => isOver,
    );
  });
});
