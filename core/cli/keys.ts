/** `sidelight keys …`: makes, lists, revokes and rescopes keys, beside a running daemon or without one. */
import { CodedError } from '../ground/errors.js';
import { type ApiKey, expiryOf, isScope, type NewKey, SCOPES } from '../keys/api-key.js';
import type { KeyStore } from '../keys/key-store.js';
import { isViewers, privacyOf, privacyText, VIEWERS } from '../settings/privacy.js';
import { type Command, type CommandInput, type Flags, needed, print } from './command.js';
import { COMMAND_LINE, withKeys } from './open.js';

/** Writes into the audit what was done with a key. */
type Note = (route: string, target: string) => Promise<void>;
type Subcommand = (store: KeyStore, args: readonly string[], input: CommandInput, note: Note) => Promise<void>;

const list = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : text.split(',').map((part) => part.trim());

function newKey(name: string, flags: Flags): NewKey {
  const { scope = 'widgets-only' } = flags;
  if (!isScope(scope)) throw new CodedError('usage', `"${scope}" is not a scope: choose one of ${SCOPES.join(', ')}`);
  const { viewers = 'names' } = flags;
  if (!isViewers(viewers))
    throw new CodedError('usage', `--viewers cannot be "${viewers}": choose one of ${VIEWERS.join(', ')}`);
  const widgets = list(flags.widgets);
  const networks = list(flags.networks);
  const actions = list(flags.actions);
  return {
    name,
    scope,
    ...(widgets === undefined ? {} : { widgets }),
    ...(networks === undefined ? {} : { networks }),
    ...(actions === undefined ? {} : { actions }),
    privacy: privacyOf({ viewers, addresses: flags['hide-addresses'] === true ? 'hide' : 'show' }),
    ...(flags.expires === undefined ? {} : { expiresAt: expiryOf(flags.expires, new Date()) }),
  };
}

const missing = (what: string, { usage }: CommandInput): string => `keys: ${what} is missing\n  ${usage}`;

const row = (key: ApiKey): string =>
  [
    key.name.padEnd(24),
    key.prefix.padEnd(12),
    key.scope.padEnd(14),
    `used ${key.useCount} times, last ${key.lastUsedAt ?? 'never'}${key.lastUsedFrom === null ? '' : ` from ${key.lastUsedFrom}`}`,
    ...(key.actions === null ? [] : [`actions ${key.actions.join(',')}`]),
    ...(key.privacy === null ? [] : privacyText(key.privacy)),
    ...(key.expiresAt === null ? [] : [`expires ${key.expiresAt}`]),
    ...(key.declared ? ['from the config'] : []),
  ].join('  ');

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  /** The key alone on standard output, so that a script can take it. */
  async create(store, [name], input, note) {
    const { key, record } = await store.create(newKey(needed(name, missing('the name', input)), input.flags));
    await note('key.made', `${record.name} (${record.scope})`);
    print(input.out, key);
  },
  async list(store, _args, { out }) {
    for (const key of await store.list()) print(out, row(key));
  },
  async revoke(store, [name], input, note) {
    const key = await store.revoke(needed(name, missing('the name', input)));
    await note('key.revoked', key.name);
    print(input.out, `${key.name} was revoked`);
  },
  async scope(store, [name, scope], input, note) {
    const key = await store.setScope(
      needed(name, missing('the name', input)),
      needed(scope, missing('the scope', input)),
    );
    await note('key.scope', `${key.name} (${key.scope})`);
    print(input.out, `${key.name} now has the scope ${key.scope}`);
  },
};

export const keys: Command = async (input) => {
  const [name, ...args] = input.args;
  const subcommand = SUBCOMMANDS[name ?? 'list'];
  if (subcommand === undefined) throw new CodedError('usage', `keys: unknown "${name}"\n  ${input.usage}`);
  await withKeys(input, (store, audit) =>
    subcommand(store, args, input, (route, target) => audit.record({ kind: 'key', who: COMMAND_LINE, route, target })),
  );
  return 0;
};
