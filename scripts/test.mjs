/** Everything that needs nothing but Node, git, curl and openssl: types, lint, architecture, unit, contract, plugin cases, end to end. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';
import { lint, mocha } from './run.mjs';

/** Two files at a time: they share nothing. What takes longest begins first, so that nobody waits for it in the end. */
const AT_ONCE = ['--parallel', '--jobs', '2'];
const LONGEST = [
  'authors-elsewhere',
  'docs-from-nothing',
  'faults',
  'author-tools',
  'media-server',
  'secrets',
  'new-plugin',
  'sources-page',
];

function endToEnd() {
  const names = readdirSync(join(root, 'test', 'dist', 'e2e')).flatMap(
    (file) => /^(.*)\.test\.js$/.exec(file)?.[1] ?? [],
  );
  const others = names.filter((name) => !LONGEST.includes(name));
  return [...LONGEST, ...others].map((name) => join('test', 'dist', 'e2e', `${name}.test.js`));
}

bootstrap();
const results = [
  lint(),
  mocha(
    'end to end, architecture, unit and contract tests, plugin cases',
    [
      ...endToEnd(),
      'test/dist/*.test.js',
      'test/dist/{unit,contract,widgets}/**/*.test.js',
      '{libs,plugins}/*/dist/test/**/*.test.js',
    ],
    AT_ONCE,
  ),
];
process.exit(results.every(Boolean) ? 0 : 1);
