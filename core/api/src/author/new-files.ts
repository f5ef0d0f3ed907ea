/** The files of a new plugin, as path → text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_VERSION } from '../plugin.js';
import type { AnyPort } from '../port.js';
import { caseFiles } from './case-files.js';
import { portCode, tasksCode } from './port-code.js';

export interface NewPlugin {
  readonly id: string;
  readonly title: string;
  readonly port: AnyPort;
  /** The name that it is exported by. */
  readonly portName: string;
}

export type Language = 'js' | 'ts';
export type Files = ReadonlyMap<string, string>;
type Words = Readonly<Record<string, string>>;

const templates = fileURLToPath(new URL('../../templates/', import.meta.url));

/** Where the templates' one widget goes. */
const WIDGET: Readonly<Record<Language, string>> = { js: 'widget.js', ts: 'src/widget.ts' };

/** A package of its own, which is tested, packed and published by npm. */
export function packageFiles(plugin: NewPlugin, language: Language): Files {
  const { id, title, port, portName } = plugin;
  const words = {
    ...wordsOf(plugin),
    widgetUse: `import { ${variableOf(id)} } from './widget.js';\n`,
    widgets: `  widgets: [${variableOf(id)}],\n`,
    tasks: tasksCode(portName, port, READS[language]),
  };
  const { 'widget.js': code = '', ...rest } = Object.fromEntries(filled(join(templates, 'any'), words));
  return new Map([
    ...Object.entries(rest),
    [WIDGET[language], code],
    ...filled(join(templates, language), words),
    ...inCases(caseFiles({ id, title, port })),
  ]);
}

const READS = {
  js: { read: 'items', items: 'await items(signal)' },
  ts: { read: 'async (signal) => toItems(await client.items(signal))', items: 'toItems(await client.items(signal))' },
};

/** The source files of a plugin in TypeScript, without a widget, and its cases: for Sidelight's own. */
export function sourceFiles(plugin: NewPlugin): Files {
  const { id, title, port, portName } = plugin;
  const tasks = tasksCode(portName, port, READS.ts);
  const words = { ...wordsOf(plugin), widgetUse: '', widgets: '', tasks };
  const source = [...filled(join(templates, 'ts', 'src'), words)].map(([path, text]) => [`src/${path}`, text] as const);
  return new Map([...source, ...inCases(caseFiles({ id, title, port }))]);
}

export const wordsOf = ({ id, title, portName, port }: NewPlugin): Words => ({
  ...portCode(portName, port),
  id,
  title,
  description: JSON.stringify(`Sidelight reads ${title}`),
  quotedTitle: quoted(title),
  quotedSummary: quoted(`What ${title} has`),
  what: `the ${port.id.split('.').join(' ')}`,
  constant: id.replaceAll('-', '_').toUpperCase(),
  variable: variableOf(id),
  apiVersion: API_VERSION,
});

const variableOf = (id: string): string => `${id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Widget`;

/** With the quotes that need fewer escapes. */
function quoted(text: string): string {
  const count = (mark: string): number => text.split(mark).length - 1;
  return count("'") > count('"') ? JSON.stringify(text) : `'${text.replace(/[\\']/g, '\\$&')}'`;
}

const inCases = (files: Files): readonly (readonly [string, string])[] =>
  [...files].map(([path, text]) => [`test/cases/${path}`, text]);

/** Every `{{word}}` of the templates in a folder replaced. */
export function filled(folder: string, words: Words): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.txt'));
  return new Map(
    paths.map((path) => {
      const text = readFileSync(join(folder, path), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
        const value = words[word];
        if (value === undefined) throw new Error(`${path} has the placeholder ${word}, which nothing fills in`);
        return value;
      });
      return [path.slice(0, -'.txt'.length).replace('dot-', '.').replaceAll(sep, '/'), text];
    }),
  );
}
