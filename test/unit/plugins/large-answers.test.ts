/** Answers that are large, or made to do harm. What is told here is codes, sentences and counts, never time. */
import { getEventListeners } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { codeOf, messageOf, parse, Type } from '@sidelight/plugin-api';
import { type ClientOptions, createHttp, type HttpClient, readCounts } from '@sidelight/plugin-api/host';
import { expect } from 'chai';

const Film = Type.Object({ id: Type.Integer(), title: Type.String() });
const film = (id: number) => ({
  id,
  title: `Film "${id}" [Größe]`,
  overview: 'x'.repeat(400),
  images: [{ url: '\\' }],
});
const films = (count: number) => Array.from({ length: count }, (_, id) => film(id));

describe('the http client, of large answers', () => {
  let server: Server;
  let client: HttpClient;
  let answer: (response: ServerResponse) => void;

  before(async () => {
    server = createServer((_, response) => answer(response));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => client.close());
  after(() => server.close());

  const httpOf = (options: Partial<ClientOptions> = {}) => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = createHttp({ baseUrl, timeoutMs: 60_000, userAgent: 'Test/1', ...options });
    return client.http;
  };
  const reply = (body: string | Buffer, headers: Record<string, string> = {}) => {
    answer = (response) => response.writeHead(200, headers).end(body);
  };
  const failure = async (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'no error',
      (error: unknown) => `${codeOf(error)}: ${messageOf(error)}`,
    );

  it('reads them in a worker, in slices, between which others have their turn', async () => {
    reply(JSON.stringify({ total: 4200, records: films(4200) }));
    const schema = Type.Object({ total: Type.Integer(), records: Type.Array(Film) });
    const before = { ...readCounts };
    let turns = 0;
    const watch = setImmediate(function turn() {
      if (readCounts.slices > before.slices) turns++;
      if (readCounts.slices - before.slices < 10) setImmediate(turn);
    });
    const { data } = await httpOf().get('/films', { schema });
    clearImmediate(watch);
    const read = parse(schema, data, 'GET /films');
    expect(read.records).to.deep.equal(films(4200).map(({ id, title }) => ({ id, title })));
    expect(read.total).to.equal(4200);
    expect(readCounts.jobs - before.jobs).to.equal(1);
    expect(readCounts.slices - before.slices).to.be.at.least(5);
    expect(turns).to.be.at.least(4);
  });

  it('reads them whole where no schema says what is wanted', async () => {
    reply(`\uFEFF ${JSON.stringify(films(3000))}`);
    expect((await httpOf().get('/')).data).to.deep.equal(films(3000));
    const odd = { a: { b: films(2500) }, c: [films(3), films(2600)], d: { e: [] }, f: 'x'.repeat(1_000_000) };
    reply(JSON.stringify(odd));
    expect((await httpOf().get('/')).data).to.deep.equal(odd);
    const Tuple = Type.Object({ c: Type.Tuple([Type.Array(Film), Type.Array(Film)]), a: Type.Unknown() });
    const { data } = await httpOf().get('/', { schema: Tuple });
    expect(data).to.deep.equal({ a: odd.a, c: odd.c });
  });

  it('says where one is not as it should be', async () => {
    const rows: object[] = films(3000);
    rows[2100] = { id: 'none', title: '' };
    reply(JSON.stringify({ in: { rows } }));
    const schema = Type.Object({ in: Type.Object({ rows: Type.Array(Film) }) });
    expect(await failure(httpOf().get('/x', { schema }))).to.equal(
      'bad_response: GET /x answered something unexpected at /in/rows/2100/id: must be integer',
    );
    reply(JSON.stringify(films(3000)).slice(0, -20));
    expect(await failure(httpOf().get('/x'))).to.equal('bad_response: GET /x answered with invalid JSON');
  });

  it('reads several one after another, with one worker', async () => {
    reply(JSON.stringify(films(3000)));
    const before = { ...readCounts };
    const http = httpOf();
    const answers = await Promise.all([1, 2, 3].map(() => http.get('/', { schema: Type.Array(Film) })));
    for (const { data } of answers) expect(data).to.have.lengthOf(3000);
    expect([readCounts.jobs - before.jobs, readCounts.workers - before.workers <= 1]).to.deep.equal([3, true]);
  });

  it('refuses what nests too deep or holds too much, and names the limit and the setting', async () => {
    const deep =
      'bad_response: GET /x answered with more than 64 nested levels: check that the url leads to the program itself';
    const many =
      'bad_response: GET /x answered with more than 300000 values: if this is intended, raise maxBodyMb of this integration';
    for (const length of [10_000, 2_900_000]) {
      reply('['.repeat(length));
      expect(await failure(httpOf().get('/x'))).to.equal(deep);
      reply('{"a":'.repeat(length / 5));
      expect(await failure(httpOf().get('/x'))).to.equal(deep);
    }
    reply(`[${'{},'.repeat(990_000)}{}]`);
    expect(await failure(httpOf({ maxBodyBytes: 3_000_000 }).get('/x'))).to.equal(many);
    reply(`["${'[{,\\"'.repeat(100_000)}"]`);
    expect((await httpOf().get('/x')).data).to.deep.equal(['[{,"'.repeat(100_000)]);
  });

  it('counts bytes after they were unpacked', async () => {
    reply(gzipSync(Buffer.alloc(30_000_000, '[')), { 'content-encoding': 'gzip' });
    expect(await failure(httpOf().get('/x'))).to.equal(
      'bad_response: GET /x answered with more than 20 MB: if this is intended, raise maxBodyMb of this integration',
    );
  });

  it('refuses a piece that would take more memory than a thread has, before it is read', async () => {
    const piece =
      'bad_response: GET /x answered with more than 300000 values or 16 MB in one row, or outside its lists: check that the url leads to the program itself';
    const map = `{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":{}`).join()}}`;
    const text = JSON.stringify('x'.repeat(17_000_000));
    for (const body of [map, `{"a":[1,${map},2]}`, `[${text}]`, `{"a":${text}}`]) {
      reply(body);
      expect(await failure(httpOf({ maxBodyBytes: 100_000_000 }).get('/x'))).to.equal(piece);
    }
    const schema = Type.Object({ a: Type.Tuple([Type.Integer()]) });
    reply(`{"a":[${'1,'.repeat(600_000)}1]}`);
    expect(await failure(httpOf({ maxBodyBytes: 100_000_000 }).get('/x', { schema }))).to.equal(piece);
  });

  it('calls an answer that is cut off in the middle unreachable', async () => {
    const packed = gzipSync(JSON.stringify(films(2000)));
    for (const [body, headers] of [
      ['{"a":', { 'content-length': '100' }],
      ['{"a":', {}],
      [packed.subarray(0, packed.length / 2), { 'content-encoding': 'gzip', 'content-length': String(packed.length) }],
    ] as const) {
      answer = (response) => {
        response.writeHead(200, headers);
        response.write(body, () => response.socket?.destroy());
      };
      expect(await failure(httpOf().get('/x'))).to.match(/^unreachable: GET \/x at .*: the connection was cut off/);
      client.close();
    }
  });

  it('leaves no listener on the signal of its calls', async () => {
    const { signal } = new AbortController();
    const http = httpOf();
    for (let call = 0; call < 300; call++) {
      if (call % 3 === 0) answer = (response) => response.writeHead(500).end();
      else if (call % 3 === 1) answer = (response) => response.socket?.destroy();
      else reply('{}');
      await failure(http.get('/', { signal }));
    }
    reply(JSON.stringify(films(3000)));
    await http.get('/', { signal });
    expect(getEventListeners(signal, 'abort')).to.have.lengthOf(0);
  });
});
