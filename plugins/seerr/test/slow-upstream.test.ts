import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf } from '@sidelight/plugin-api';
import { startIntegration, type TestIntegration } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import plugin from '../src/plugin.js';
import { openWebhook } from '../src/webhook.js';

type Answer = (url: URL, res: ServerResponse) => void;
interface Row {
  readonly id: string;
  readonly title: string;
}

const MOST = 1_234;

describe('seerr: an upstream that is slow or large', () => {
  let server: Server;
  let started: TestIntegration;
  let asked: string[];
  let answer: Answer;

  beforeEach(async () => {
    asked = [];
    server = createServer((req: IncomingMessage, res) => {
      const url = new URL(req.url ?? '/', 'http://localhost');
      asked.push(url.pathname.replace('/api/v1', '') + url.search);
      answer(url, res);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    started = startIntegration(plugin, { url: `http://127.0.0.1:${port}`, apiKey: 'a-key' });
  });

  afterEach(async () => {
    await started.stop();
    server.closeAllConnections();
    server.close();
  });

  const signal = new AbortController().signal;
  const read = (port: string, abort = signal): Promise<readonly Row[]> => {
    const fragment = started.integration.fragments?.find((one) => one.port.id === port);
    if (fragment === undefined) throw new Error(`no fragment ${port}`);
    return fragment.read(abort) as unknown as Promise<readonly Row[]>;
  };
  const run = async (id: string): Promise<readonly Row[]> => {
    let rows: readonly Row[] = [];
    const task = started.integration.tasks?.find((one) => one.id === id);
    await task?.run(
      {
        replace: (_port, items) => {
          rows = items as unknown as readonly Row[];
        },
        patch: () => undefined,
        append: () => undefined,
        held: async () => new Set(),
        gaps: async () => [],
        progress: () => undefined,
        cursor: { get: () => undefined, set: () => undefined },
      },
      signal,
    );
    return rows;
  };

  it('answers without the titles that do not come, asks for four at a time, and has them next time', async () => {
    const held: (() => void)[] = [];
    answer = (url, res) => {
      if (isList(url)) return send(res, page(requests(10), url));
      held.push(() => send(res, { title: `Title ${url.pathname.split('/').at(-1)}` }));
    };

    const first = await read('request.items');

    expect(first.map(({ title }) => title)).to.deep.equal(
      requests(10).map(({ media }) => `Movie tmdb:${media.tmdbId}`),
    );
    expect(held).to.have.length(4);
    answer = (url, res) =>
      send(res, isList(url) ? page(requests(10), url) : { title: `Title ${url.pathname.split('/').at(-1)}` });
    for (const release of held) release();
    const second = await read('request.items');
    expect(second.map(({ title }) => title)).to.deep.equal(requests(10).map(({ media }) => `Title ${media.tmdbId}`));
    expect(new Set(asked.filter((call) => call.startsWith('/movie/'))).size).to.equal(10);
    expect(asked.filter((call) => call.startsWith('/movie/'))).to.have.length(10);
  });

  it('gives up with its caller, and the next one gets what the same call brings', async () => {
    const held: (() => void)[] = [];
    const reached = new Promise<void>((resolve) => {
      answer = (url, res) => {
        if (!isList(url)) return send(res, { title: 'Known' });
        held.push(() => send(res, page(requests(2), url)));
        resolve();
      };
    });
    const patience = new AbortController();
    const hasty = read('request.items', patience.signal).then(
      () => 'answered',
      (error: unknown) => codeOf(error),
    );
    await reached;
    patience.abort();
    expect(await hasty).to.equal('unreachable');

    const patient = read('request.items');
    for (const release of held) release();

    expect((await patient).map(({ title }) => title)).to.deep.equal(['Known', 'Known']);
    expect(asked.filter((call) => call.startsWith('/request'))).to.have.length(1);
  });

  it('counts live while lists of requests hang', async () => {
    const count = { total: 9, pending: 1, approved: 4, processing: 4, declined: 0, available: 0, completed: 3 };
    answer = (url, res) => send(res, isList(url) ? page(requests(1), url) : count);
    await run('request.counts');
    answer = (url, res) => {
      if (!isList(url)) send(res, { ...count, pending: 2 });
    };

    expect(await read('request.counts')).to.deep.include.members([
      {
        total: 9,
        pending: 2,
        approved: 4,
        available: 0,
        completed: 3,
        deleted: 1,
        processing: 4,
        declined: 0,
        failed: 1,
      },
    ]);
  });

  it('walks all pages, each row once, also when new requests move the rows meanwhile', async () => {
    let all = requests(MOST);
    answer = (url, res) => {
      if (!isList(url)) return send(res, { title: 'A title' });
      send(res, page(all, url));
      all = [request(MOST + asked.length), ...all];
    };

    const rows = await run('request.items');

    expect(new Set(rows.map(({ id }) => id)).size).to.equal(rows.length);
    for (const { id } of requests(MOST)) expect(rows.some((row) => row.id === String(id))).to.equal(true);
    const lists = asked.filter((call) => call.startsWith('/request'));
    expect(lists.map((call) => new URLSearchParams(call.split('?')[1]).get('skip'))).to.deep.equal([
      '0',
      '500',
      '1000',
    ]);
  });

  it('gives the upstream a moment to save what it has told of', async () => {
    const webhook = openWebhook();
    const soon = () =>
      Promise.race([webhook.settled().then(() => 'at once'), new Promise((resolve) => setImmediate(resolve, 'later'))]);
    expect(await soon()).to.equal('at once');
    webhook.receive({ notification_type: 'MEDIA_APPROVED' }, {});
    expect(await soon()).to.equal('later');
    await webhook.settled();
    expect(await soon()).to.equal('at once');
  });
});

const isList = ({ pathname }: URL): boolean => pathname === '/api/v1/request';

const send = (res: ServerResponse, body: unknown): void => {
  res.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
};

const request = (id: number) => ({
  ...{ id, status: 1, type: 'movie', is4k: false, createdAt: '2026-11-20T17:11:30.000Z', seasons: [] },
  media: { tmdbId: 1000 + (id % 50), status: 2 },
  requestedBy: { id: 1, displayName: 'ada' },
});

/** The newest first. */
const requests = (many: number) => Array.from({ length: many }, (_, index) => request(many - index));

function page(rows: readonly object[], { searchParams }: URL): object {
  const skip = Number(searchParams.get('skip') ?? 0);
  const take = Number(searchParams.get('take') ?? 10);
  const results = rows.slice(skip, skip + take);
  return { pageInfo: { pages: Math.ceil(rows.length / take), pageSize: take, results: rows.length, page: 1 }, results };
}
