/** Long work in turns: the event loop goes round between them, so that requests are answered meanwhile. */
import { setImmediate } from 'node:timers/promises';

/** How long one turn takes. */
const TURN_MS = 10;
/** The clock is looked at after so many members of a list. */
export const STEP = 500;

/** @param work yields where it may be interrupted */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (let began = performance.now(); ; ) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** The same work without a pause. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Each member of a list, with a place to be interrupted at every so often. */
export function* each<T>(list: Iterable<T>, work: (member: T) => void): Generator<void, void> {
  let left = STEP;
  for (const member of list) {
    work(member);
    left -= 1;
    if (left > 0) continue;
    left = STEP;
    yield;
  }
}
