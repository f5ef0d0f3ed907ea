/** The worker thread in which large answers are read and held against their schema, one at a time. */
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { TSchema } from '../schema.js';
import type { Limits } from './json-scan.js';
import { put } from './json-slices.js';
import type { Job, Told } from './json-worker.js';

export type Read =
  | { readonly kind: 'value'; readonly value: unknown }
  | Exclude<NonNullable<Told>, { readonly kind: 'frame' | 'rows' }>
  /** The worker has ended over it: it took more memory than that has. */
  | { readonly kind: 'too_much' };

/** What was done aside, for tests. */
export const counts = { jobs: 0, slices: 0, workers: 0 };

/** More than any one piece takes; the bytes themselves do not count. */
const MEMORY_MB = 384;
/** An idle worker keeps what it has: after so long it is ended. */
const IDLE_MS = 10_000;

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();
let idle: NodeJS.Timeout | undefined;
const texts = new WeakMap<TSchema, string>();

/** @param bytes are gone afterwards */
export function readAside(bytes: Buffer, limits: Limits, schema: TSchema | undefined): Promise<Read> {
  const read = last.then(() => run(bytes, limits, schema));
  last = read.catch(() => undefined);
  return read;
}

function textOf(schema: TSchema): string {
  const text = texts.get(schema) ?? JSON.stringify(schema);
  texts.set(schema, text);
  return text;
}

function begin(): Worker {
  if (worker !== undefined) return worker;
  counts.workers++;
  const own = new Worker(new URL('./json-worker.js', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const forget = (): void => {
    if (worker === own) worker = undefined;
  };
  // Whoever waits for an answer tells of it; nobody does while the worker is idle, and it must not end the process then.
  own.on('error', forget);
  own.once('exit', forget);
  worker = own;
  return own;
}

async function run(given: Buffer, limits: Limits, schema: TSchema | undefined): Promise<Read> {
  counts.jobs++;
  clearTimeout(idle);
  const own = begin();
  own.ref();
  // Only memory that is nobody else's can be handed over.
  const isOwn = given.byteLength === given.buffer.byteLength && given.buffer instanceof ArrayBuffer;
  const bytes = isOwn ? new Uint8Array(given.buffer as ArrayBuffer) : new Uint8Array(given);
  const job: Job = { bytes, limits, schema: schema === undefined ? undefined : textOf(schema) };
  try {
    return await gather(own, job, [bytes.buffer]);
  } finally {
    own.unref();
    idle = setTimeout(() => void own.terminate(), IDLE_MS).unref();
  }
}

async function gather(own: Worker, job: Job, transferred: ArrayBuffer[]): Promise<Read> {
  let value: unknown;
  let lists: unknown[][] = [];
  for (;;) {
    const answer = lists.length === 0 && value === undefined ? ask(own, job, transferred) : ask(own, 'next');
    const told = await answer;
    if (told === undefined) return { kind: 'value', value };
    if (told.kind === 'frame') {
      value = JSON.parse(told.text);
      lists = told.lists.map(() => []);
      for (const [index, path] of told.lists.entries()) value = put(value, path, lists[index]);
    } else if (told.kind === 'rows') {
      counts.slices++;
      const list = lists[told.list];
      for (const row of JSON.parse(told.text) as unknown[]) list?.push(row);
    } else return told;
    await turn();
  }
}

/** What the worker says next. One that runs out of memory ends, and the next answer has a new one. */
function ask(
  own: Worker,
  message: Job | 'next',
  transferred: ArrayBuffer[] = [],
): Promise<Told | { readonly kind: 'too_much' }> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void): void => {
      own.off('message', told);
      own.off('error', broke);
      own.off('exit', ended);
      then();
    };
    const told = (answer: Told): void => settle(() => resolve(answer));
    const broke = (error: NodeJS.ErrnoException): void => {
      settle(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ kind: 'too_much' }) : reject(error)));
    };
    const ended = (): void => settle(() => resolve({ kind: 'too_much' }));
    own.on('message', told);
    own.on('error', broke);
    own.on('exit', ended);
    own.postMessage(message, transferred);
  });
}
