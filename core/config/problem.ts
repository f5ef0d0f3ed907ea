/** What is wrong with a config: one sentence each, all of them in one error. */
import { CodedError } from '../ground/errors.js';
import { type Path, pointerOf, showPath } from '../ground/path.js';

export interface Problem {
  readonly kind: 'invalid' | 'secret';
  readonly path: Path;
  /** What was expected, as a sentence without the entry's name. */
  readonly text: string;
}

export interface Place {
  readonly file: string | null;
  lineOf(path: Path): number | null;
  /** Entries that do not come from the file: JSON pointer → `--port`, `SIDELIGHT_PORT`. */
  readonly origins: ReadonlyMap<string, string>;
}

/** A config that was refused, and every reason why. */
export class ConfigError extends CodedError {
  constructor(
    code: 'config_secret' | 'config_invalid',
    message: string,
    readonly problems: readonly Problem[],
  ) {
    super(code, message);
  }
}

/** All problems in the order of the file, one line each. */
export function configError(problems: readonly Problem[], place: Place): ConfigError {
  const lines = problems
    .map((problem, index) => ({ problem, index, line: lineFor(problem, place) }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || a.index - b.index)
    .map(({ problem, line }) => `  ${where(problem.path, line, place)}: ${problem.text}`);
  const what = `${place.file ?? 'the config'} has ${lines.length === 1 ? 'an error' : `${lines.length} errors`}`;
  const code = problems.every(({ kind }) => kind === 'secret') ? 'config_secret' : 'config_invalid';
  return new ConfigError(code, `${what}:\n${lines.join('\n')}`, problems);
}

const lineFor = ({ path }: Problem, place: Place): number | null =>
  place.origins.has(pointerOf(path)) ? null : place.lineOf(path);

function where(path: Path, line: number | null, place: Place): string {
  const origin = place.origins.get(pointerOf(path));
  if (origin !== undefined) return origin;
  const entry = showPath(path) || 'the file';
  return line === null ? entry : `line ${line}, ${entry}`;
}
