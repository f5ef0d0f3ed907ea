/** One value of the config held against its schema. */
import { isRecord, type Path, pathOf, pointerOf, valueAt } from '../ground/path.js';
import type { RawValidator, Violation } from '../settings/validator.js';
import { type ExplainOptions, explain } from './explain.js';
import type { Problem } from './problem.js';

export interface Check extends Omit<ExplainOptions, 'showable'> {
  readonly validate: RawValidator;
  /** Changed in place: defaults are filled in, and texts from outside become the numbers that they stand for. */
  readonly value: unknown;
  /** Pointers of texts that came from the environment, a file or a flag. */
  readonly outside: ReadonlySet<string>;
  /** Pointers of entries about which enough has been said. */
  readonly settled: ReadonlySet<string>;
}

export function checkValue({ validate, value, outside, settled, ...options }: Check): readonly Problem[] {
  const pointer = (path: Path): string => pointerOf(path);
  const isOutside = (violation: Violation): boolean =>
    outside.has(pointer(options.base) + violation.instancePath) && violation.keyword === 'type';
  let violations = violationsOf(validate, value);
  const texts = violations.filter(isOutside);
  if (texts.length > 0) {
    for (const text of texts) retype(value, text);
    violations = violationsOf(validate, value);
  }
  const problems = explain(violations, { ...options, showable: (path) => !outside.has(pointer(path)) });
  return problems.filter(({ path }) => !settled.has(pointer(path)));
}

const violationsOf = (validate: RawValidator, value: unknown): readonly Violation[] =>
  validate(value) ? [] : (validate.errors ?? []);

/** A text from outside has no type of its own: where a number or a flag is wanted, it is read as one. */
function retype(root: unknown, { instancePath, params, data }: Violation): void {
  const path = pathOf(instancePath);
  const holder = valueAt(root, path.slice(0, -1));
  const last = path.at(-1);
  const typed = typeof data === 'string' ? read(data.trim(), String(params['type'])) : undefined;
  if (typed === undefined || last === undefined) return;
  if (Array.isArray(holder)) holder[Number(last)] = typed;
  else if (isRecord(holder)) (holder as Record<string, unknown>)[String(last)] = typed;
}

function read(text: string, type: string): number | boolean | undefined {
  if (type === 'boolean')
    return ({ true: true, false: false } as Readonly<Record<string, boolean>>)[text.toLowerCase()];
  const isNumeric = /^-?\d+(\.\d+)?$/.test(text);
  return (type === 'integer' || type === 'number') && isNumeric ? Number(text) : undefined;
}
