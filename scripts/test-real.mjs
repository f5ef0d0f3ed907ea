/** The suites against real servers. Installs them from Debian's packages where they are missing (as root only). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, root } from './bootstrap.mjs';
import { installPackages } from './debian-packages.mjs';
import { mochaAside } from './side-by-side.mjs';

// Only what never comes reaches it, on slow machines too.
const LIMIT = ['--timeout', '600000'];

/** The suites of the storage once more, on a PostgreSQL of their own. */
async function onPostgres() {
  const { startPostgres } = await import(pathToFileURL(join(root, 'test', 'dist', 'support', 'postgres.js')).href);
  const postgres = await startPostgres();
  const env = { SIDELIGHT_TEST_POSTGRES: postgres.url };
  try {
    return await mochaAside(
      'on PostgreSQL',
      ['test/dist/unit/{auth,cache,backup}/**/*.test.js', 'test/dist/postgres/**/*.test.js'],
      // The other databases are those of npm test.
      [...LIMIT, '--grep', 'PostgreSQL'],
      env,
    );
  } finally {
    await postgres.stop();
  }
}

/** Their programs wait more than they work, and no two suites have one in common. */
const onRealServers = () =>
  mochaAside('real servers', ['test/dist/real/**/*.test.js'], [...LIMIT, '--parallel', '--jobs', '2']);

const inBrowser = () => mochaAside('in a browser', ['test/dist/browser/**/*.test.js'], LIMIT);

const inChaos = () => mochaAside('in chaos', ['test/dist/chaos/**/*.test.js'], LIMIT);

bootstrap();
if (!installPackages()) process.exit(1);
let isGood = true;
async function oneAfterTheOther(...parts) {
  for (const part of parts) {
    const didWell = await part().catch((error) => {
      process.stdout.write(`a part of test:real could not begin: ${error.stack}\n`);
      return false;
    });
    isGood &&= didWell;
  }
}
// Chaos makes and cuts networks of this machine, upon which Chromium gives up all that it asks: never beside each other.
await Promise.all([oneAfterTheOther(inBrowser, inChaos), oneAfterTheOther(onPostgres, onRealServers)]);
process.exit(isGood ? 0 : 1);
