/**
 * What the build makes beside what the compiler writes, so that a start loads a hundred files instead of three thousand:
 * the daemon, TypeBox, axios, what reads cron patterns and what speaks WebSocket as a few files each, and the validator of the
 * core's settings as a module. What was compiled stays beside it, module by module, for tests and for the scripts of authors.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import StandaloneValidator from '@fastify/ajv-compiler/standalone.js';
import { _ } from 'ajv';
import { build } from 'esbuild';
import { root } from './bootstrap.mjs';
import { COMMON, EXTERNAL, licencesOf } from './bundle-options.mjs';
import { built } from './generated-parts.mjs';

/** In the place of what the compiler made of the same source: who imports it need not know. @returns the files it is made of */
async function asOneFile(name) {
  const entryPoints = [`core/api/src/${name}.ts`];
  const { metafile } = await build({ ...COMMON, entryPoints, outfile: `core/api/dist/${name}.js`, metafile: true });
  return Object.keys(metafile.inputs);
}

async function coreValidator() {
  const { coreSchema } = await built('config/core-schema.js');
  const { closedSchema } = await built('settings/closed-schema.js');
  const { VALIDATOR_OPTIONS } = await built('settings/validator.js');
  let source = '';
  const customOptions = { ...VALIDATOR_OPTIONS.customOptions, code: { source: true, formats: _`FORMATS` } };
  const storeFunction = (_options, code) => {
    source = code;
  };
  const compile = StandaloneValidator({ readMode: false, storeFunction })({}, { ...VALIDATOR_OPTIONS, customOptions });
  compile({ schema: closedSchema(coreSchema) });
  return `import { createRequire } from 'node:module';
import { FORMATS as formats } from '../ground/formats.js';

const require = createRequire(import.meta.url);
const FORMATS = Object.fromEntries(Object.entries(formats).map(([name, { check }]) => [name, check]));
const module = { exports: {} };
${source}
export const validateCore = module.exports;
export const plainCoreSchema = ${JSON.stringify(coreSchema)};
`;
}

const bundled = (await Promise.all(['typebox', 'host/axios', 'host/croner', 'host/ws'].map(asOneFile))).flat();
writeFileSync(join(root, 'core', 'api', 'dist', 'licences.txt'), licencesOf(bundled));
writeFileSync(join(root, 'core', 'dist', 'config', 'core-validator.js'), await coreValidator());
await build({
  ...COMMON,
  entryPoints: { main: 'core/dist/main.js', 'provide-hooks': 'core/dist/plugins/provide-hooks.js' },
  // As deep as the modules that it is made of: they find the installation from where they are.
  outdir: 'core/dist/bundle',
  splitting: true,
  // The contract is shared with plugins.
  external: ['@sidelight/*', ...EXTERNAL],
});
