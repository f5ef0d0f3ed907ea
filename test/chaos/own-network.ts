/** A network of its own for one process, with one cable to this machine, which can be pulled. */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

export interface OwnNetwork {
  /** What comes before a command that runs there. */
  readonly within: readonly string[];
  /** Of this machine, as it is seen from there. */
  readonly here: string;
  /** Of the process, as it is seen from this machine. */
  readonly there: string;
  /** Nothing gets through, and nobody is told. */
  cut(): void;
  mend(): void;
  remove(): void;
}

/** @throws where this user may not make networks */
export function makeNetwork(): OwnNetwork {
  const id = randomInt(1, 16_000).toString(36);
  const name = `sidelight-${id}`;
  const [near, far] = [`sl${id}h`, `sl${id}n`];
  // A network of two addresses, out of those that are for tests between networks.
  const subnet = `198.18.${randomInt(256)}`;
  const [here, there] = [`${subnet}.1`, `${subnet}.2`];
  const remove = (): void => {
    spawnSync('ip', ['link', 'del', near]);
    spawnSync('ip', ['netns', 'del', name]);
  };
  try {
    ip('netns', 'add', name);
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
    ip('addr', 'add', `${here}/30`, 'dev', near);
    ip('-n', name, 'addr', 'add', `${there}/30`, 'dev', far);
    for (const [space, device] of [
      [[], near],
      [['-n', name], far],
      [['-n', name], 'lo'],
    ] as const) {
      ip(...space, 'link', 'set', device, 'up');
    }
  } catch (error) {
    remove();
    throw error;
  }
  return {
    within: ['ip', 'netns', 'exec', name],
    ...{ here, there, remove },
    cut: () => ip('link', 'set', near, 'down'),
    mend: () => ip('link', 'set', near, 'up'),
  };
}

function ip(...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim();
  throw new Error(`A network of its own needs iproute2 and the right to make one: run this as root. ${reason}`);
}
