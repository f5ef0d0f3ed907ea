/** `sidelight share …`: makes, lists and revokes links to one tile each, beside a running daemon or without one. */
import { CodedError } from '../ground/errors.js';
import { silentLog } from '../ground/log.js';
import { nearest } from '../ground/nearest.js';
import { expiryOf } from '../keys/api-key.js';
import { framesOf, type NewShare, type ShareLink, sharePath } from '../keys/share-link.js';
import { ShareStore } from '../keys/share-store.js';
import { isViewers, privacyOf, privacyText, VIEWERS } from '../settings/privacy.js';
import { systemClock } from '../time/clock.js';
import { type Command, type CommandInput, needed, print } from './command.js';
import { auditOf, COMMAND_LINE, withDatabase } from './open.js';

/** Writes into the audit what was done with a link. */
type Note = (route: string, link: ShareLink) => Promise<void>;
type Subcommand = (store: ShareStore, args: readonly string[], input: CommandInput, note: Note) => Promise<void>;

const missing = (what: string, { usage }: CommandInput): string => `share: ${what} is missing\n  ${usage}`;

function usage(sentence: string): never {
  throw new CodedError('usage', sentence);
}

/** The link that is asked for, and the address that it begins with. */
async function wanted([name, id]: readonly string[], input: CommandInput) {
  const { flags } = input;
  const share = {
    name: needed(name, missing('the name', input)),
    widget: needed(id, missing('the widget', input)),
    query: (flags.query ?? '').replace(/^\?/, ''),
    frames: framesOf((flags.dashboard ?? '').split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))),
  };
  const { viewers = 'names' } = flags;
  if (!isViewers(viewers)) usage(`--viewers cannot be "${viewers}": choose one of ${VIEWERS.join(', ')}`);
  const made: NewShare = {
    ...share,
    privacy: privacyOf({ viewers, addresses: flags['hide-addresses'] === true ? 'hide' : 'show' }),
    ...(flags.expires === undefined ? {} : { expiresAt: expiryOf(flags.expires, new Date()) }),
  };
  return { share: made, baseUrl: await checked(made, input) };
}

/** Widgets are known by the plugins that the config loads. Returns the base URL. */
async function checked({ widget: id, query = '' }: NewShare, input: CommandInput): Promise<string> {
  const [{ loadFor }, { contributed }, { askedBy, isShareable }, { baseUrlFor }] = await Promise.all([
    import('./settings.js'),
    import('./contributed.js'),
    import('../pages/share/asked.js'),
    import('./packs.js'),
  ]);
  const loaded = await loadFor(input);
  const { registry, sources } = await contributed(loaded);
  const widget = registry.widget(id);
  if (widget === undefined || !isShareable(widget)) {
    const known = registry.widgets().filter(isShareable);
    const ids = known.map((each) => each.id);
    const guess = nearest(id, ids);
    return usage(
      `Unknown tile "${id}": ${guess === undefined ? `choose one of ${ids.join(', ')}` : `did you mean "${guess}"?`}`,
    );
  }
  try {
    askedBy(widget, query, { zone: loaded.settings.zone, sources: { all: () => sources } });
  } catch (error) {
    throw error instanceof CodedError && error.code === 'bad_request' ? new CodedError('usage', error.message) : error;
  }
  return baseUrlFor(loaded.settings.server, input.flags['base-url']);
}

const row = (link: ShareLink): string =>
  [
    link.name.padEnd(24),
    link.prefix.padEnd(12),
    `${link.widget}${link.query === '' ? '' : `?${link.query}`}`.padEnd(20),
    `used ${link.useCount} times, last ${link.lastUsedAt ?? 'never'}${link.lastUsedFrom === null ? '' : ` from ${link.lastUsedFrom}`}`,
    ...(link.frames.length === 0 ? [] : [`on ${link.frames.join(',')}`]),
    ...(link.privacy === null ? [] : privacyText(link.privacy)),
    ...(link.expiresAt === null ? [] : [`expires ${link.expiresAt}`]),
  ].join('  ');

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  /** The address alone on standard output, so that a script can take it. */
  async create(store, args, input, note) {
    const { share, baseUrl } = await wanted(args, input);
    const { token, link } = await store.create(share);
    await note('share.made', link);
    print(input.out, baseUrl + sharePath(link.widget, token));
  },
  async list(store, _args, { out }) {
    for (const link of await store.list()) print(out, row(link));
  },
  async revoke(store, [name], input, note) {
    const link = await store.revoke(needed(name, missing('the name', input)));
    await note('share.revoked', link);
    print(input.out, `${link.name} was revoked`);
  },
};

export const share: Command = async (input) => {
  const [name, ...args] = input.args;
  const subcommand = SUBCOMMANDS[name ?? 'list'];
  if (subcommand === undefined) throw new CodedError('usage', `share: unknown "${name}"\n  ${input.usage}`);
  await withDatabase(input, (database, settings) => {
    const audit = auditOf(database, settings);
    return subcommand(new ShareStore(database, systemClock, silentLog), args, input, (route, { name, widget }) =>
      audit.record({ kind: 'key', who: COMMAND_LINE, route, target: `${name} (${widget})` }),
    );
  });
  return 0;
};
