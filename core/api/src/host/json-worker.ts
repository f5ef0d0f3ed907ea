/** Reads large answers beside the event loop. Each piece is handed over when the one before was taken. */
import { parentPort } from 'node:worker_threads';
import type { TSchema } from '../schema.js';
import type { Limits } from './json-scan.js';
import { type Piece, slicesOf } from './json-slices.js';

export interface Job {
  readonly bytes: Uint8Array;
  readonly limits: Limits;
  /** As JSON. */
  readonly schema: string | undefined;
}

/** undefined: there is nothing more. */
export type Told = Piece | undefined;

const schemas = new Map<string, TSchema>();
let pieces: Iterator<Piece> | undefined;

/** One object for each schema: its validator is compiled once. */
function schemaOf(text: string): TSchema {
  const schema = schemas.get(text) ?? (JSON.parse(text) as TSchema);
  schemas.set(text, schema);
  return schema;
}

parentPort?.on('message', (job: Job | 'next') => {
  if (job !== 'next') {
    pieces = slicesOf(job.bytes, job.limits, job.schema === undefined ? undefined : schemaOf(job.schema));
  }
  const next = pieces?.next();
  if (next?.done !== false) pieces = undefined;
  const told: Told = next?.done === false ? next.value : undefined;
  parentPort?.postMessage(told);
});
