/** Integrations, and apart from them what their upstreams find wrong. Pure. */
import type { opsHealth } from '@sidelight/plugin-api';
import { uniqueness } from './managed.js';
import type { RowOf } from './rows.js';

export type Health = RowOf<typeof opsHealth>;

/** The row of an integration bears its id; other rows are what its upstream watches over. */
export const isIntegration = (health: Health): boolean => health.id === health.source;

/** One that was not asked yet is not failing. */
export const isFailing = (health: Health): boolean => !health.ok && health.checkedAt !== undefined;

export function healthStatus(health: Health): 'ok' | 'refused' | 'failing' | 'waiting' {
  if (health.ok) return 'ok';
  if (health.refused) return 'refused';
  return isFailing(health) ? 'failing' : 'waiting';
}

/** What to call an integration: with its id where another one bears the same name. */
export function integrationNames(rows: readonly Health[]): (health: Health) => string {
  const isAlone = uniqueness(rows.filter(isIntegration), ({ name }) => name.toLowerCase());
  return (health) =>
    isAlone(health) || health.name === health.source ? health.name : `${health.name} (${health.source})`;
}

/** What kind of thing it is, where its name does not say it already. */
export const kindOf = ({ type }: Health, name: string): string =>
  name.toLowerCase().includes(type.toLowerCase()) ? '' : type;

/** One thing that is wrong, whoever says so. */
export interface Warning {
  /** Integrations that say so, in the order of the config. */
  readonly sources: string[];
  readonly name: string;
  readonly message: string;
  readonly severity: 'warn' | 'error';
  /** Of the one that knows most about it. */
  readonly row: Health;
}

/** What upstreams find wrong, each thing once: by what it is about, else by its own words. */
export function mergedWarnings(rows: readonly Health[]): readonly Warning[] {
  const things = new Map<string, Health[]>();
  for (const row of rows.filter((one) => !isIntegration(one) && isFailing(one))) {
    const key = row.about ?? `${row.type}\n${row.message}`;
    const thing = things.get(key);
    if (thing === undefined) things.set(key, [row]);
    else thing.push(row);
  }
  return [...things.values()].map(warningOf);
}

/** Who knows since when a thing fails is nearest to it. */
function warningOf(rows: readonly Health[]): Warning {
  const row = rows.find(({ failingSince }) => failingSince !== undefined) ?? (rows[0] as Health);
  const sources = [...new Set(rows.map(({ source }) => source))];
  const severity = rows.some((one) => one.severity === 'error') ? 'error' : 'warn';
  // What is not about a thing of its own is called after the integration.
  const name = row.about === undefined && row.name === row.source ? sources.join(', ') : row.name;
  return { sources, name, message: row.message, severity, row };
}
