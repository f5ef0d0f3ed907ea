/** A receiver of webhooks: remembers what it was sent, answers as it is told, and verifies signatures by the specification. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body's own fields. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How the next requests are answered, in turn; 204 when there is nothing left. */
  readonly answers: ((response: ServerResponse) => void)[];
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(code, headers).end('an answer');

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: ((response: ServerResponse) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ path: request.url ?? '', headers: request.headers, body, ...JSON.parse(body) });
      (answers.shift() ?? status(204))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Whether it was signed with this secret: `<id>.<timestamp>.<body>`, HMAC-SHA256, Base64. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
