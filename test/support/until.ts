/** Waiting for what happens over a socket or in another process. The limits are reached only by what never comes. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Below the limit of a test, so that the last value is told. */
const LIMIT_S = 240;
const FIRST_STEP_MS = 10;
const LAST_STEP_MS = 160;

/** Reads until the value is what is hoped for, and gives it. @throws with the last value when it never is */
export async function until<T>(
  read: () => T | Promise<T>,
  hoped: (value: T) => boolean,
  seconds = LIMIT_S,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  let value = await read();
  for (let step = FIRST_STEP_MS; !hoped(value); step = Math.min(2 * step, LAST_STEP_MS)) {
    if (performance.now() > end) throw new Error(`it never came; the last was: ${JSON.stringify(value)}`);
    await sleep(step);
    value = await read();
  }
  return value;
}

/** Resolves as soon as it holds. */
export async function eventually(holds: () => boolean, what: string): Promise<void> {
  await until(
    () => (holds() ? null : `not yet: ${what}`),
    (missing) => missing === null,
  );
}

/** Waits for what some other program brings about. What fails is asked again. @throws when it never comes true, with what it last said */
export async function comesTrue(what: string, holds: () => Promise<boolean | string>): Promise<void> {
  await until(
    async () => [what, await holds().catch(String)] as const,
    ([, said]) => said === true,
  );
}
