/** The steps of a case, and what came of each. Failures of the upstream are outcomes; defects of the plugin are thrown. */
import { Default } from 'typebox/value';
import { codeOf, messageOf } from '../errors.js';
import { admit, PluginFault, perform as performAction, startRun, wrongId } from '../host/index.js';
import type { Integration } from '../plugin.js';
import { mismatch } from '../schema.js';
import type { Gap, SyncTask } from '../task.js';
import type { FakeClock } from './fake-clock.js';
import type { HeldRows } from './held-rows.js';

/** What a step works on. */
export interface Stage {
  readonly id: string;
  /** The media server that the case's config names. */
  readonly server: string | undefined;
  readonly integration: Integration;
  readonly clock: FakeClock;
  readonly rows: HeldRows;
  readonly gaps: readonly Gap[];
}

export type Outcome = Readonly<Record<string, unknown>> & { readonly step: string };
type Result = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

/** `check`, `task:<id>`, `fragment:<port>`, or an object of one key: `{ 'action:<id>': input }`, `{ advance: '30s' }`. */
export type Step = string | Fields;

/** Runs of one task in a row: more is an endless 'more'. */
const MOST_RUNS = 100;

export const defaultSteps = (integration: Integration): readonly Step[] => [
  'check',
  ...(integration.tasks ?? []).map((task) => `task:${task.id}`),
  ...(integration.fragments ?? []).map((fragment) => `fragment:${fragment.port.id}`),
];

export async function perform(stage: Stage, step: Step): Promise<readonly Outcome[]> {
  const [name, input] = typeof step === 'string' ? [step, {}] : (Object.entries(step)[0] ?? ['', {}]);
  const [kind = '', ...rest] = name.split(':');
  const run = KINDS[kind];
  if (run === undefined) throw new Error(`unknown step ${name}: one of ${Object.keys(KINDS).join(', ')}, restart`);
  try {
    return (await run(stage, rest.join(':'), input)).map((result) => ({ step: name, ...result }));
  } catch (error) {
    return [{ step: name, error: { code: contractCode(error), message: messageOf(error) } }];
  }
}

/** The code of an upstream's failure; anything else is the plugin's own defect, or the case's, and is thrown on. */
function contractCode(error: unknown): string {
  const code = codeOf(error);
  const own = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code !== own) throw error;
  return code;
}

const KINDS: Readonly<
  Record<string, (stage: Stage, id: string, input: unknown) => Promise<readonly Result[]> | readonly Result[]>
> = {
  check: async ({ integration }) => [{ health: await integration.check(signal()) }],
  task: runTask,
  fragment: readFragment,
  action: runAction,
  webhook: receiveWebhook,
  signIn: trySignIn,
  signInByCode: tryCode,
  image: showImage,
  advance({ clock }, _id, input) {
    clock.advance(milliseconds(String(input)));
    return [];
  },
};

const signal = (): AbortSignal => new AbortController().signal;

/** `{ image: <name> }`: its kind, and how many bytes it has. */
async function showImage({ integration }: Stage, _id: string, input: unknown): Promise<readonly Result[]> {
  if (integration.image === undefined) throw new Error('the integration has no image function');
  const { type, bytes } = await integration.image(String(input), signal());
  if (!type.startsWith('image/')) throw new Error(`${String(input)} is no picture: ${type}`);
  return [{ type, bytes: bytes.byteLength }];
}

async function runTask({ integration, rows, server, gaps }: Stage, id: string): Promise<readonly Result[]> {
  const task = find('task', integration.tasks, id, (one) => one.id);
  const results: Result[] = [];
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    const { more, ...result } = await runOnce(task, rows, { server, gaps });
    results.push(more ? { ...result, more } : result);
    if (!more) return results;
  }
  throw new Error(`task ${id} asked for more ${MOST_RUNS} times in a row`);
}

interface RunOptions {
  readonly abort?: AbortSignal;
  readonly server?: string | undefined;
  readonly gaps?: readonly Gap[];
}

