/** What Glance makes of a file of custom-api widgets. */
import { type Static, Type } from '@sidelight/plugin-api';
import { parse } from 'yaml';
import { type Faults, repeated, shapeFaults, strict, textOf } from './rule.js';

const tile = strict({
  type: Type.Literal('custom-api'),
  title: textOf(1),
  'title-url': Type.String({ pattern: '^https?://[^\\s{}]+$' }),
  cache: Type.String({ pattern: '^\\d+[smhd]$' }),
  url: Type.String({ pattern: '^https?://[^\\s{}]+$' }),
  headers: strict({ 'x-api-token': Type.Literal('${SIDELIGHT_KEY}') }),
  template: textOf(1),
});
/** No group stands within another. */
const group = strict({ type: Type.Literal('group'), widgets: Type.Array(tile, { minItems: 2 }) });
const column = strict({
  size: Type.Union([Type.Literal('small'), Type.Literal('full')]),
  widgets: Type.Array(Type.Union([tile, group]), { minItems: 1 }),
});
/** What is included among `pages:`. */
const pages = Type.Array(strict({ name: textOf(1), columns: Type.Array(column, { minItems: 1, maxItems: 3 }) }), {
  minItems: 1,
  maxItems: 1,
});

export type GlanceWidget = Static<typeof tile>;
export type GlanceColumn = Static<typeof column>;

/** @throws when the text is no YAML */
export const glanceColumns = (text: string): readonly GlanceColumn[] =>
  (parse(text) as Static<typeof pages>).flatMap(({ columns }) => columns);

/** Those within groups, too. */
export const glanceWidgets = (text: string): readonly GlanceWidget[] =>
  glanceColumns(text).flatMap(({ widgets }) => widgets.flatMap((one) => ('widgets' in one ? one.widgets : [one])));

export function glanceFaults(text: string): Faults {
  const wrong = [...namesFaults(text), ...shapeFaults(pages, parse(text))];
  if (wrong.length > 0) return wrong;
  const full = glanceColumns(text).filter(({ size }) => size === 'full').length;
  return [
    ...(full === 1 || full === 2 ? [] : [`a page has one or two full columns, not ${full}`]),
    ...repeated(glanceWidgets(text).map(({ title }) => title)).map((title) => `two widgets are called ${title}`),
  ];
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
