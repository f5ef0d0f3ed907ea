/** A WebSocket of an integration: opened with its credentials, watched, and ended. What goes wrong is one of the contract's errors. */
import { fail } from '../errors.js';
import type { SocketOptions } from '../http.js';
import { type Call, lostError, statusError } from './http-errors.js';

export interface SocketInput extends Pick<SocketOptions, 'signal' | 'opened' | 'received'> {
  /** Whole, with the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly verifyTls: boolean;
  readonly call: Call;
}

/** Proxies end a connection over which nothing comes for a minute; and one that broke without a word is noticed by it. */
const PING_MS = 30_000;

export async function openSocket(input: SocketInput): Promise<void> {
  const { url, headers, timeoutMs, verifyTls, call, signal, opened, received } = input;
  const { WebSocket } = await import('./ws.js');
  if (signal.aborted) return;
  await new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/i, 'ws'), {
      headers,
      handshakeTimeout: timeoutMs,
      maxPayload: call.maxBytes,
      perMessageDeflate: false,
      rejectUnauthorized: verifyTls,
    });
    let isHeard = true;
    let isOver = false;
    const watch = setInterval(() => {
      if (!isHeard) return end(fail('unreachable', `the WebSocket ${call.path} has gone silent`));
      isHeard = false;
      if (socket.readyState === WebSocket.OPEN) socket.ping();
      else isHeard = true;
    }, PING_MS);
    watch.unref();
    /** The first end counts: breaking the connection off makes another. */
    const end = (error?: Error): void => {
      isOver = true;
      clearInterval(watch);
      signal.removeEventListener('abort', leave);
      socket.terminate();
      if (error === undefined) resolve();
      else reject(error);
    };
    const leave = (): void => end();
    const send = (text: string): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    };
    const guarded = (work: () => void): void => {
      // What was received already may come after the end.
      if (isOver) return;
      isHeard = true;
      try {
        work();
      } catch (error) {
        end(error instanceof Error ? error : new Error(String(error), { cause: error }));
      }
    };
    signal.addEventListener('abort', leave, { once: true });
    socket.on('open', () => guarded(() => opened?.(send)));
    socket.on('message', (data) => guarded(() => received(String(data), send)));
    socket.on('pong', () => guarded(() => undefined));
    socket.on('close', leave);
    socket.on('error', (error) => end(lostError(error, call)));
    socket.on('unexpected-response', (_, { statusCode: status = 0, headers: told }) => {
      end(refusal(call, status, typeof told.location === 'string' ? { location: told.location } : {}));
    });
  });
}

function refusal(call: Call, status: number, headers: Readonly<Record<string, string>>): Error {
  const isTold = status === 401 || status === 403 || status === 429 || status >= 500 || (status >= 300 && status < 400);
  if (isTold) return statusError(call, { status, headers, cookies: [], data: '' });
  return fail('bad_response', `GET ${call.path} answered ${status} where it should open a WebSocket`, {
    advice: 'a proxy in front of it must pass on the headers Upgrade and Connection',
  });
}
