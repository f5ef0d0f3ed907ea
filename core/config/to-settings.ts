/** A checked config in the form that the daemon uses. Pure. */
import { resolve } from 'node:path';
import type { AccountSettings, IntegrationEntry, ServerSettings, Settings } from '../settings/settings.js';
import type { CoreConfig } from './core-schema.js';

/** A config that was checked, complete with defaults. */
export interface CompleteCore {
  readonly core: CoreConfig;
  readonly secrets: readonly string[];
}

export interface CompleteConfig extends CompleteCore {
  readonly integrations: readonly IntegrationEntry[];
  readonly plugins: Settings['plugins'];
}

/** All that does not depend on a plugin; without the zone, which takes long to ask of the system. */
export type CoreSettings = Omit<Settings, 'zone' | 'integrations' | 'plugins'> & {
  /** The zone, where the config names it. */
  readonly timezone?: string;
};

export interface Origin {
  readonly file: string | null;
  /** Where relative paths of the file begin. */
  readonly folder: string;
  readonly cwd: string;
}

export const settingsOf = (checked: CompleteConfig, origin: Origin): Settings => ({
  ...coreSettingsOf(checked, origin),
  zone: checked.core.timezone ?? systemZone(),
  integrations: checked.integrations,
  plugins: checked.plugins,
});

/** @param named as in the config, checked or not yet */
export const dataDirOf = (named: unknown, { folder, cwd }: Origin): string =>
  typeof named === 'string' ? resolve(folder, named) : resolve(cwd, 'data');

export function coreSettingsOf({ core, secrets }: CompleteCore, origin: Origin): CoreSettings {
  const dataDir = dataDirOf(core.data, origin);
  return {
    file: origin.file,
    server: serverOf(core.server),
    dataDir,
    database: databaseOf(core.database, dataDir),
    log: core.log as Settings['log'],
    history: { ...core.history, ignore: ignoreOf(core.history.ignore) },
    people: peopleOf(core.people),
    downloads: core.downloads,
    digest: core.digest,
    keys: core.keys as Settings['keys'],
    auth: authOf(core.auth),
    webhooks: core.webhooks.map((webhook) => ({ ...webhook, name: webhookName(webhook) })) as Settings['webhooks'],
    backup: { every: null, ...core.backup, folder: resolve(dataDir, core.backup.folder) },
    metrics: core.metrics,
    updates: core.updates,
    mqtt: (core.mqtt ?? null) as Settings['mqtt'],
    secrets,
    ...(core.timezone === undefined ? {} : { timezone: core.timezone }),
  };
}

function authOf({ oidc, ...auth }: CoreConfig['auth']): Settings['auth'] {
  return { proxyNetworks: [], ...auth, ...(oidc === undefined ? {} : { oidc: { scopes: ['profile'], ...oidc } }) };
}

function serverOf({ basePath, publicUrl, ...server }: CoreConfig['server']): ServerSettings {
  return {
    ...server,
    basePath: basePath.replace(/\/+$/, ''),
    ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/+$/, '') }),
  };
}

/** `<integration>:<name or id>`, or a name alone. Names may have colons, ids of integrations have none. */
export function accountOf(text: string): AccountSettings {
  const [source = '', ...name] = text.split(':');
  return name.length === 0 ? { name: text } : { source, name: name.join(':') };
}

const ignoreOf = ({ users, libraries }: CoreConfig['history']['ignore']): Settings['history']['ignore'] => ({
  users: users.map(accountOf),
  libraries: libraries.map(accountOf),
});

const peopleOf = (people: CoreConfig['people']): Settings['people'] =>
  Object.entries(people).map(([name, accounts]) => ({
    name,
    accounts: accounts.map(accountOf).flatMap(({ source, name }) => (source === undefined ? [] : [{ source, name }])),
  }));

const databaseOf = ({ path = 'sidelight.db', url }: CoreConfig['database'], dataDir: string): Settings['database'] =>
  url === undefined ? { kind: 'sqlite', file: resolve(dataDir, path) } : { kind: 'postgres', url };

/** Its path may be a secret, its host is none. */
export const webhookName = ({ name, url }: Pick<CoreConfig['webhooks'][number], 'name' | 'url'>): string =>
  name ?? new URL(url).host;

export const systemZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
