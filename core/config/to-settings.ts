/** A checked config in the form that the daemon uses. Pure. */
import { resolve } from 'node:path';
import type { ServerSettings, Settings } from '../settings/settings.js';
import type { CoreConfig } from './core-schema.js';
import type { Checked } from './schema.js';

export interface Origin {
  readonly file: string | null;
  /** Where relative paths of the file begin. */
  readonly folder: string;
  readonly cwd: string;
}

export function settingsOf({ core, integrations, secrets }: Checked, { file, folder, cwd }: Origin): Settings {
  const dataDir = core.data === undefined ? resolve(cwd, 'data') : resolve(folder, core.data);
  return {
    file,
    server: serverOf(core.server),
    zone: core.timezone ?? systemZone(),
    dataDir,
    database: databaseOf(core.database, dataDir),
    log: core.log as Settings['log'],
    history: core.history,
    downloads: core.downloads,
    digest: core.digest,
    keys: core.keys as Settings['keys'],
    auth: { proxyNetworks: [], ...core.auth },
    webhooks: core.webhooks.map((webhook) => ({ ...webhook, name: webhookName(webhook) })) as Settings['webhooks'],
    backup: { every: null, ...core.backup, folder: resolve(dataDir, core.backup.folder) },
    metrics: core.metrics,
    plugins: core.plugins,
    integrations,
    secrets,
  };
}

function serverOf({ basePath, publicUrl, ...server }: CoreConfig['server']): ServerSettings {
  return {
    ...server,
    basePath: basePath.replace(/\/+$/, ''),
    ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/+$/, '') }),
  };
}

const databaseOf = ({ path = 'sidelight.db', url }: CoreConfig['database'], dataDir: string): Settings['database'] =>
  url === undefined ? { kind: 'sqlite', file: resolve(dataDir, path) } : { kind: 'postgres', url };

/** Its path may be a secret, its host is none. */
export const webhookName = ({ name, url }: Pick<CoreConfig['webhooks'][number], 'name' | 'url'>): string =>
  name ?? new URL(url).host;

const systemZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
