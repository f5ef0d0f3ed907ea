/** One request over a socket as it was planned, odd as it may be. */
import { Agent, request } from 'node:http';
import type { Caller } from './callers.js';
import type { Planned } from './planned.js';

export interface Answered {
  /** 0: the connection ended without an answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const LIMIT_MS = 60_000;

export function openSender(url: string, connections: number) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = ({ method, path, headers, body }: Planned, caller: Caller): Promise<Answered> =>
    new Promise((resolve) => {
      const given = Object.fromEntries([...Object.entries(caller.headers), ...headers]);
      const sized = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request({ agent, hostname, port, method, path, headers: { ...given, ...sized } }, (res) => {
        const isStream = res.headers['content-type']?.startsWith('text/event-stream') === true;
        const parts: Buffer[] = [];
        const done = (): void =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            text: Buffer.concat(parts).toString(res.headers['content-encoding'] === undefined ? 'utf8' : 'latin1'),
          });
        res.on('data', (part: Buffer) => {
          parts.push(part);
          // A stream has no end of its own.
          if (isStream) res.destroy();
        });
        res.on('close', done);
      });
      sent.setTimeout(LIMIT_MS, () =>
        sent.destroy(new Error(`no answer to ${method} ${path} in ${LIMIT_MS / 1000} s`)),
      );
      sent.on('upgrade', (res, socket) => {
        socket.destroy();
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text: '' });
      });
      sent.on('error', (error: Error & { readonly rawPacket?: Buffer }) =>
        resolve({ status: 0, headers: {}, text: `${error.message} ${error.rawPacket?.toString() ?? ''}` }),
      );
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}
