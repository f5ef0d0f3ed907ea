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
Each of these has an environment variable: SIDELIGHT_CONFIG, SIDELIGHT_DATA, SIDELIGHT_PORT, SIDELIGHT_HOST, SIDELIGHT_LOG_LEVEL.`;

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
  throw new CodedError('usage', `Unknown command "${name}"${guess === undefined ? '' : `: did you mean "${guess}"?`}`);
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
    summary: 'check the config and test every integration',
    load: async () => (await import('./check.js')).check,
  },
  doctor: {
    usage: ['doctor'],
    summary: 'write a page about this installation for a bug report, without secrets, addresses and names',
    load: async () => (await import('./doctor.js')).doctor,
  },
  reload: {
    usage: ['reload'],
    summary: 'make the running daemon read its config again',
    load: async () => (await import('./reload.js')).reload,
  },
  keys: {
    usage: [
      `keys create <name> [--scope <${SCOPES.join('|')}>] [--expires <90d>] [--widgets <a,b>] [--networks <10.0.0.0/8>] [--actions <release,…>] [--viewers <${VIEWERS.join('|')}>] [--hide-addresses]`,
      'keys list',
      'keys revoke <name>',
      'keys scope <name> <scope>',
    ],
    summary: 'create, list and revoke keys, or change their scope',
    load: async () => (await import('./keys.js')).keys,
  },
  share: {
    usage: [
      `share create <name> <widget> [--dashboard <http://homarr.lan:7575,…>] [--query <days=30>] [--expires <90d>] [--viewers <${VIEWERS.join('|')}>] [--hide-addresses] [--base-url <url>]`,
      'share list',
      'share revoke <name>',
    ],
    summary: 'create, list and revoke links that open one tile each, without a key',
    load: async () => (await import('./share.js')).share,
  },
  images: {
    usage: ['images revoke'],
    summary: 'revoke the addresses of all posters; dashboards get new ones',
    load: async () => (await import('./images.js')).images,
  },
  audit: {
    usage: [`audit [<${Object.keys(AUDIT_CHOICES).join('|')}>] [--since <30d>] [--json]`],
    summary: 'show the audit log, newest first: actions, changes to keys, sign-ins',
    load: async () => (await import('./audit.js')).audit,
  },
  admin: {
    usage: ['admin', 'admin token', 'admin reset'],
    summary: 'show the administrator, print the first-run token, or remove the administrator',
    load: async () => (await import('./admin.js')).admin,
  },
  plugins: {
    usage: [
      'plugins',
      'plugins add <package, tarball or folder>',
      'plugins update [<package or plugin>]',
      'plugins remove <package or plugin>',
    ],
    summary: 'list all plugins and what they add; add, update and remove third-party plugins',
    load: async () => (await import('./plugins.js')).plugins,
  },
  packs: {
    usage: ['packs [<dashboard or file>] [--all] [--starter] [--only <a,b>] [--out <folder>] [--base-url <url>]'],
    summary: 'list the files for dashboards, print one, or write them to a folder',
    load: async () => (await import('./packs.js')).packs,
  },
  forget: {
    usage: ['forget <integration>'],
    summary: 'delete all stored data of an integration, including its history',
    load: async () => (await import('./integrations.js')).forget,
  },
  rename: {
    usage: ['rename <integration> <new id> [--merge]'],
    summary: 'move the stored data of an integration to a new id; change the id in the YAML as well',
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
    summary: 'list recorded plays, remove wrong ones, shorten those of at least twice their runtime',
    load: async () => (await import('./history.js')).history,
  },
  import: {
    usage: [
      `import <${FORMATS.map(({ id }) => id).join('|')}> <file> [--dry-run] [--source <integration>] [--zone <Europe/Berlin>] [--json]`,
    ],
    summary: 'import plays that another program has recorded; existing ones are skipped',
    load: async () => (await import('./import.js')).importCommand,
  },
  backup: {
    usage: ['backup'],
    summary: 'back up the database now and print the path of the file',
    load: async () => (await import('./backups.js')).backup,
  },
  restore: {
    usage: ['restore <file>'],
    summary: 'replace the database with a backup; the old one is kept',
    load: async () => (await import('./backups.js')).restore,
  },
  help: { usage: ['help [<command>]'], summary: 'show this help, or the help of one command', load: async () => help },
  version: { usage: ['version'], summary: 'print the version', load: async () => version },
};
