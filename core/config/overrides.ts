/** Flags and SIDELIGHT_* variables, which go before what the YAML says. Pure. */
import { resolve } from 'node:path';
import { isRecord, type Path, pointerOf } from '../ground/path.js';

/** As the command line gives them. */
export interface ConfigFlags {
  readonly config?: string;
  readonly port?: string;
  readonly host?: string;
  readonly data?: string;
  readonly 'log-level'?: string;
  /** A plugin that cannot be used ends the start. */
  readonly strict?: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

interface Override {
  readonly flag: 'port' | 'host' | 'data' | 'log-level';
  readonly variable: string;
  readonly path: Path;
}

const OVERRIDES: readonly Override[] = [
  { flag: 'port', variable: 'SIDELIGHT_PORT', path: ['server', 'port'] },
  { flag: 'host', variable: 'SIDELIGHT_HOST', path: ['server', 'host'] },
  { flag: 'data', variable: 'SIDELIGHT_DATA', path: ['data'] },
  { flag: 'log-level', variable: 'SIDELIGHT_LOG_LEVEL', path: ['log', 'level'] },
];

export interface Overridden {
  readonly data: Readonly<Record<string, unknown>>;
  /** JSON pointer of what was set → the flag or variable that did. */
  readonly origins: ReadonlyMap<string, string>;
}

/** An empty variable counts as not set. */
export function override(
  data: Readonly<Record<string, unknown>>,
  flags: ConfigFlags,
  env: Environment,
  cwd: string,
): Overridden {
  const origins = new Map<string, string>();
  const overridden = OVERRIDES.reduce((config, { flag, variable, path }) => {
    const given = flags[flag] ?? (env[variable] || undefined);
    if (given === undefined) return config;
    origins.set(pointerOf(path), flags[flag] === undefined ? variable : `--${flag}`);
    return withValue(config, path, flag === 'data' ? resolve(cwd, given) : given);
  }, data);
  return { data: overridden, origins };
}

/** A copy with one value set. A section that is no map is left for the schema to complain about. */
function withValue(
  data: Readonly<Record<string, unknown>>,
  [first, ...rest]: Path,
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (first === undefined) return data;
  const name = String(first);
  if (rest.length === 0) return { ...data, [name]: value };
  const section = data[name] ?? {};
  return isRecord(section) ? { ...data, [name]: withValue(section, rest, value) } : data;
}
