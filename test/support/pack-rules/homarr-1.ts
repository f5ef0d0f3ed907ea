/** What Homarr 1 takes on import, and what its form and its display can do with it. */
import { type Static, Type } from '@sidelight/plugin-api';
import { type Faults, shapeFaults, strict, textOf } from './rule.js';

/** Looked for anywhere in a template, in its texts, too. */
const REFUSED =
  /\b(constructor|__proto__|prototype|eval|Function|import\s*\(|require|globalThis|window|document|fetch|XMLHttpRequest)\b/i;
/** Those of its components that packs use; it draws no element of HTML, and nothing of what it does not know. */
const COMPONENTS = new Set([
  ...['Stack', 'Group', 'SimpleGrid', 'Paper', 'Text', 'Anchor', 'Image', 'Alert', 'Progress'],
  ...['TabsContainer', 'TabPanel', 'LineChart', 'AreaChart', 'BarChart'],
]);

const customJsx = strict({ type: Type.Literal('customJsx'), template: textOf(1, 10_000) });

/** It drops other fields without a word, so one is a mistake. Of its ten displays, the one that packs use. */
const definition = strict({
  $schema: Type.Literal('homarr-custom-widget-v2'),
  name: textOf(1, 128),
  description: textOf(1, 512),
  iconUrl: Type.Optional(Type.String({ pattern: '^https?://' })),
  url: Type.String({ pattern: '^https?://[^\\s{}]+$' }),
  authType: Type.Literal('apiKeyHeader'),
  headerName: Type.Literal('x-api-token'),
  method: Type.Literal('GET'),
  requestBody: Type.Optional(Type.String()),
  displayType: Type.Literal('customJsx'),
  displayConfig: customJsx,
});

export type Homarr1 = Static<typeof definition>;

export function homarr1Faults(file: unknown): Faults {
  const wrong = shapeFaults(definition, file);
  if (wrong.length > 0) return wrong;
  const { template } = (file as Homarr1).displayConfig;
  const refused = REFUSED.exec(template)?.[0];
  const code = template.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  return [
    ...(refused === undefined ? [] : [`the template says ${refused}`]),
    ...(code.match(/(?<=<)[A-Za-z][\w.]*/g) ?? [])
      .filter((name) => !COMPONENTS.has(name))
      .map((name) => `the template draws ${name}`),
    // Its parser gives nothing for these.
    ...(code.match(/\?\?|`|\.\.\.|=>\s*\{|\son[A-Z]\w*=/g) ?? []).map((part) => `the template says ${part}`),
  ];
}
