/** A plugin as the daemon would run it, against a program that really runs. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type AnyPlugin,
  downloadClient,
  downloadQueue,
  type Health,
  type ItemOf,
  type SnapshotPort,
} from '@sidelight/plugin-api';
import { perform, startRun, wrongId } from '@sidelight/plugin-api/host';
import { fakeClock, startIntegration } from '@sidelight/plugin-api/testing';
import { root } from '../support/daemon.js';

/** Only what never comes reaches it. */
const LIMIT_MS = 120_000;

export type Download = ItemOf<typeof downloadQueue>;

export interface PluginUnderTest {
  check(): Promise<Health>;
  /** One run of the task that fills the queue, and what it published. */
  queue(): Promise<readonly Download[]>;
  /** One run of the task that tells of the client itself. */
  client(): Promise<ItemOf<typeof downloadClient> | undefined>;
  /** The state of one download; undefined when it is not there. */
  stateOf(id: string): Promise<Download['state'] | undefined>;
  /** As the daemon performs it: rejects with `bad_request` for an id of another kind. */
  act(action: string, input: object): Promise<void>;
  stop(): Promise<void>;
}

export async function startPlugin(id: string, entry: Readonly<Record<string, unknown>>): Promise<PluginUnderTest> {
  const module: unknown = await import(pathToFileURL(join(root, 'plugins', id, 'dist', 'src', 'plugin.js')).href);
  const { default: plugin } = module as { default: AnyPlugin };
  const started = startIntegration(plugin, entry, { timeoutMs: LIMIT_MS, clock: fakeClock(new Date()) });
  const { integration } = started;
  const signal = () => AbortSignal.timeout(LIMIT_MS);

  async function rowsOf<P extends SnapshotPort>(port: P): Promise<readonly ItemOf<P>[]> {
    const task = integration.tasks?.find((one) => one.id === port.id);
    if (task === undefined) throw new Error(`there is no task ${port.id}`);
    const run = startRun({ task, cursor: undefined, held: async () => new Set() });
    await task.run(run.out, signal());
    const [change] = (await run.finish()).changes;
    return change?.kind === 'replace' ? (change.items as ItemOf<P>[]) : [];
  }
  const queue = () => rowsOf(downloadQueue);

  return {
    check: () => integration.check(signal()),
    queue,
    client: async () => (await rowsOf(downloadClient))[0],
    stateOf: async (id) => (await queue()).find((one) => one.id === id)?.state,
    async act(action, input) {
      const handler = integration.actions?.find((one) => one.action.id === action);
      if (handler === undefined) throw new Error(`there is no action ${action}`);
      const given = input as Readonly<Record<string, unknown>>;
      const odd = wrongId(handler, id, String(given[handler.action.target]));
      if (odd !== undefined) throw Object.assign(new Error(odd), { code: 'bad_request' });
      const absent = await perform(handler, id, given, signal());
      if (absent !== undefined) throw Object.assign(new Error(absent), { code: 'not_found' });
    },
    stop: () => started.stop(),
  };
}

/** What a call was rejected with. @throws when it was not. */
export async function rejection(call: Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await call;
  } catch (error) {
    return error;
  }
  throw new Error(`it resolved with ${JSON.stringify(answer)}`);
}
