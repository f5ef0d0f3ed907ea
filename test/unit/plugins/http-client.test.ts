/** What every plugin asks its upstream with. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { factOf, isUnanswered, messageOf } from '@sidelight/plugin-api';
import { type ClientOptions, createHttp, type HttpClient, PluginFault } from '@sidelight/plugin-api/host';
import { expect } from 'chai';

interface Heard {
  readonly request: IncomingMessage;
  readonly body: string;
}

describe('the http client', () => {
  let server: Server;
  let origin: string;
  let heard: Heard[];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const clients: HttpClient[] = [];

  before(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      heard.push({ request, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    heard = [];
    answer = (_request, response) => response.end('{}');
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  after(() => server.close());

  const httpOf = (options: Partial<ClientOptions> = {}) => {
    const client = createHttp({ baseUrl: `${origin}/base/`, timeoutMs: 10_000, userAgent: 'Test/1', ...options });
    clients.push(client);
    return client.http;
  };
  const reply = (status: number, body: string | Buffer = '', headers: Record<string, string | string[]> = {}) => {
    answer = (_request, response) => response.writeHead(status, headers).end(body);
  };
  const failure = async (call: Promise<unknown>): Promise<unknown> => {
    const thrown: unknown = await call.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(thrown).to.be.instanceOf(Error);
    return thrown;
  };

  it('goes below the base url, which it tells', async () => {
    const http = httpOf();
    expect([http.baseUrl, http.timeoutMs]).to.deep.equal([`${origin}/base`, 10_000]);
    const query = { q: 'a b', page: 2, all: true, none: undefined, id: [1, 2] };
    await http.get('/things', { query, headers: { 'X-Api-Key': 'k' } });
    await http.get('');
    expect(heard.map(({ request }) => request.url)).to.deep.equal([
      '/base/things?q=a+b&page=2&all=true&id=1&id=2',
      '/base',
    ]);
    expect(heard[0]?.request.headers).to.include({ 'x-api-key': 'k', 'user-agent': 'Test/1' });
  });

  it('sends forms, texts and bytes as what they are, anything else as JSON', async () => {
    const http = httpOf();
    const xml = { headers: { 'content-type': 'text/xml' } };
    await http.post('/', new URLSearchParams({ a: '1 2' }));
    await http.put('/', '{"as": "it is"}');
    await http.post('/', '<a/>', xml);
    await http.post('/', new TextEncoder().encode('bytes'));
    await http.request('patch', '/', { a: [1] });
    await http.post('/', 'a text', { headers: { 'Content-Type': 'application/json' } });
    await http.delete('/', { basicAuth: { username: 'ada', password: 'pä:ss' } });
    expect(heard.map(({ request, body }) => [request.method, request.headers['content-type'], body])).to.deep.equal([
      ['POST', 'application/x-www-form-urlencoded;charset=utf-8', 'a=1+2'],
      ['PUT', 'text/plain;charset=utf-8', '{"as": "it is"}'],
      ['POST', 'text/xml', '<a/>'],
      ['POST', 'application/octet-stream', 'bytes'],
      ['PATCH', 'application/json', '{"a":[1]}'],
      ['POST', 'application/json', 'a text'],
      ['DELETE', undefined, ''],
    ]);
    const basic = Buffer.from('ada:pä:ss').toString('base64');
    expect(heard.at(-1)?.request.headers.authorization).to.equal(`Basic ${basic}`);
  });

  it('reads JSON, or the text where it is none, or what it is told to read', async () => {
    const http = httpOf();
    reply(200, gzipSync('{"a":1}'), { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
    expect((await http.get('/')).data).to.deep.equal({ a: 1 });
    reply(200, '\uFEFF{"a":1}');
    expect((await http.get('/')).data).to.deep.equal({ a: 1 });
    reply(200, 'Ok.');
    expect((await http.get('/')).data).to.equal('Ok.');
    reply(200, '7');
    expect((await http.get('/', { as: 'text' })).data).to.equal('7');
    reply(200, Buffer.from([0, 255]));
    expect([...((await http.get('/', { as: 'bytes' })).data as Uint8Array)]).to.deep.equal([0, 255]);
  });

  it('tells headers in lower case, and cookies as they go back', async () => {
    reply(200, '', { 'X-Thing': ['a', 'b'], 'Set-Cookie': ['SID=a=b; HttpOnly; path=/', 'lang=de'] });
    const { headers, cookies } = await httpOf().get('/');
    expect(headers['x-thing']).to.equal('a, b');
    expect(headers).to.not.have.property('set-cookie');
    expect(cookies).to.deep.equal(['SID=a=b', 'lang=de']);
  });

  it('gives the statuses that a call accepts, and makes errors of the others', async () => {
    reply(409, '{"why":"so"}');
    expect(await httpOf().post('/', null, { accept: [409] })).to.deep.include({ status: 409, data: { why: 'so' } });
    const codes: unknown[] = [];
    for (const status of [304, 400, 401, 403, 404, 409, 418, 422, 429, 500]) {
      reply(status);
      const error = await failure(httpOf().get('/x?key=hush', { accept: [410] }));
      codes.push([status, (error as { code: string }).code]);
      expect(messageOf(error)).to.match(/^GET \/x /);
    }
    expect(codes).to.deep.equal([
      [304, 'bad_response'],
      [400, 'refused'],
      [401, 'auth_failed'],
      [403, 'auth_failed'],
      [404, 'not_found'],
      [409, 'refused'],
      [418, 'bad_response'],
      [422, 'refused'],
      [429, 'unreachable'],
      [500, 'unreachable'],
    ]);
  });

  it('keeps what to look at in the config apart from what happened', async () => {
    reply(404);
    const missing = await failure(httpOf().get(''));
    expect(factOf(missing)).to.equal('GET /base answered 404');
    expect(messageOf(missing)).to.equal('GET /base answered 404: not found, or the url lacks a base path');
    reply(302, '', { location: 'http://login.test/?token=hush' });
    const redirected = await failure(httpOf().get('/x'));
    expect(factOf(redirected)).to.equal('GET /x redirects to http://login.test/');
    expect(messageOf(redirected)).to.match(/: there seems to be a sign-in page in front: /);
  });

  it('reads from a redirect which url was meant: the base path alone', async () => {
    const advice = async (location: string, path = '/api/v1/status?x=1') => {
      reply(307, '', { location });
      return messageOf(await failure(httpOf().get(path)))
        .split(': ')
        .at(-1);
    };
    const put = (path: string) => `use ${origin}${path} as url`;
    expect(await advice('/sonarr/base/api/v1/status')).to.equal(put('/sonarr/base'));
    expect(await advice('../jf/web', '/System/Info')).to.equal(put('/base/jf'));
    expect(await advice('/jf/web/index.html?x=1', '/System/Info')).to.equal(put('/jf'));
    expect(await advice('/prowlarr/')).to.equal(put('/prowlarr'));
    expect(await advice(`${origin.replace('http', 'https')}/base/api/v1/status`)).to.equal(
      `use ${origin.replace('http', 'https')}/base as url`,
    );
    expect(await advice('/base/web/')).to.equal('this is not an address of its API');
    expect(await advice('/login?next=x')).to.match(/^use an address that leads to the program itself$/);
    expect(await advice('http://sso.test/realms/home')).to.match(/^use an address that leads to the program itself$/);
  });

  it('refuses an answer that is larger than the plugin, or the call, says', async () => {
    reply(200, Buffer.alloc(3_000_000, ' '));
    const message = async (declared: Partial<ClientOptions>, maxBytes?: number) =>
      messageOf(await failure(httpOf(declared).get('/x', maxBytes === undefined ? {} : { maxBytes })));
    const raise = 'GET /x answered with more than 2 MB: if this is intended, raise maxBodyMb of this integration';
    expect(await message({ maxBodyBytes: 2_000_000 })).to.equal(raise);
    expect(await message({ maxBodyBytes: 2_000_000 }, 9_000_000)).to.equal(raise);
    expect(await message({}, 64_000)).to.equal('GET /x answered with more than 64 kB');
    expect((await httpOf({ maxBodyBytes: 4_000_000 }).get('/x', { as: 'text' })).data).to.have.lengthOf(3_000_000);
  });

  it('ends with the signal of a call, and with its time', async () => {
    answer = () => undefined;
    const timedOut = await failure(httpOf().get('/slow', { timeoutMs: 50 }));
    expect(messageOf(timedOut)).to.match(/^GET \/slow at 127\.0\.0\.1:\d+: no answer in time$/);
    expect(isUnanswered(timedOut)).to.equal(true);
    const aborted = await failure(httpOf().get('/slow', { signal: AbortSignal.timeout(50) }));
    expect(aborted).to.include({ code: 'unreachable', unanswered: true });
    server.closeAllConnections();
    reply(504, 'Gateway Timeout');
    expect(isUnanswered(await failure(httpOf().get('/slow')))).to.equal(true);
    reply(502, 'Bad Gateway');
    expect(isUnanswered(await failure(httpOf().get('/slow')))).to.equal(false);
  });

  it('asks another host only when the plugin declares it', async () => {
    const http = httpOf({ baseUrl: 'http://127.0.0.1:9', hosts: [`${origin}/`] });
    await http.get('/there', { host: `${origin}/v1` });
    expect(heard[0]?.request.url).to.equal('/v1/there');
    const undeclared = await failure(http.get('/', { host: 'http://elsewhere.test' }));
    expect(undeclared).to.be.instanceOf(PluginFault).and.include({ code: 'undeclared_host' });
    expect(messageOf(undeclared)).to.equal('the plugin contacted http://elsewhere.test, which its hosts do not list');
    for (const path of ['http://elsewhere.test/', '@elsewhere.test/', '.elsewhere.test']) {
      expect(messageOf(await failure(http.get(path)))).to.match(/a path must begin with \/$/);
    }
    const local = createHttp({ timeoutMs: 10_000, userAgent: 'Test/1' });
    clients.push(local);
    expect(messageOf(await failure(local.http.get('/')))).to.match(/it may only contact the hosts it declares$/);
    expect(heard).to.have.lengthOf(1);
  });

  it('counts requests and tells no secret, and no cause that could hold one', async () => {
    let count = 0;
    const onRequest = () => {
      count += 1;
    };
    const http = httpOf({ secrets: ['hush'], onRequest });
    reply(500);
    const failed = await failure(http.get('/hush/x'));
    expect(messageOf(failed)).to.equal('GET /***/x answered 500');
    const broken = await failure(http.get('/', { headers: { 'x-key': 'hush\nhush' } }));
    expect(messageOf(broken)).to.not.include('hush');
    for (const error of [failed, broken]) expect(error).to.not.have.property('cause');
    expect(count).to.equal(2);
  });
});
