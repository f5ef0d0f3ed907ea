/** Waits for a condition that some other program brings about. @throws when it has not come true in time, with what it last said */
export async function until(what: string, holds: () => Promise<boolean | string>, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  let last: unknown = false;
  while (Date.now() < end) {
    try {
      last = await holds();
    } catch (error) {
      last = error;
    }
    if (last === true) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`gave up waiting for ${what} after ${seconds} s: ${String(last)}`);
}
