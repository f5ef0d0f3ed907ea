/** Everything that needs nothing but Node, git, curl and openssl: types, lint, architecture, unit, contract, plugin cases, end to end. */
import { bootstrap } from './bootstrap.mjs';
import { lint, mocha } from './run.mjs';

bootstrap();
const results = [
  lint(),
  mocha('architecture, unit and contract tests, plugin cases', [
    'test/dist/*.test.js',
    'test/dist/{unit,contract,widgets}/**/*.test.js',
    '{libs,plugins}/*/dist/test/**/*.test.js',
  ]),
  mocha('end to end', ['test/dist/e2e/**/*.test.js']),
];
process.exit(results.every(Boolean) ? 0 : 1);
