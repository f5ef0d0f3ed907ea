/** A config as it was read: found, substituted, overridden, not yet checked. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { substitute } from '@sidelight/plugin-api/errors';
import { pointerOf } from '../ground/path.js';
import { findConfig } from './find.js';
import { type ConfigFlags, type Environment, override } from './overrides.js';
import type { Place, Problem } from './problem.js';
import { type ConfigDocument, emptyDocument, parseConfig, readConfig } from './read.js';
import type { Origin } from './to-settings.js';

/** A config with its substitutions and overrides made. */
export interface Draft {
  readonly data: Readonly<Record<string, unknown>>;
  /** Pointers of texts that came from the environment, a file or a flag. */
  readonly outside: ReadonlySet<string>;
  /** What is already known to be wrong. */
  readonly problems: readonly Problem[];
}

/** A config that is not on the disk yet. */
export interface Unwritten {
  readonly file: string;
  readonly text: string;
  /** Absolute path → what would stand there. */
  readonly secrets: ReadonlyMap<string, string>;
}

export interface DraftInput {
  /** Read in place of the file. */
  readonly unwritten?: Unwritten;
  readonly flags: ConfigFlags;
  readonly env: Environment;
  readonly cwd: string;
}

export interface ReadDraft {
  readonly draft: Draft;
  readonly origin: Origin;
  /** For sentences that say where something is wrong. */
  readonly place: Place;
}

/** @throws config_missing, config_syntax */
export function readDraft({ flags, env, cwd, unwritten }: DraftInput): ReadDraft {
  const file = unwritten?.file ?? findConfig({ flag: flags.config, env, cwd });
  const document = unwritten === undefined ? documentOf(file) : parseConfig(unwritten.text, unwritten.file);
  const folder = file === null ? cwd : dirname(file);
  const readFile = (named: string): string => {
    const path = resolve(folder, named);
    return unwritten?.secrets.get(path) ?? readSecret(path);
  };
  const filled = substitute(document.data, { env, readFile });
  const { data, origins } = override(filled.data, flags, env, cwd);
  const outside = new Set([...filled.outside.map(pointerOf), ...origins.keys()]);
  const problems = filled.problems.filter(({ path }) => !origins.has(pointerOf(path)));
  return {
    draft: { data, outside, problems },
    origin: { file, folder, cwd },
    place: { file, lineOf: document.lineOf, origins },
  };
}

const documentOf = (file: string | null): ConfigDocument => (file === null ? emptyDocument : readConfig(file));

/** Larger files are no secrets: the path is wrong. */
const MAX_SECRET_BYTES = 65_536;

function readSecret(path: string): string {
  if (statSync(path).size > MAX_SECRET_BYTES) throw new Error(`${path} is larger than 64 KiB`);
  return readFileSync(path, 'utf8');
}
