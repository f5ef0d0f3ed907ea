/** What Glance makes of a file of custom-api widgets. */
import { type Static, Type } from '@sidelight/plugin-api';
import { parse } from 'yaml';
import { type Faults, repeated, shapeFaults, strict, textOf } from './rule.js';

const widget = strict({
  type: Type.Literal('custom-api'),
  title: textOf(1),
  cache: Type.String({ pattern: '^\\d+[smhd]$' }),
  url: Type.String({ pattern: '^https?://[^\\s{}]+$' }),
  headers: strict({ 'x-api-token': Type.Literal('${SIDELIGHT_KEY}') }),
  template: textOf(1),
});
const column = Type.Array(widget, { minItems: 1 });

export type GlanceWidget = Static<typeof widget>;

/** @throws when the text is no YAML */
export const glanceWidgets = (text: string): readonly GlanceWidget[] => parse(text);

export function glanceFaults(text: string): Faults {
  const wrong = [...namesFaults(text), ...shapeFaults(column, parse(text))];
  if (wrong.length > 0) return wrong;
  return repeated(glanceWidgets(text).map(({ title }) => title)).map((title) => `two widgets are called ${title}`);
}

/** Both are put in before the YAML is read, comments included. */
function namesFaults(text: string): Faults {
  const names = [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, name]) => name).filter((name) => name !== 'SIDELIGHT_KEY');
  const includes = text.match(/^[ \t]*(-[ \t]*)?[!$]include:.*$/gm) ?? [];
  return [
    ...names.map((name) => `it does not start without the variable ${name}`),
    ...includes.map((line) => `it includes another file: ${line.trim()}`),
  ];
}