/** One run as the daemon does it, and the changes that it would commit. */
export async function runOnce(
  task: SyncTask,
  rows: HeldRows,
  { abort = signal(), server, gaps = [] }: RunOptions = {},
) {
  const before = rows.cursor(task);
  const run = startRun({ task, cursor: before, server, held: async (port) => rows.keys(port), gaps: async () => gaps });
  const more = (await task.run(run.out, abort)) === 'more';
  const { changes, cursor } = await run.finish();
  if (more && changes.some((change) => change.kind === 'replace')) {
    throw new PluginFault('more_after_replace', `task ${task.id} asks for more after a replace`);
  }
  if (more && cursor === before) {
    throw new PluginFault('endless_more', `task ${task.id} asks for more, but its cursor has not moved on`);
  }
  rows.commit(task, changes, cursor);
  return { published: changes, more, ...(cursor === undefined ? {} : { cursor }) };
}

async function readFragment({ integration, server }: Stage, id: string): Promise<readonly Result[]> {
  const fragment = find('fragment', integration.fragments, id, (one) => one.port.id);
  return [{ rows: admit(fragment.port, await fragment.read(signal()), { id: `fragment ${id}` }, server) }];
}

/** The case names the target as the handler gets it: without the integration's id. */
async function runAction({ id: source, integration }: Stage, id: string, input: unknown): Promise<readonly Result[]> {
  const handler = find('action', integration.actions, id, (one) => one.action.id);
  const { target, input: schema } = handler.action;
  const given = Default(schema, { ...fieldsIn(input) }) as Fields;
  const wrong = mismatch(schema, { ...given, [target]: `${source}:${given[target]}` });
  if (wrong !== undefined) throw new Error(`the input of action ${id} does not match at ${wrong}`);
  const odd = wrongId(handler, source, String(given[target]));
  if (odd !== undefined) return [{ error: { code: 'bad_request', message: odd } }];
  const absent = await performAction(handler, source, given, signal());
  return [absent === undefined ? { done: true } : { error: { code: 'not_found', message: absent } }];
}

function receiveWebhook({ integration }: Stage, _id: string, input: unknown): readonly Result[] {
  const { body, headers } = fieldsIn(input);
  if (integration.webhook === undefined) throw new Error('the integration has no webhook');
  return [{ ...integration.webhook.receive(body, (headers ?? {}) as Record<string, string>) }];
}

async function trySignIn({ integration }: Stage, _id: string, input: unknown): Promise<readonly Result[]> {
  const { name, password } = fieldsIn(input);
  if (integration.signIn === undefined) throw new Error('the integration has no signIn');
  return [{ signedIn: await integration.signIn(String(name), String(password), signal()) }];
}

/** `signInByCode:offered`, `signInByCode:begin`, and `signInByCode:settle` with the secret. */
async function tryCode({ integration }: Stage, step: string, input: unknown): Promise<readonly Result[]> {
  const byCode = integration.signInByCode;
  if (byCode === undefined) throw new Error('the integration has no signInByCode');
  if (step === 'offered') return [{ offered: await byCode.offered(signal()) }];
  if (step === 'begin') return [{ begun: await byCode.begin(signal()) }];
  return [{ signedIn: await byCode.settle(String(input), signal()) }];
}

function find<T>(what: string, list: readonly T[] | undefined, id: string, idOf: (one: T) => string): T {
  const found = list?.find((one) => idOf(one) === id);
  if (found === undefined) throw new Error(`the integration has no ${what} ${id}`);
  return found;
}

const fieldsIn = (input: unknown): Fields => (typeof input === 'object' && input !== null ? (input as Fields) : {});

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function milliseconds(text: string): number {
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const size = UNITS[unit];
  if (size === undefined) throw new Error(`advance by what? ${text} must look like 30s, 5m, 1h, 2d`);
  return Number(amount) * size;
}
