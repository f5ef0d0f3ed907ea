/** A small real HTTP server that answers as Tautulli does, with what a case of its plugin has recorded; its plays end now. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const CASE = join(ROOT, 'plugins', 'tautulli', 'test', 'cases', 'ok', 'upstream.json');
const WRONG = { response: { result: 'error', message: 'Invalid apikey', data: {} } };

interface Call {
  readonly body: Readonly<Record<string, string>>;
  readonly response: unknown;
}
interface Play {
  started: number;
  stopped: number;
}

export interface FakeTautulli {
  readonly url: string;
  readonly apiKey: string;
  /** What was asked, in turn, with the query of its address. */
  readonly asked: string[];
  close(): Promise<void>;
}

const KEY = '0123456789abcdef0123456789abcdef';

/** @param serverId of the media server that it tells of */
export async function startFakeTautulli(serverId: string): Promise<FakeTautulli> {
  const apiKey = KEY;
  const recorded = readFileSync(CASE, 'utf8').replaceAll(/("pms_identifier": )"\w+"/g, `$1"${serverId}"`);
  const calls = JSON.parse(recorded) as readonly Call[];
  const answerOf = (form: URLSearchParams): unknown =>
    calls.find(({ body }) => ['cmd', 'newsletter_id'].every((name) => (body[name] ?? null) === form.get(name)))
      ?.response;
  const history = (answerOf(new URLSearchParams({ cmd: 'get_history' })) as { response: { data: { data: Play[] } } })
    .response.data.data;
  const late = Math.floor(Date.now() / 1000) - Math.max(...history.map(({ stopped }) => stopped));
  for (const play of history) {
    play.started += late;
    play.stopped += late;
  }
  const asked: string[] = [];
  const server = createServer(async (req, res) => {
    const form = new URLSearchParams(await text(req));
    asked.push(`${req.method} ${req.url} ${form.get('cmd')}`);
    const isRight = form.get('apikey') === apiKey;
    res.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' });
    res.end(JSON.stringify(isRight ? answerOf(form) : WRONG));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
