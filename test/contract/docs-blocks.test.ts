/** What stands in the blocks of the documentation and is not run as it stands: configs are loaded, other lines are looked up. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { commands } from '#core/cli/commands.js';
import { loadSettings } from '#core/config/load-settings.js';
import { loadPlugins } from '#core/plugins/load.js';
import { root } from '../support/daemon.js';
import { documents } from '../support/documents.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';

const blocks = documents().flatMap((document) => document.blocks.map((block) => ({ path: document.path, ...block })));

const LANGUAGES = ['sh', 'console', 'yaml', 'json', 'ini', 'nginx', 'caddy', 'js', 'ts', 'text'];

describe('blocks of the documentation', () => {
  it('say what they are', () => {
    const strange = blocks.filter(({ language }) => !LANGUAGES.includes(language));
    expect(strange.map(({ path, text }) => `${path}: ${text.split('\n')[0]}`)).to.deep.equal([]);
  });

  it('hold YAML that is YAML', () => {
    for (const { path, text } of blocks.filter(({ language }) => language === 'yaml')) {
      expect(() => parse(text, { logLevel: 'error' }), `${path}\n${text}`).to.not.throw();
    }
  });
});

const ENV: Readonly<Record<string, string>> = {
  ASSISTANT_KEY_SHA256: 'a'.repeat(64),
  NOTIFIER_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
};

describe('configs in the documentation', () => {
  let folder: TempFolder;
  before(() => {
    folder = tempFolder();
    folder.write('secret', 'a secret');
  });
  after(() => folder.remove());

  const configs = blocks.filter(({ text }) => text.startsWith('# sidelight.yaml\n'));
  it('are marked by their first line', () => expect(configs.length).to.be.greaterThan(10));

  for (const [index, { path, text }] of configs.entries()) {
    it(`${path}: ${text.split('\n')[1]}`, async () => {
      const file = folder.write(`${index}.yaml`, text.replaceAll(/file:[\w/-]+/g, 'file:secret'));
      const names = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, ENV[name] ?? 'a-secret'] as const);
      const { settings } = await loadSettings({
        flags: { config: file },
        env: Object.fromEntries(names),
        cwd: folder.path,
        plugins: (named, at) => loadPlugins(named, at, { installation: root }),
      });
      expect(settings.file).to.equal(file);
    });
  }
});

/** Blocks of commands that no test machine can run: who, and by their first lines. */
const CONSOLE = [
  'docs/import.md: sidelight import jellystat backup_2026-11-22.json --dry-run',
  'docs/install.md: npm install ./sidelight-0.1.0.tgz',
  'docs/install.md: adduser --system --group --no-create-home --home /var/lib/sidelight sidelight',
  'docs/install.md: sidelight check',
  'docs/install.md: docker compose -f deploy/compose.yaml up -d --build',
  'docs/install.md: docker compose -f deploy/compose.yaml cp sidelight.yaml sidelight:/data/sidelight.yaml',
  'docs/install.md: docker compose -f deploy/compose.yaml exec sidelight sidelight keys create homepage',
  'docs/install.md: sidelight backup',
  'docs/install.md: docker compose -f deploy/compose.yaml exec sidelight sidelight backup',
  'docs/moving-from.md: sidelight import jellystat jellyglance-backup.json --dry-run',
  'docs/moving-from.md: sidelight import tautulli tautulli.db --dry-run',
  'docs/moving-from.md: sidelight import jellystat backup.json --dry-run',
  'docs/moving-from.md: sidelight import streamystats streamystats-backup.json',
  'docs/plugins.md: sidelight plugins add sidelight-plugin-weather-station',
  'docs/plugins.md: sidelight plugins',
  'docs/plugins.md: sidelight plugins update',
  'docs/testing.md: npx sidelight-plugin record ok --url http://127.0.0.1:8080 --config entry.yaml',
];

type Words = readonly string[];
const isThere = (path: string): boolean => existsSync(join(root, path));
const isCommand = (name = ''): boolean => name in commands;

/** What is known of a line by its first word. What the lines do together is seen in test/real/deploy-*.test.ts. */
const KNOWN: Readonly<Record<string, (words: Words) => boolean>> = {
  adduser: (words) => words.at(-1) === 'sidelight',
  git: ([, verb]) => verb === 'clone' || verb === 'pull',
  cd: ([, path]) => path === '/opt/sidelight',
  mkdir: ([, path]) => path === '/opt/sidelight',
  rm: ([, flag, path]) => flag === '-r' && path === '/opt/sidelight',
  tar: ([, flag, file = '']) => flag === '-xzf' && /^sidelight-[\d.]+\.tgz$/.test(file),
  install: (words) => words.includes('-d') || words.includes('/dev/null') || isThere(words.at(-2) ?? ''),
  npm: ([, run, name = '']) => (run === 'run' ? name in scripts : /^\.\/sidelight-[\d.]+\.tgz$/.test(name)),
  npx: ([, bin, name = '']) =>
    bin === 'sidelight' ? name === '--demo' || isCommand(name) : ['new', 'record', 'verify'].includes(name),
  systemctl: (words) => words.at(-1) === 'daemon-reload' || isThere(`deploy/${words.at(-1)}.service`),
  journalctl: (words) => isThere(`deploy/${words[2]}.service`),
  sidelight: ([, name]) => isCommand(name),
  docker: ([, compose, flag, file = '', verb = '', ...rest]) =>
    compose === 'compose' && flag === '-f' && isThere(file) && isComposeVerb(verb, rest),
};

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: object };

function isComposeVerb(verb: string, rest: Words): boolean {
  if (verb === 'exec') return rest[0] === 'sidelight' && rest[1] === 'sidelight' && isCommand(rest[2]);
  const known = [
    'up -d --build',
    'logs -f',
    'kill -s HUP sidelight',
    'cp sidelight.yaml sidelight:/data/sidelight.yaml',
  ];
  return known.includes([verb, ...rest].join(' '));
}

describe('commands in the documentation that are not run', () => {
  const consoles = blocks.filter(({ language }) => language === 'console');

  it('are these and no others', () => {
    expect(consoles.map(({ path, text }) => `${path}: ${text.split('\n')[0]}`)).to.deep.equal(CONSOLE);
  });

  it('name files, units, services and commands that are there', () => {
    const lines = consoles.flatMap(({ text }) => text.split('\n')).map((line) => line.split(' '));
    const wrong = lines.filter((words) => KNOWN[words[0] ?? '']?.(words) !== true);
    expect(wrong.map((words) => words.join(' '))).to.deep.equal([]);
  });
});
