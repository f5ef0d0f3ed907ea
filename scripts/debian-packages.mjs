/** The programs that the suites against real servers need, from Debian. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { step } from './run.mjs';

const PACKAGES = [
  'aria2',
  'caddy',
  'chromium',
  'deluge-web',
  'deluged',
  'iproute2',
  'libfaketime',
  'mosquitto',
  'nginx-light',
  'nzbget',
  'opentracker',
  'postgresql',
  'prometheus',
  'python3-dateutil',
  'python3-jinja2',
  'qbittorrent-nox',
  'rtorrent',
  'sabnzbdplus',
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

const hasWord = (text, word) => text.split(/\s+/).includes(word);

/** Debian keeps SABnzbd in contrib and the unrar that it depends on in non-free. */
const moreComponents = (line) =>
  ['contrib', 'non-free'].reduce((text, name) => (hasWord(text, name) ? text : `${text} ${name}`), line);

/** Sources of apt, with more components where they name Debian's main archive. */
const withComponents = (text) =>
  text
    .replaceAll(/^deb\s.*\/debian\/?\s+\S+\s.*\bmain\b.*$/gm, moreComponents)
    .split(/\n{2,}/)
    .map((entry) =>
      /^URIs:.*\/debian\/?(\s|$)/m.test(entry) ? entry.replace(/^Components:.*$/m, moreComponents) : entry,
    )
    .join('\n\n');

/** Runs work with options for apt that name copies of the machine's sources, so that those stay as they are. */
function withSources(work) {
  const folder = mkdtempSync(join(tmpdir(), 'sidelight-apt-'));
  const [list, parts] = [join(folder, 'sources.list'), join(folder, 'sources.list.d')];
  try {
    mkdirSync(parts);
    writeFileSync(list, '');
    if (existsSync('/etc/apt/sources.list')) cpSync('/etc/apt/sources.list', list);
    if (existsSync('/etc/apt/sources.list.d')) cpSync('/etc/apt/sources.list.d', parts, { recursive: true });
    for (const file of [list, ...readdirSync(parts).map((name) => join(parts, name))])
      writeFileSync(file, withComponents(readFileSync(file, 'utf8')));
    return work(['-o', `Dir::Etc::SourceList=${list}`, '-o', `Dir::Etc::SourceParts=${parts}`]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Installs what is missing, as root only. @returns whether everything is there */
export function installPackages() {
  const missing = PACKAGES.filter((name) => !installed(name));
  if (missing.length === 0) return true;
  const names = missing.join(' ');
  if (process.getuid?.() !== 0) {
    process.stdout.write(
      `test:real needs Debian's packages ${names}. Install them with "apt-get install ${names}" (sabnzbdplus needs the components contrib and non-free among apt's sources), or run test:real as root, which installs them.\n`,
    );
    return false;
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const isDone = withSources((sources) => {
    const options = ['-qq', '-y', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends', ...sources];
    return (
      step('package lists', 'apt-get', ['-qq', ...sources, 'update'], env) &&
      withoutServices(() => step(`installing ${names}`, 'apt-get', [...options, 'install', ...missing], env))
    );
  });
  if (!isDone)
    process.stdout.write(
      `test:real could not install Debian's packages ${names}: the lines above say why. Make them available to apt-get and run it again.\n`,
    );
  return isDone;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(installPackages() ? 0 : 1);
