/** `sidelight keys …`: makes, lists, revokes and rescopes keys, beside a running daemon or without one. */
import { CodedError } from '../ground/errors.js';
import { type ApiKey, expiryOf, isScope, type NewKey, SCOPES } from '../keys/api-key.js';
import type { KeyStore } from '../keys/key-store.js';
import { type Command, type CommandInput, type Flags, needed, print } from './command.js';
import { withKeys } from './open.js';

const USAGE = `keys create <name> [--scope ${SCOPES.join('|')}] [--expires 90d] [--widgets a,b] [--networks 10.0.0.0/8]
  keys list | keys revoke <name> | keys scope <name> <scope>`;

type Subcommand = (store: KeyStore, args: readonly string[], input: CommandInput) => Promise<void>;

const list = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : text.split(',').map((part) => part.trim());

function newKey(name: string, flags: Flags): NewKey {
  const { scope = 'widgets-only' } = flags;
  if (!isScope(scope)) throw new CodedError('usage', `"${scope}" is no scope: choose one of ${SCOPES.join(', ')}`);
  const widgets = list(flags.widgets);
  const networks = list(flags.networks);
  return {
    name,
    scope,
    ...(widgets === undefined ? {} : { widgets }),
    ...(networks === undefined ? {} : { networks }),
    ...(flags.expires === undefined ? {} : { expiresAt: expiryOf(flags.expires, new Date()) }),
  };
}

const missing = (what: string): string => `keys: ${what} is missing\n  ${USAGE}`;

const row = (key: ApiKey): string =>
  [
    key.name.padEnd(24),
    key.prefix.padEnd(12),
    key.scope.padEnd(14),
    `used ${key.useCount} times, last ${key.lastUsedAt ?? 'never'}${key.lastUsedFrom === null ? '' : ` from ${key.lastUsedFrom}`}`,
    ...(key.expiresAt === null ? [] : [`expires ${key.expiresAt}`]),
    ...(key.declared ? ['from the config'] : []),
  ].join('  ');

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  /** The key alone on standard output, so that a script can take it. */
  async create(store, [name], { flags, out }) {
    const { key } = await store.create(newKey(needed(name, missing('the name')), flags));
    print(out, key);
  },
  async list(store, _args, { out }) {
    for (const key of await store.list()) print(out, row(key));
  },
  async revoke(store, [name], { out }) {
    const key = await store.revoke(needed(name, missing('the name')));
    print(out, `${key.name} is revoked`);
  },
  async scope(store, [name, scope], { out }) {
    const key = await store.setScope(needed(name, missing('the name')), needed(scope, missing('the scope')));
    print(out, `${key.name} is ${key.scope} now`);
  },
};

export const keys: Command = {
  usage: USAGE,
  summary: 'make, list, revoke and rescope keys',
  async run(input) {
    const [name, ...args] = input.args;
    const subcommand = SUBCOMMANDS[name ?? 'list'];
    if (subcommand === undefined) throw new CodedError('usage', `keys: there is no "${name}"\n  ${USAGE}`);
    await withKeys(input, (store) => subcommand(store, args, input));
    return 0;
  },
};
