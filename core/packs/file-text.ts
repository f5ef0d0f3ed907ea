/** The text of a pack's file. */
import { type PackFile, Tagged } from '@sidelight/plugin-api';
import { Scalar, stringify } from 'yaml';

export function fileText(file: PackFile): string {
  if ('text' in file) return file.text;
  if ('json' in file) return `${JSON.stringify(file.json, null, 2)}\n`;
  return `${file.head === undefined ? '' : comment(file.head)}${yamlText(file.yaml)}`;
}

const comment = (head: string): string =>
  head
    .trimEnd()
    .split('\n')
    .map((line) => `${`# ${line}`.trimEnd()}\n`)
    .join('');

/** Dashboards read YAML 1.1 as well as 1.2: what is a string in one alone is quoted. */
const yamlText = (value: unknown): string =>
  stringify(value, withTags, {
    lineWidth: 0,
    blockQuote: 'literal',
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
  });

function withTags(_key: unknown, value: unknown): unknown {
  if (!(value instanceof Tagged)) return value;
  const scalar = new Scalar(value.text);
  scalar.tag = value.tag;
  return scalar;
}
