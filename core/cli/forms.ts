/** What a command takes is what its usage says: `keys create <name> [--expires 90d]`. Pure. */
import { CodedError } from '../ground/errors.js';

/** One way to call a command. */
interface Form {
  /** Of the command, and of its part: `keys`, `create`. */
  readonly words: readonly string[];
  /** The most arguments beside them. */
  readonly arguments: number;
  readonly flags: ReadonlySet<string>;
}

const FLAG = /--([a-z-]+)/g;

function formOf(usage: string): Form {
  const flags = new Set([...usage.matchAll(FLAG)].map(([, name = '']) => name));
  // What stands in brackets behind a flag is its value.
  const bare = usage.replaceAll(/\[?--[a-z-]+( (<[^>]*>|[^\]\s]+))?\]?/g, '');
  const places = [...bare.matchAll(/<([^>]*)>/g)].map(([, name = '']) => name);
  const words = (bare.split(/[<[]/)[0] ?? '').trim().split(/\s+/);
  const isOpen = places.some((name) => name.endsWith('…'));
  return { words, arguments: isOpen ? Number.POSITIVE_INFINITY : places.length, flags };
}

/**
 * What a command would not look at is refused: whoever wrote it meant something by it.
 * @param usage every form of the command
 * @param given names of flags
 * @throws usage
 */
export function demandTaken(
  usage: readonly string[],
  command: string,
  args: readonly string[],
  given: readonly string[],
): void {
  const forms = usage
    .map(formOf)
    .filter(({ words: [, ...parts] }) => parts.every((part, index) => args[index] === part));
  const depth = Math.max(...forms.map(({ words }) => words.length));
  const meant = forms.filter(({ words }) => words.length === depth);
  // The command itself says which parts it has.
  if (meant.length === 0 || (depth === 1 && meant.length < usage.length && args.length > 0)) return;
  const name = [command, ...args.slice(0, depth - 1)].join(' ');
  const strange = given.find((flag) => !meant.some(({ flags }) => flags.has(flag)));
  if (strange !== undefined) throw refused(`${name} does not accept --${strange}`, usage);
  const most = Math.max(...meant.map((form) => form.arguments));
  const extra = args[depth - 1 + most];
  if (extra !== undefined) throw refused(`${name}: "${extra}" is an unexpected argument`, usage);
}

const refused = (sentence: string, usage: readonly string[]): CodedError =>
  new CodedError('usage', `${sentence}\n  ${usage.join('\n  ')}`);
