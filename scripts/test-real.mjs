/** The suites against real servers. Installs them from Debian's packages where they are missing (as root only). */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, root } from './bootstrap.mjs';
import { mocha, step } from './run.mjs';

const PACKAGES = [
  'aria2',
  'caddy',
  'chromium',
  'deluge-web',
  'deluged',
  'nginx-light',
  'nzbget',
  'opentracker',
  'postgresql',
  'prometheus',
  'python3-jinja2',
  'qbittorrent-nox',
  'rtorrent',
  'systemd',
  'transmission-daemon',
];

const installed = (name) => {
  const { stdout } = spawnSync('dpkg-query', ['--status', name], { encoding: 'utf8' });
  return /^Status: .* installed$/m.test(stdout ?? '');
};

/** Debian's packages start their services on installation, unless this file says no. */
function withoutServices(work) {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return work();
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return work();
  } finally {
    rmSync(policy);
  }
}

function install() {
  const missing = PACKAGES.filter((name) => !installed(name));
  if (missing.length === 0) return true;
  if (process.getuid?.() !== 0) {
    process.stdout.write(`test:real needs these Debian packages: apt-get install ${missing.join(' ')}\n`);
    return false;
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-qq', '-y', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends'];
  return (
    step('package lists', 'apt-get', ['-qq', 'update'], env) &&
    withoutServices(() => step(`installing ${missing.join(', ')}`, 'apt-get', [...options, 'install', ...missing], env))
  );
}

/** The suites of the storage once more, on a PostgreSQL of their own. */
async function withPostgres() {
  const { startPostgres } = await import(pathToFileURL(join(root, 'test', 'dist', 'support', 'postgres.js')).href);
  const postgres = await startPostgres();
  try {
    return mocha(
      'on PostgreSQL',
      ['test/dist/unit/{auth,cache,backup}/**/*.test.js', 'test/dist/postgres/**/*.test.js'],
      [],
      {
        SIDELIGHT_TEST_POSTGRES: postgres.url,
      },
    );
  } finally {
    await postgres.stop();
  }
}

bootstrap();
if (!install()) process.exit(1);
const results = [
  await withPostgres(),
  mocha('real servers', ['test/dist/real/**/*.test.js'], ['--timeout', '240000']),
  mocha('in a browser', ['test/dist/browser/**/*.test.js'], ['--timeout', '60000']),
];
process.exit(results.every(Boolean) ? 0 : 1);
