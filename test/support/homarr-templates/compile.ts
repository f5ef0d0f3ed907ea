/** Templates of Homarr 2, judged by a compiler and made into functions that draw. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../daemon.js';
import { tempFolder } from '../temp-folder.js';
import { HEADER, INPUTS_TYPE, LIBRARY, RUNTIME, RUNTIME_TYPES, STATUS_TYPE } from './language.js';
import { typeOf } from './type-of.js';

export interface Template {
  readonly text: string;
  /** The schema of what its query answers. */
  readonly response: object;
}

export interface Bindings {
  readonly data: { readonly widget?: unknown };
  readonly status: { readonly widget?: { readonly loading: boolean; readonly ok: boolean; readonly error?: string } };
  readonly options?: Readonly<Record<string, unknown>>;
  readonly inputs?: Readonly<Record<string, string>>;
}

export interface Element {
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: readonly unknown[];
}

export interface Compiled {
  /** By the name of the template: what the compiler says against it. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
  draw(name: string, bindings: Bindings): Element;
}

const OPTIONS = {
  noLib: true,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  module: 'es2022',
  moduleResolution: 'bundler',
  jsx: 'react',
  jsxFactory: 'h',
  outDir: 'out',
  rootDir: '.',
};

export async function compileTemplates(templates: Readonly<Record<string, Template>>): Promise<Compiled> {
  const folder = tempFolder();
  try {
    folder.write('tsconfig.json', JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts', '*.tsx'] }));
    folder.write('library.d.ts', LIBRARY);
    folder.write('runtime.d.ts', RUNTIME_TYPES);
    folder.write('out/package.json', '{"type":"module"}');
    folder.write('out/runtime.js', RUNTIME);
    for (const [name, template] of Object.entries(templates)) folder.write(`${name}.tsx`, sourceOf(template));
    const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'lib', 'tsc.js')], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    const names = Object.keys(templates);
    const modules = await Promise.all(names.map((name) => moduleAt(join(folder.path, 'out', `${name}.js`))));
    return {
      faults: Object.fromEntries(names.map((name) => [name, faultsIn(stdout, name)])),
      draw(name, { data, status, options = {}, inputs = {} }) {
        const draw = modules[names.indexOf(name)]?.draw;
        if (draw === undefined) throw new Error(`there is no template ${name}`);
        return draw(data, status, options, inputs);
      },
    };
  } finally {
    folder.remove();
  }
}

interface Module {
  readonly draw?: (data: unknown, status: unknown, options: unknown, inputs: unknown) => Element;
}

/** Of a template with a fault of syntax, nothing. */
const moduleAt = (path: string): Promise<Module> => import(pathToFileURL(path).href).catch((): Module => ({}));

const sourceOf = ({ text, response }: Template): string => `${HEADER}
type Payload = ${typeOf(response)};
export const draw = (data: { readonly widget?: Payload }, status: ${STATUS_TYPE}, options: { readonly buttons?: boolean }, inputs: ${INPUTS_TYPE}): JSX.Element => (
${text}
);
`;

const faultsIn = (output: string, name: string): readonly string[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith(`${name}.tsx(`) || line.startsWith('error') || line.includes('.d.ts('));
