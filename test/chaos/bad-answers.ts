/** Stands before a fake upstream and tells the truth, until it is told to answer badly. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerFault } from '../support/upstreams/faults.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const MILLION = 1_000_000;

/** Answers in the place of the upstream; `truth` is what that would have said. */
type Bad = (response: ServerResponse, truth: string) => void;

const fault =
  (kind: Parameters<typeof answerFault>[0]): Bad =>
  (response, truth) =>
    answerFault(kind, response, () => JSON.parse(truth || '{}') as unknown, '/login');
const said =
  (status: number, body: (truth: string) => string | Buffer, headers: Readonly<Record<string, string>> = {}): Bad =>
  (response, truth) =>
    void response.writeHead(status, { ...JSON_TYPE, ...headers }).end(body(truth));

export const BAD_ANSWERS = {
  reset: fault('reset'),
  'closed without a word': (response) => void response.socket?.end(),
  silence: () => undefined,
  'cut in the middle': (response, truth) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': String(truth.length + 1000) });
    response.write(truth.slice(0, truth.length / 2), () => response.destroy());
  },
  'a byte now and then': (response) => {
    response.writeHead(200, JSON_TYPE);
    const drops = setInterval(() => response.write(' '), 100);
    response.once('close', () => clearInterval(drops));
  },
  'no HTTP': (response) => void (response.socket as Socket).end('220 mail.example ESMTP\r\n'),
  unauthorized: fault('unauthorized'),
  forbidden: fault('forbidden'),
  'not found': said(404, () => '"nothing here"'),
  'too many': said(429, () => '', { 'retry-after': '1' }),
  failing: fault('failing'),
  starting: said(503, () => '<!DOCTYPE html><p>The server is starting up', { 'content-type': 'text/html' }),
  'a login page': fault('html'),
  redirect: fault('redirect'),
  'nothing at all': said(200, () => ''),
  'the word null': said(200, () => 'null'),
  'half of it': fault('truncated'),
  'wrong types': fault('wrong-types'),
  'no gzip': said(200, (truth) => truth, { 'content-encoding': 'gzip' }),
  'too large': fault('huge'),
  'nested too deeply': said(200, () => '['.repeat(MILLION)),
} as const satisfies Readonly<Record<string, Bad>>;

export type BadAnswer = keyof typeof BAD_ANSWERS;

export interface Liar {
  readonly url: string;
  /** null: the truth again. */
  answer(kind: BadAnswer | null): void;
  /** How many bad answers it has given. */
  lies(): number;
  close(): Promise<void>;
}

export async function startLiar(upstream: string): Promise<Liar> {
  let kind: BadAnswer | null = null;
  let lies = 0;
  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => outgoing.destroy());
    const lie = kind === null ? null : BAD_ANSWERS[kind];
    if (lie !== null) lies += 1;
    if (lie === null) pass(upstream, incoming, outgoing, (answer) => forward(answer, outgoing));
    else pass(upstream, incoming, outgoing, (answer) => void textOf(answer).then((truth) => lie(outgoing, truth)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(next) {
      kind = next;
      // What is still being said badly ends with it.
      if (next === null) server.closeAllConnections();
    },
    lies: () => lies,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(
  upstream: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  heard: (answer: IncomingMessage) => void,
): void {
  const { method, headers, url } = incoming;
  const sent = request(`${upstream}${url}`, { method, headers }, heard);
  sent.on('error', () => outgoing.destroy());
  incoming.pipe(sent);
}

function forward(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(outgoing);
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
