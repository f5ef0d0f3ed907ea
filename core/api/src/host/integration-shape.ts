/** What `create` has to give. A sentence about what is wrong, or undefined. Pure. */
import type { Integration } from '../plugin.js';
import { isRecord } from './is-record.js';
import { portsNamed } from './perform.js';

type Parts = Readonly<Record<keyof Integration, unknown>>;

const isPort = (port: unknown): boolean =>
  isRecord(port) && typeof port['id'] === 'string' && isRecord(port['item']) && typeof port['key'] === 'function';

export function misbuilt(integration: unknown): string | undefined {
  if (isThenable(integration)) return 'create gave a promise: it must not wait for anything';
  if (!isRecord(integration)) return 'create gave no integration';
  const {
    check,
    tasks = [],
    fragments = [],
    actions = [],
    webhook,
    listen,
    image,
    signInByCode,
  } = integration as Parts;
  const { widgets = [], summaries = [], digestRules = [] } = integration as Parts;
  if (typeof check !== 'function') return 'the integration has no function check';
  if (image !== undefined && typeof image !== 'function') return "the integration's image is no function";
  if (listen !== undefined && typeof listen !== 'function') return "the integration's listen is no function";
  for (const [name, list] of Object.entries({ tasks, fragments, actions, widgets, summaries, digestRules })) {
    if (!Array.isArray(list)) return `the integration's ${name} are no list`;
  }
  if (signInByCode !== undefined && !isCodeSignIn(signInByCode)) {
    return "the integration's signInByCode is no { offered, begin, settle } of functions";
  }
  return (
    misbuiltWebhook(webhook) ??
    misbuiltTasks(tasks as readonly unknown[]) ??
    (fragments as readonly unknown[]).map(misbuiltFragment).find((wrong) => wrong !== undefined) ??
    (actions as readonly unknown[]).map(misbuiltAction).find((wrong) => wrong !== undefined) ??
    // All of its parts are what they should be by now.
    unconfirmed(integration as unknown as Integration)
  );
}

const isCodeSignIn = (value: unknown): boolean =>
  isRecord(value) && ['offered', 'begin', 'settle'].every((name) => typeof value[name] === 'function');

function misbuiltTasks(tasks: readonly unknown[]): string | undefined {
  const wrong = tasks.map(misbuiltTask).find((one) => one !== undefined);
  const ids = tasks.map((task) => (isRecord(task) ? task['id'] : undefined));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  return wrong ?? (twice === undefined ? undefined : `two tasks have the id ${twice}`);
}

function misbuiltTask(task: unknown): string | undefined {
  if (!isRecord(task) || typeof task['id'] !== 'string' || task['id'] === '') return 'a task has no id';
  if (typeof task['run'] !== 'function') return `task ${task['id']} has no function run`;
  const fills = task['fills'];
  return Array.isArray(fills) && fills.every(isPort)
    ? undefined
    : `task ${task['id']} does not list the ports it fills`;
}

function misbuiltFragment(fragment: unknown): string | undefined {
  if (!isRecord(fragment) || !isPort(fragment['port'])) return 'a fragment has no port';
  return typeof fragment['read'] === 'function' ? undefined : 'a fragment has no function read';
}

function misbuiltWebhook(webhook: unknown): string | undefined {
  if (webhook === undefined) return undefined;
  if (!isRecord(webhook) || typeof webhook['receive'] !== 'function') return 'its webhook has no function receive';
  const names = webhook['secretHeaders'] ?? [];
  const isSound = Array.isArray(names) && names.every((name) => typeof name === 'string' && /^[\w-]+$/.test(name));
  return isSound ? undefined : 'the secretHeaders of its webhook are no list of names like Access-Token';
}

function misbuiltAction(handler: unknown): string | undefined {
  const isHandler = isRecord(handler) && isRecord(handler['action']) && typeof handler['run'] === 'function';
  if (!isHandler) return 'an action has no action or no function run';
  const { action, ids, find } = handler as {
    readonly action: { readonly id?: unknown };
    ids?: unknown;
    find?: unknown;
  };
  if (ids !== undefined && !(ids instanceof RegExp)) return `the ids of ${action.id} are no regular expression`;
  return find === undefined || typeof find === 'function' ? undefined : `the find of ${action.id} is no function`;
}

/** What an action is told to do something with must be there: a pattern of its ids, and rows or a function that know them. */
function unconfirmed({ actions = [], tasks = [], fragments = [] }: Integration): string | undefined {
  const told = new Set(
    [...tasks.flatMap(({ fills }) => fills), ...fragments.map(({ port }) => port)].map(({ id }) => id),
  );
  for (const { action, ids, find } of actions) {
    const ports = portsNamed(action);
    if (ports === null) continue;
    if (ids === undefined) return `the action ${action.id} has no ids: a pattern of what ids of this service look like`;
    if (find !== undefined || ports.some(({ id }) => told.has(id))) continue;
    const named = ports.map(({ id }) => id).join(' or ') || 'a port that the action names';
    return `the action ${action.id} has no way to tell whether there is such a thing: give it find, or fill ${named}`;
  }
  return undefined;
}

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
