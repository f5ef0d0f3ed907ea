import { setTimeout as sleep } from 'node:timers/promises';

const STEP_MS = 5;
const TRIES = 2000;

/** Resolves as soon as it holds; for what happens over a socket, which no manual clock moves. */
export async function eventually(holds: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (holds()) return;
    await sleep(STEP_MS);
  }
  throw new Error(`it never came to this: ${what}`);
}
