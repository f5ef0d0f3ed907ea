/** Asks a daemon what its own document allows, and much that it does not, and holds each answer against it. */
import fc from 'fast-check';
import type { DaemonHere } from '../support/daemon-here.js';
import { callersOf, readerOf, UNBOUND } from './callers.js';
import { ApiDocument } from './document.js';
import { type Planned, plannedFrom } from './planned.js';
import { poolOf } from './pool.js';
import { openSender } from './send.js';
import { wrongWith } from './verdict.js';

export interface FuzzOptions {
  readonly daemon: DaemonHere;
  /** Flags that name the config of the daemon to a command. */
  readonly flags?: readonly string[];
  /** Integrations that take webhooks. */
  readonly told?: readonly string[];
  readonly seed: number;
  readonly requests: number;
  /** When to stop all the same. */
  readonly withinMs?: number;
}

export interface Finding {
  readonly wrong: string;
  /** Its number in the run of its seed. */
  readonly at: number;
  readonly caller: string;
  readonly planned: Planned;
  readonly status: number;
  readonly text: string;
}

export interface Totals {
  requests: number;
  readonly byStatus: Map<number, number>;
  readonly byCaller: Map<string, number>;
  /** Operations that were answered as they were meant to be. */
  readonly done: Set<string>;
  readonly operations: readonly string[];
  readonly findings: Finding[];
}

/** Planned together; ids that have gone meanwhile are looked up anew before the next. */
const BLOCK = 2000;
const AT_ONCE = 12;
const MOST_FINDINGS = 50;

export async function fuzz(options: FuzzOptions): Promise<Totals> {
  const { daemon, flags = [], told = [], seed, requests, withinMs = Number.POSITIVE_INFINITY } = options;
  const until = performance.now() + withinMs;
  const document = new ApiDocument((await daemon.get('/openapi.json')).json);
  const callers = await callersOf(daemon, flags);
  const reader = readerOf(callers);
  const everything = callers.flatMap(({ name }, index) => (UNBOUND.includes(name) ? [index] : []));
  const totals: Totals = {
    ...{ requests: 0, byStatus: new Map(), byCaller: new Map(), done: new Set(), findings: [] },
    operations: document.operations.map(({ operationId }) => operationId),
  };
  const sender = openSender(daemon.url, AT_ONCE);
  const isOver = (): boolean => performance.now() > until || totals.findings.length >= MOST_FINDINGS;

  async function one(planned: Planned, at: number): Promise<void> {
    const caller = callers[planned.caller];
    if (caller === undefined || isOver()) return;
    const answer = await sender.send(planned, caller);
    const wrong = wrongWith(document, planned, answer);
    totals.requests += 1;
    count(totals.byStatus, answer.status);
    count(totals.byCaller, caller.name);
    if (answer.status < 300 && planned.operation !== undefined) totals.done.add(planned.operation.operationId);
    if (wrong !== undefined) {
      totals.findings.push({ wrong, at, caller: caller.name, planned, status: answer.status, text: answer.text });
    }
  }

  try {
    for (let begin = 0; begin < requests && !isOver(); begin += BLOCK) {
      const read = (path: string, caller = reader) =>
        sender.send({ operation: undefined, method: 'GET', path, headers: [], body: undefined, caller: 0 }, caller);
      const pool = new Map(await poolOf(document, read, reader));
      for (const id of ['postWebhook', 'putWebhook'])
        pool.set(
          id,
          told.map((integration) => ({ integration })),
        );
      const numRuns = Math.min(BLOCK, requests - begin);
      const plans = fc.sample(plannedFrom(document, pool, callers.length, everything), { seed: seed + begin, numRuns });
      const next = plans.entries();
      const work = async (): Promise<void> => {
        for (const [at, planned] of next) await one(planned, begin + at);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }
  } finally {
    sender.close();
  }
  return totals;
}

function count<T>(counts: Map<T, number>, what: T): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
