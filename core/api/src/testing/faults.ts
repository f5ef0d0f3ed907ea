/** Upstreams that fail, each in one way for every request, and what a plugin's calls make of them. */
import nock from 'nock';
import { admit } from '../host/index.js';
import type { AnyPlugin, Integration } from '../plugin.js';
import { runOnce } from './case-steps.js';
import { HeldRows } from './held-rows.js';
import { openHttpMock } from './http-mock.js';
import type { Entry } from './sample-config.js';
import { startIntegration } from './test-integration.js';

export type Fault = 'unauthorized' | 'refused' | 'html' | 'truncated' | 'server-error' | 'silent';

/** What one call came to. `rejected` is what it threw; undefined: it resolved, and published so many rows. */
export interface Provoked {
  /** `check`, `task:<id>`, `fragment:<port>` */
  readonly call: string;
  readonly rejected?: unknown;
  readonly rows: number;
}

export interface Provocation {
  readonly calls: readonly Provoked[];
  readonly logged: readonly string[];
  readonly secrets: readonly string[];
}

/** Calls that have not ended so long after their signal was aborted hang. */
const PATIENCE_MS = 2_000;

/** Makes every call of a fresh integration against an upstream with this fault. With `silent` each call is aborted. */
export async function provoke(plugin: AnyPlugin, entry: Entry, settings: Entry, fault: Fault): Promise<Provocation> {
  const mock = openHttpMock();
  try {
    const started = startIntegration(plugin, entry, { settings, timeoutMs: 30_000 });
    breakUpstream(started.url ?? '', fault);
    const calls: Provoked[] = [];
    for (const [call, run] of callsOf(started.integration)) {
      calls.push(await outcomeOf(call, fault === 'silent' ? (signal) => aborted(run, signal) : run));
    }
    await started.stop();
    return { calls, logged: started.logged, secrets: started.secrets };
  } finally {
    mock.close();
  }
}

/**
 * Whether the plugin's `listen` ends with its signal, while it waits for an upstream that is silent and when it is called too
 * late. undefined: it has none.
 */
export async function listeningEnds(plugin: AnyPlugin, entry: Entry, settings: Entry): Promise<boolean | undefined> {
  const mock = openHttpMock();
  const started = startIntegration(plugin, entry, { settings, timeoutMs: 30_000 });
  try {
    const { integration, url } = started;
    if (integration.listen === undefined) return undefined;
    if (url !== undefined) breakUpstream(url, 'silent');
    const listens = async ({ signal }: AbortController): Promise<number> => {
      // How it ends is its own affair.
      await Promise.allSettled([
        integration.listen?.(
          () => undefined,
          signal,
          () => undefined,
        ),
      ]);
      return 1;
    };
    const late = new AbortController();
    late.abort();
    return (await aborted(listens, new AbortController())) === 1 && (await aborted(listens, late)) === 1;
  } finally {
    await started.stop();
    mock.close();
  }
}

/** So that a task that asks only after gaps asks, too. */
const LONG_GAP = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };

type Call = (signal: AbortController) => Promise<number>;

const callsOf = (integration: Integration): readonly (readonly [string, Call])[] => [
  ['check', ({ signal }) => integration.check(signal).then(() => 0)],
  ...(integration.tasks ?? []).map((task): [string, Call] => [
    `task:${task.id}`,
    async ({ signal }) => (await runOnce(task, new HeldRows(), { abort: signal, gaps: [LONG_GAP] })).published.length,
  ]),
  ...(integration.fragments ?? []).map(({ port, read }): [string, Call] => [
    `fragment:${port.id}`,
    async ({ signal }) => admit(port, await read(signal), { id: port.id }).length,
  ]),
];

async function outcomeOf(call: string, run: Call): Promise<Provoked> {
  try {
    return { call, rows: await run(new AbortController()) };
  } catch (rejected) {
    return { call, rejected, rows: 0 };
  }
}

/** Aborts a call that is under way; one that goes on all the same counts as resolved. */
async function aborted(run: Call, controller: AbortController): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<number>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 0);
  });
  setTimeout(() => controller.abort(), 20);
  try {
    return await Promise.race([run(controller), patience]);
  } finally {
    clearTimeout(timer);
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

function breakUpstream(url: string, fault: Fault): void {
  const server = nock(new URL(url).origin).persist();
  for (const method of METHODS) {
    answer(server.intercept(() => true, method).query(true), fault);
  }
}

function answer(request: nock.Interceptor, fault: Fault): void {
  switch (fault) {
    case 'unauthorized':
      request.reply(401, 'Unauthorized');
      break;
    case 'refused':
      request.replyWithError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
      break;
    case 'html':
      request.reply(200, echo, { 'Content-Type': 'text/html; charset=utf-8' });
      break;
    case 'truncated':
      request.reply(200, '{"version":"1.0","items":[{"id":1,"na', { 'Content-Type': 'application/json' });
      break;
    case 'server-error':
      request.reply(500, 'Internal Server Error');
      break;
    case 'silent':
      request.delay(600_000).reply(200, '{}');
  }
}

/** A login page that repeats what it was asked, as some do: a plugin that quotes it would give its secrets away. */
const echo = (uri: string, body: nock.Body): string =>
  `<!DOCTYPE html><html><body>Sign in to see ${uri} ${JSON.stringify(body)}</body></html>`;
