/**
 * What the build makes beside what the compiler writes, so that a start loads less: TypeBox as one file instead of seven
 * hundred, and the validator of the core's settings as a module. A command that only needs to know where the database is
 * loads neither TypeBox nor a schema compiler.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import StandaloneValidator from '@fastify/ajv-compiler/standalone.js';
import { _ } from 'ajv';
import { build } from 'esbuild';
import { root } from './bootstrap.mjs';

const typebox = join(root, 'core', 'api', 'dist', 'typebox.js');
await build({
  entryPoints: [typebox],
  outfile: typebox,
  allowOverwrite: true,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
});

const built = (path) => import(pathToFileURL(join(root, 'core', 'dist', path)).href);

const { coreSchema } = await built('config/core-schema.js');
const { closedSchema } = await built('settings/closed-schema.js');
const { VALIDATOR_OPTIONS } = await built('settings/validator.js');

let source = '';
const compile = StandaloneValidator({
  readMode: false,
  storeFunction(_options, code) {
    source = code;
  },
})(
  {},
  {
    ...VALIDATOR_OPTIONS,
    customOptions: { ...VALIDATOR_OPTIONS.customOptions, code: { source: true, formats: _`FORMATS` } },
  },
);
compile({ schema: closedSchema(coreSchema) });

writeFileSync(
  join(root, 'core', 'dist', 'config', 'core-validator.js'),
  `import { createRequire } from 'node:module';
import { FORMATS as formats } from '../ground/formats.js';

const require = createRequire(import.meta.url);
const FORMATS = Object.fromEntries(Object.entries(formats).map(([name, { check }]) => [name, check]));
const module = { exports: {} };
${source}
export const validateCore = module.exports;
export const plainCoreSchema = ${JSON.stringify(coreSchema)};
`,
);
