/** Stands before a fake upstream, takes its time, and counts how many calls of a route are under way at once. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AtOnce {
  readonly url: string;
  /** The most calls of this path that ever were under way together. */
  most(path: string): number;
  close(): Promise<void>;
}

const SLOWLY_MS = 200;

export async function countAtOnce(upstream: string): Promise<AtOnce> {
  const now = new Map<string, number>();
  const most = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    const count = (now.get(path) ?? 0) + 1;
    now.set(path, count);
    most.set(path, Math.max(count, most.get(path) ?? 0));
    outgoing.once('close', () => now.set(path, (now.get(path) ?? 1) - 1));
    const { method, headers } = incoming;
    const forward = (): void => {
      const sent = request(`${upstream}${incoming.url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      sent.on('error', () => outgoing.destroy());
      incoming.pipe(sent);
    };
    setTimeout(forward, SLOWLY_MS);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    most: (path) => most.get(path) ?? 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
