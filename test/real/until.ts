/** Only what never comes reaches it. */
const LIMIT_S = 240;

/** Waits for a condition that some other program brings about. @throws when it never comes true, with what it last said */
export async function until(what: string, holds: () => Promise<boolean | string>): Promise<void> {
  const end = performance.now() + LIMIT_S * 1000;
  let last: unknown = false;
  while (performance.now() < end) {
    try {
      last = await holds();
    } catch (error) {
      last = error;
    }
    if (last === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`gave up waiting for ${what} after ${LIMIT_S} s: ${String(last)}`);
}
