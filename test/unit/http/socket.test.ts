/** `http.socket`: a WebSocket with an integration's credentials, over a real server. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SocketOptions } from '@sidelight/plugin-api';
import { createHttp } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import { type WebSocket, WebSocketServer } from 'ws';

const SECRET = 'k3y-that-nobody-sees';

describe('a WebSocket of an integration', () => {
  let server: Server;
  let url: string;
  let upgrade: (request: IncomingMessage, client: () => Promise<WebSocket>, refuse: (text: string) => void) => void;

  before(async () => {
    const sockets = new WebSocketServer({ noServer: true });
    server = createServer((_, response) => response.writeHead(404).end());
    server.on('upgrade', (request, socket, head: Buffer) => {
      const client = () => new Promise<WebSocket>((resolve) => sockets.handleUpgrade(request, socket, head, resolve));
      upgrade(request, client, (text) => socket.end(`HTTP/1.1 ${text}\r\nConnection: close\r\n\r\n`));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  const open = (path: string, options: Partial<SocketOptions> = {}, baseUrl = url) => {
    const { http } = createHttp({
      baseUrl,
      timeoutMs: 5000,
      userAgent: 'Sidelight-test',
      secrets: [SECRET],
      maxBodyBytes: 1000,
    });
    return http.socket(path, { signal: new AbortController().signal, received: () => undefined, ...options });
  };
  const rejection = (ended: Promise<void>) =>
    ended.then(
      () => ({ code: 'none', message: 'it resolved' }),
      (error: { readonly code: string; readonly message: string }) => error,
    );

  it('goes below the base URL with headers and query, and carries texts to and fro until it is closed', async () => {
    const asked: string[] = [];
    upgrade = async ({ url: path = '', headers }, client) => {
      asked.push(path, String(headers['x-token']), String(headers['user-agent']));
      const socket = await client();
      socket.on('message', (text) => {
        asked.push(String(text));
        socket.close(1001);
      });
      socket.send('welcome');
    };
    await open('/socket', {
      headers: { 'X-Token': SECRET },
      query: { deviceId: 'a b' },
      received: (text, send) => send(`${text} heard`),
    });
    expect(asked).to.deep.equal(['/base/socket?deviceId=a+b', SECRET, 'Sidelight-test', 'welcome heard']);
  });

  it('ends with its signal: before it is open, while it is, and at once when it is too late', async () => {
    for (const answers of [true, false]) {
      const asked = new Promise<void>((resolve) => {
        upgrade = async (_, client) => {
          if (answers) await client();
          resolve();
        };
      });
      const controller = new AbortController();
      const ended = open('/socket', { signal: controller.signal });
      await asked;
      controller.abort();
      await ended;
      await open('/socket', { signal: controller.signal });
    }
  });

  const REFUSALS: Readonly<Record<string, readonly [code: string, message: RegExp]>> = {
    '401 Unauthorized': ['auth_failed', /answered 401/],
    '403 Forbidden': ['auth_failed', /answered 403/],
    '200 OK': ['bad_response', /answered 200 where it should open a WebSocket$/],
    '404 Not Found': ['bad_response', /answered 404/],
    '503 Service Unavailable': ['unreachable', /answered 503/],
    '302 Found\r\nLocation: /login?next=x': ['bad_response', /redirects to \/login$/],
  };
  for (const [status, [code, message]] of Object.entries(REFUSALS)) {
    it(`refused with ${status.slice(0, 3)} is ${code}`, async () => {
      upgrade = (_, __, refuse) => refuse(status);
      const error = await rejection(open(`/socket`, { query: { api_key: SECRET } }));
      expect(error.code).to.equal(code);
      expect(error.message).to.match(message).and.not.include(SECRET);
    });
  }

  it('to nobody is unreachable', async () => {
    const error = await rejection(open('/socket', { query: { api_key: SECRET } }, 'http://127.0.0.1:1'));
    expect(error).to.include({ code: 'unreachable' });
    expect(error.message).to.include('nothing listens at this address').and.not.include(SECRET);
  });

  it('does not take a message that is larger than answers may be', async () => {
    upgrade = async (_, client) => (await client()).send('x'.repeat(2000));
    expect((await rejection(open('/socket'))).code).to.equal('unreachable');
  });

  it('ends with what its reader throws', async () => {
    upgrade = async (_, client) => (await client()).send('rubbish');
    const received = (): void => {
      throw Object.assign(new Error('no message'), { code: 'bad_response' });
    };
    expect(await rejection(open('/socket', { received }))).to.include({ code: 'bad_response', message: 'no message' });
  });

  it('asks no other host', async () => {
    expect((await rejection(open('http://elsewhere.test/socket'))).message).to.include('a path must begin with /');
  });
});
