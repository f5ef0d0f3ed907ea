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
  // A limit that only what never comes reaches, on slow machines too.
  mocha('end to end', ['test/dist/e2e/**/*.test.js'], ['--timeout', '120000']),
];
process.exit(results.every(Boolean) ? 0 : 1);
