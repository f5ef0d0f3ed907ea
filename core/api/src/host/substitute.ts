/** `${ENV}`, `${ENV:-default}` and `file:` in the texts of a config. Pure, but for the reader of files that it is given. */
import { messageOf } from '../errors.js';
import { isRecord } from './is-record.js';

/** The keys and list positions that lead to a text. */
type Path = readonly (string | number)[];

/** What keeps a text from being filled in. */
export interface Unfilled {
  readonly kind: 'secret';
  readonly path: Path;
  readonly text: string;
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The text of a file that a `file:` entry names, relative paths being relative to the config. Throws. */
  readFile(path: string): string;
}

export interface Substituted {
  readonly data: Readonly<Record<string, unknown>>;
  /** Texts that came from outside: where a schema wants a number, theirs is taken for one. */
  readonly outside: readonly Path[];
  /** One for each variable that is not set and each file that cannot be read. Their entries are left as they are. */
  readonly problems: readonly Unfilled[];
}

export function substitute(data: Readonly<Record<string, unknown>>, around: Surroundings): Substituted {
  const outside: Path[] = [];
  const problems: Unfilled[] = [];

  const walk = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') return fill(value, path);
    if (Array.isArray(value)) return value.map((one, index) => walk(one, [...path, index]));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, [...path, key])]));
  };

  const fill = (text: string, path: Path): string => {
    const complain = (sentence: string): void => void problems.push({ kind: 'secret', path, text: sentence });
    const filled = fromEnvironment(text, around.env, complain);
    const whole = text.startsWith('file:') ? fromFile(filled, around, complain) : filled;
    if (whole !== text) outside.push(path);
    return whole;
  };

  const filled = walk(data, []) as Readonly<Record<string, unknown>>;
  return { data: filled, outside, problems };
}

/** `$${` stands for a literal `${`. */
function fromEnvironment(text: string, env: Surroundings['env'], complain: (sentence: string) => void): string {
  return text.replace(/(\$?)\$\{([^}]*)\}/g, (whole, dollar: string, inner: string) => {
    if (dollar === '$') return whole.slice(1);
    const [, name, fallback] = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inner) ?? [];
    if (name === undefined) {
      complain(`expected \${NAME} or \${NAME:-default}; a literal \${ is written $\${`);
      return whole;
    }
    const value = env[name];
    if (fallback !== undefined) return value === undefined || value === '' ? fallback : value;
    if (value === undefined) complain(`the environment variable ${name} is not set`);
    return value ?? whole;
  });
}

function fromFile(text: string, around: Surroundings, complain: (sentence: string) => void): string {
  try {
    return around.readFile(text.slice('file:'.length)).replace(/\r?\n$/, '');
  } catch (error) {
    complain(`the file cannot be read: ${messageOf(error)}`);
    return text;
  }
}
