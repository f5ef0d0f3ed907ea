/** The listening socket: errors that say what to do, and an end that drops no running request. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '../ground/errors.js';
import { refuseMalformed } from './malformed.js';

export interface Listening {
  readonly host: string;
  /** The one that was taken when 0 was asked for. */
  readonly port: number;
  /** Takes no more requests; resolves when the running ones are answered, or after `limitMs` at the latest. */
  close(limitMs?: number): Promise<void>;
}

export interface Handler extends RequestListener {
  /** Classes of what node is to make for it, in place of its own. */
  readonly makes?: { readonly IncomingMessage: typeof IncomingMessage; readonly ServerResponse: typeof ServerResponse };
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Longer than the interval of any dashboard that keeps its connection. */
const KEEP_ALIVE_MS = 65_000;
const CLOSE_LIMIT_MS = 10_000;
const CLOSE_STEP_MS = 25;
const HEADERS_MS = 60_000;
/** A request whose body takes longer is given up, unless it may. */
const BODY_MS = 300_000;

const bodies = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Whoever takes this body looks after its pace: it may come for hours. */
export const mayTakeLong = (req: IncomingMessage): void => clearTimeout(bodies.get(req));

function watchBody(req: IncomingMessage): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
  if ((length === undefined || length === '0') && encoding === undefined) return;
  const timer = setTimeout(() => req.destroy(), BODY_MS).unref();
  bodies.set(req, timer);
  req.once('close', () => clearTimeout(timer));
}

/** @throws port_in_use, address_unusable, port_forbidden */
export async function listen(handler: Handler, { host, port }: Address): Promise<Listening> {
  // Node would give up every request alike: bodies are watched one by one.
  const times = { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEADERS_MS, requestTimeout: 0, ...handler.makes };
  const unused = new Set<Socket>();
  const last = new WeakMap<Duplex, ServerResponse>();
  // One listener for all of it: a second would cost each request a copy of their list.
  const server = createServer(times, (req, res) => {
    if (unused.size > 0) unused.delete(req.socket);
    last.set(req.socket, res);
    watchBody(req);
    handler(req, res);
  });
  hardenProtocol(server, last);
  noteUnused(server, unused);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return { host, port: address.port, close: (limitMs = CLOSE_LIMIT_MS) => close(server, unused, limitMs) };
}

/**
 * What node would do by itself with what is odd, and does in another way than the API says.
 * @param last the answer that a connection was given last
 */
function hardenProtocol(server: Server, last: WeakMap<Duplex, ServerResponse>): void {
  // What else a client expects is no reason to refuse it: it is answered as if it had not said so.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('checkContinue', (req, res) => {
    const go = (): void => {
      res.writeContinue();
      server.emit('request', req, res);
    };
    // While the answer before is on its way, node would keep both for later and put the head of this one first.
    if (res.socket === null) res.once('socket', go);
    else go();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = last.get(socket);
    const isAmidst = answer?.headersSent === true && !answer.writableFinished;
    if (!socket.writable || isAmidst || error.code === 'ECONNRESET') socket.destroy();
    else refuseMalformed(error, socket);
  });
}

/** Browsers open connections ahead of what they ask. To node these are busy, since a request may be on its way. */
function noteUnused(server: Server, unused: Set<Socket>): void {
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
}

async function close(server: Server, unused: ReadonlySet<Socket>, limitMs: number): Promise<void> {
  const state = { closed: false };
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      state.closed = true;
      resolve();
    });
  });
  // A kept-alive connection becomes idle when its last request is answered, and nobody else ends it then.
  const deadline = performance.now() + limitMs;
  while (!state.closed && performance.now() < deadline) {
    server.closeIdleConnections();
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    await Promise.race([closed, sleep(CLOSE_STEP_MS)]);
  }
  server.closeAllConnections();
  await closed;
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const where = `${host}:${port}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return new CodedError('port_in_use', `${where} is in use`, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new CodedError('address_unusable', `Cannot listen on ${host}`, { cause: error });
    case 'EACCES':
      return new CodedError('port_forbidden', `This user may not listen on ${where}`, { cause: error });
    default:
      return error;
  }
}
