/** Generators of clients from npm's registry, in a folder of their own: none of them has to be there for anything else. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, runProgram } from './run-program.js';

/** openapi-typescript works on the JavaScript API of a TypeScript that is older than ours. */
const TOOLS = ['openapi-typescript@7.13.0', 'typescript@5.9.3', 'openapi-fetch@0.17.0', 'quicktype-core@26.0.0'];

/** One class for each schema that has a name in the document, and what reads and writes it. */
const PYTHON_MODELS = `
import { readFileSync, writeFileSync } from 'node:fs';
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core';

const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'));
const schemas = new JSONSchemaInput(undefined);
const uris = ['#/components/schemas/'];
await schemas.addSource({ name: 'Sidelight', uris, schema: JSON.stringify({ components }) });
const inputData = new InputData();
inputData.addInput(schemas);
const options = { inputData, lang: 'python', combineClasses: false, rendererOptions: { 'python-version': '3.7' } };
const { lines } = await quicktype(options);
writeFileSync('sidelight_api.py', lines.join('\\n'));
`;

/** @throws with what a program said when it failed */
export function demand(what: string, { status, stdout, stderr }: Ended): string {
  if (status !== 0) throw new Error(`${what} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Makes a folder ready to generate from a document. */
export function installTools(folder: string, document: string): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(join(folder, 'openapi.json'), document);
  writeFileSync(join(folder, 'python-models.mjs'), PYTHON_MODELS);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  demand('npm install', runProgram('npm', ['install', ...flags, ...TOOLS], { cwd: folder }));
}

/** `api.ts`, with the types of all paths. */
export function generateTypes(folder: string): void {
  const tool = join(folder, 'node_modules', '.bin', 'openapi-typescript');
  demand('openapi-typescript', runProgram(tool, ['openapi.json', '-o', 'api.ts'], { cwd: folder }));
}

/** `sidelight_api.py`. */
export function generateModels(folder: string): void {
  demand('quicktype', runProgram(process.execPath, ['python-models.mjs'], { cwd: folder }));
}
