import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * From now on the heap grows by a fifth of what is alive, instead of until a collection is worth its while. What the start of a
 * process leaves behind is collected at once.
 */
export function stayNearWhatIsAlive(): void {
  setFlagsFromString('--heap-growing-percent=20');
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
