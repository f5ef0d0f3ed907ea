/** What `create` has to give. A sentence about what is wrong, or undefined. Pure. */
import type { Integration } from '../plugin.js';
import { isRecord } from './is-record.js';
import { portsNamed } from './perform.js';

type Parts = Readonly<Record<keyof Integration, unknown>>;

const isPort = (port: unknown): boolean =>
  isRecord(port) && typeof port['id'] === 'string' && isRecord(port['item']) && typeof port['key'] === 'function';

export function misbuilt(integration: unknown): string | undefined {
  if (isThenable(integration)) return 'create returned a promise: it must return at once';
  if (!isRecord(integration)) return 'create did not return an integration';
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
  if (typeof check !== 'function') return 'the integration has no check function';
  if (image !== undefined && typeof image !== 'function') return "the integration's image must be a function";
  if (listen !== undefined && typeof listen !== 'function') return "the integration's listen must be a function";
  for (const [name, list] of Object.entries({ tasks, fragments, actions, widgets, summaries, digestRules })) {
    if (!Array.isArray(list)) return `the integration's ${name} must be a list`;
  }
  if (signInByCode !== undefined && !isCodeSignIn(signInByCode)) {
    return "the integration's signInByCode must have the functions offered, begin and settle";
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
  if (typeof task['run'] !== 'function') return `task ${task['id']} has no run function`;
  const fills = task['fills'];
  return Array.isArray(fills) && fills.every(isPort)
    ? undefined
    : `task ${task['id']} does not list the ports it fills`;
}

function misbuiltFragment(fragment: unknown): string | undefined {
  if (!isRecord(fragment) || !isPort(fragment['port'])) return 'a fragment has no port';
  return typeof fragment['read'] === 'function' ? undefined : 'a fragment has no read function';
}

function misbuiltWebhook(webhook: unknown): string | undefined {
  if (webhook === undefined) return undefined;
  if (!isRecord(webhook) || typeof webhook['receive'] !== 'function') return 'its webhook has no receive function';
  const names = webhook['secretHeaders'] ?? [];
  const isSound = Array.isArray(names) && names.every((name) => typeof name === 'string' && /^[\w-]+$/.test(name));
  return isSound ? undefined : 'the secretHeaders of its webhook must be a list of names such as Access-Token';
}

function misbuiltAction(handler: unknown): string | undefined {
  const isHandler = isRecord(handler) && isRecord(handler['action']) && typeof handler['run'] === 'function';
  if (!isHandler) return 'an action handler needs an action and a run function';
  const { action, ids, find } = handler as {
    readonly action: { readonly id?: unknown };
    ids?: unknown;
    find?: unknown;
  };
  if (ids !== undefined && !(ids instanceof RegExp)) return `the ids of ${action.id} must be a regular expression`;
  return find === undefined || typeof find === 'function' ? undefined : `the find of ${action.id} must be a function`;
}

/** What an action is told to do something with must be there: a pattern of its ids, and rows or a function that know them. */
function unconfirmed({ actions = [], tasks = [], fragments = [] }: Integration): string | undefined {
  const told = new Set(
    [...tasks.flatMap(({ fills }) => fills), ...fragments.map(({ port }) => port)].map(({ id }) => id),
  );
  for (const { action, ids, find } of actions) {
    const ports = portsNamed(action);
    if (ports === null) continue;
    if (ids === undefined) return `the action ${action.id} has no ids: add a pattern for the ids of this service`;
    if (find !== undefined || ports.some(({ id }) => told.has(id))) continue;
    const named = ports.map(({ id }) => id).join(' or ') || 'a port that the action names';
    return `the action ${action.id} cannot check whether its target exists: add find, or fill ${named}`;
  }
  return undefined;
}

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
