/** Every command by its name. Each is a module of its own, loaded when it is called: `version` needs no database. */
import { AUDIT_CHOICES } from '../audit/sentences.js';
import { CodedError } from '../ground/errors.js';
import { installedVersion } from '../ground/installation.js';
import { FORMATS } from '../imports/formats/formats.js';
import { SCOPES } from '../keys/api-key.js';
import { VIEWERS } from '../settings/privacy.js';
import { type Command, type CommandEntry, print } from './command.js';

const FILTER = '[--user <name>] [--title <part>] [--since <30d>] [--source <integration>] [--suspect]';

const COMMON = `Flags of every command
  -c, --config <file>     the YAML; else $SIDELIGHT_CONFIG, ./sidelight.yaml, ./config/sidelight.yaml, /config/sidelight.yaml
  -d, --data <folder>     data
      --demo              simulated live data instead of your config
  -p, --port <port>       7780
      --host <address>    127.0.0.1
      --log-level <level> error, warn, info or debug
      --strict            refuse to start when a plugin cannot be used
  -h, --help              what a command takes
These have a variable each: SIDELIGHT_CONFIG, SIDELIGHT_DATA, SIDELIGHT_PORT, SIDELIGHT_HOST, SIDELIGHT_LOG_LEVEL.`;

/** Of one command, or of all. @throws usage */
const help: Command = async ({ out, args: [name] }) => {
  const command = name === undefined ? undefined : await commandNamed(name);
  if (command === undefined) print(out, 'sidelight <command> [flags]\n');
  for (const { usage, summary } of command === undefined ? Object.values(commands) : [command]) {
    for (const form of usage) print(out, `  ${form}`);
    print(out, `      ${summary}`);
  }
  print(out, `\n${COMMON}`);
  return 0;
};

/** @throws usage, with the command that may be meant */
export async function commandNamed(name: string): Promise<CommandEntry> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const { nearest } = await import('../ground/nearest.js');
  const guess = nearest(name, Object.keys(commands));
  throw new CodedError(
    'usage',
    `There is no command "${name}"${guess === undefined ? '' : `: did you mean "${guess}"?`}`,
  );
}

const version: Command = async ({ out }) => {
  print(out, installedVersion());
  return 0;
};

export const commands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    usage: ['serve'],
    summary: 'run the daemon (the default command)',
    load: async () => (await import('./serve.js')).serve,
  },
  check: {
    usage: ['check'],
    summary: 'check the config and ping every integration',
    load: async () => (await import('./check.js')).check,
  },
  doctor: {
    usage: ['doctor'],
    summary: 'one page about this installation, without secrets, addresses and names, for a report of what is wrong',
    load: async () => (await import('./doctor.js')).doctor,
  },
  reload: {
    usage: ['reload'],
    summary: 'have the daemon that runs read its config again',
    load: async () => (await import('./reload.js')).reload,
  },
  keys: {
    usage: [
      `keys create <name> [--scope <${SCOPES.join('|')}>] [--expires <90d>] [--widgets <a,b>] [--networks <10.0.0.0/8>] [--actions <release,…>] [--viewers <${VIEWERS.join('|')}>] [--hide-addresses]`,
      'keys list',
      'keys revoke <name>',
      'keys scope <name> <scope>',
    ],
    summary: 'make, list, revoke and rescope keys',
    load: async () => (await import('./keys.js')).keys,
  },
  share: {
    usage: [
      `share create <name> <widget> [--dashboard <http://homarr.lan:7575,…>] [--query <days=30>] [--expires <90d>] [--viewers <${VIEWERS.join('|')}>] [--hide-addresses] [--base-url <url>]`,
      'share list',
      'share revoke <name>',
    ],
    summary: 'make, list and revoke links that open one tile each, without a key',
    load: async () => (await import('./share.js')).share,
  },
  images: {
    usage: ['images revoke'],
    summary: 'make the addresses of all posters worthless; dashboards get new ones',
    load: async () => (await import('./images.js')).images,
  },
  audit: {
    usage: [`audit [<${Object.keys(AUDIT_CHOICES).join('|')}>] [--since <30d>] [--json]`],
    summary: 'list who did what, the newest first: actions, what became of keys, sign-ins',
    load: async () => (await import('./audit.js')).audit,
  },
  admin: {
    usage: ['admin', 'admin token', 'admin reset'],
    summary: 'show the administrator, print the token of the first run, or begin anew',
    load: async () => (await import('./admin.js')).admin,
  },
  plugins: {
    usage: [
      'plugins',
      'plugins add <package, tarball or folder>',
      'plugins update [<package or plugin>]',
      'plugins remove <package or plugin>',
    ],
    summary: 'list the plugins that can be used, with what they bring; add, update and remove those of others',
    load: async () => (await import('./plugins.js')).plugins,
  },
  packs: {
    usage: ['packs [<dashboard or file>] [--all] [--starter] [--only <a,b>] [--out <folder>] [--base-url <url>]'],
    summary: 'list the files for dashboards, print those of one, or write them into a folder',
    load: async () => (await import('./packs.js')).packs,
  },
  forget: {
    usage: ['forget <integration>'],
    summary: 'delete everything that is stored of an integration, its history too',
    load: async () => (await import('./integrations.js')).forget,
  },
  rename: {
    usage: ['rename <integration> <new id> [--merge]'],
    summary: 'move what is stored of an integration to its new id, which the YAML has to give it as well',
    load: async () => (await import('./integrations.js')).rename,
  },
  history: {
    usage: [
      `history list ${FILTER} [--json]`,
      'history remove <id …>',
      `history remove ${FILTER} [--yes]`,
      'history correct <id …>',
      'history correct --suspect [--yes]',
    ],
    summary: 'list the plays on record, remove wrong ones, cut those of twice their runtime and more down to it',
    load: async () => (await import('./history.js')).history,
  },
  import: {
    usage: [
      `import <${FORMATS.map(({ id }) => id).join('|')}> <file> [--dry-run] [--source <integration>] [--zone <Europe/Berlin>] [--json]`,
    ],
    summary: 'take over the plays that another program has recorded; what is there already is skipped',
    load: async () => (await import('./import.js')).importCommand,
  },
  backup: {
    usage: ['backup'],
    summary: 'make a backup of the database now, and print its path',
    load: async () => (await import('./backups.js')).backup,
  },
  restore: {
    usage: ['restore <file>'],
    summary: 'replace the database by a backup; the old one is kept',
    load: async () => (await import('./backups.js')).restore,
  },
  help: { usage: ['help [<command>]'], summary: 'print this, or what a command takes', load: async () => help },
  version: { usage: ['version'], summary: 'print the version', load: async () => version },
};
