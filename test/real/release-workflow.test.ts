/**
 * The release workflow in a fresh clone, step by step, as far as its steps need no network. What signs, publishes and builds the
 * image is stood in for by programs that write down how they were called; npm publishes to nowhere.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type Clone, copyBuild, copyPackages, makeClone } from '../support/clone.js';
import { root } from '../support/daemon.js';
import { makeRelease, tarball, version } from './make-release.js';
import { runProgram } from './run-program.js';
import { commandsOf, type Job, jobsOf, runStep, standIns } from './workflow.js';

const PLATFORM = `linux-${process.arch}`;

describe('the release workflow', () => {
  let origin: Clone;
  let jobs: Readonly<Record<string, Job>>;
  const job = (name: string): Job => jobs[name] ?? { steps: [] };
  const at = (...path: readonly string[]): string => join(dirname(origin.path), 'fresh', ...path);
  const stands = (): string => join(dirname(origin.path), 'stands');
  const called = (): string => readFileSync(join(stands(), 'called'), 'utf8');

  const step = (command: string): string =>
    runStep(command, at(), {
      PATH: `${stands()}:${process.env['PATH']}`,
      GITHUB_REF_NAME: `v${version}`,
      GITHUB_REPOSITORY: 'Somebody/Sidelight',
      ...(command.startsWith('npm publish')
        ? { npm_config_dry_run: 'true', npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }
        : {}),
    });

  before(() => {
    jobs = jobsOf(join(root, '.github', 'workflows', 'release.yml'));
    origin = makeClone();
    const cloned = runProgram('git', ['clone', '--quiet', origin.origin, at()]);
    expect(cloned.status, cloned.stderr).to.equal(0);
    // What "npm ci" would fetch, and what the compiler made of the same sources: it finds that out by what they hold.
    copyPackages(at());
    copyBuild(at());
    standIns(stands(), {
      cosign: 'if [ "$1" = sign-blob ]; then test -f "$5" && echo signed > "$4"; fi',
      gh: 'for file in "${@:4}"; do test -s "$file"; done',
      docker: `test -f "$4"\nls made/release/${tarball}\necho '{"containerimage.digest":"sha256:abc"}' > image.json`,
    });
  });
  after(() => origin?.remove());

  it('tests on each Node that is supported, by scripts that are there', () => {
    expect(job('test').strategy?.matrix.node).to.deep.equal([20, 22, 24]);
    expect(commandsOf(job('test'))).to.deep.equal(['npm ci --no-audit --no-fund', 'npm test']);
    expect(job('publish').needs).to.deep.equal(['test', 'sqlite']);
    for (const name of Object.keys(jobs))
      for (const { uses, run } of job(name).steps) expect(uses ?? run, name).to.match(/^[\w-]+\/[\w-]+@v\d+$|^[^@]+\s/);
  });

  it('gathers the binary of each platform as the release looks for it', async () => {
    const { PLATFORMS } = (await import(join(root, 'scripts', 'release', 'sqlite.mjs'))) as { PLATFORMS: string[] };
    const entries = job('sqlite').strategy?.matrix.include ?? [];
    expect(entries.map(({ platform }) => platform).sort()).to.deep.equal(PLATFORMS);
    // The one before builds it, which fetches the headers of Node.
    step(commandsOf(job('sqlite'), { platform: PLATFORM }).at(-1) ?? '');
    expect(readdirSync(at('prebuilds', PLATFORM))).to.deep.equal(['node_sqlite3.node']);
  });

  it('makes, signs and publishes in a fresh clone what this one makes, byte for byte', () => {
    for (const command of commandsOf(job('publish'))) step(command);
    makeRelease(join(stands(), 'release'));
    const sums = (folder: string): string => readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    expect(sums(at('release'))).to.equal(sums(join(stands(), 'release')));
    expect(called()).to.match(/^cosign sign-blob --yes --bundle release\/SHA256SUMS.bundle release\/SHA256SUMS$/m);
    expect(called()).to.match(
      new RegExp(`^gh release create v${version} .*release/packs.tgz .*SHA256SUMS.bundle$`, 'm'),
    );
    const holds = runProgram('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: at('release') });
    expect(holds.status, holds.stdout + holds.stderr).to.equal(0);
  });

  it('refuses a tag that is not the version', () => {
    const check = commandsOf(job('publish')).find((command) => command.startsWith('test '));
    expect(() => step(`GITHUB_REF_NAME=v9.9.9; ${check}`)).to.throw('v9.9.9');
  });

  it('builds the image of that release for both processors, and signs it', () => {
    const [, fetched] = job('image').steps;
    mkdirSync(at(String(fetched?.with?.['path'])), { recursive: true });
    cpSync(at('release'), at(String(fetched?.with?.['path'])), { recursive: true });
    for (const command of commandsOf(job('image'))) step(command);
    expect(called()).to.match(
      /^docker buildx build -f deploy\/Dockerfile --build-context release=made .*linux\/arm64/m,
    );
    expect(called()).to.include('cosign sign --yes ghcr.io/somebody/sidelight@sha256:abc');
  });

  it('the commands for authors run from the packed contract', () => {
    const home = join(stands(), 'author', 'node_modules');
    const folder = join(home, '@sidelight', 'plugin-api');
    mkdirSync(folder, { recursive: true });
    const [packed = ''] = readdirSync(at('release')).filter((name) => name.startsWith('sidelight-plugin-api-'));
    runProgram('tar', ['-xzf', at('release', packed), '-C', folder, '--strip-components=1']);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
    // What npm would fetch.
    for (const name of Object.keys(manifest.dependencies))
      symlinkSync(join(root, 'node_modules', name), join(home, name));
    writeFileSync(join(home, '..', 'package.json'), '{ "private": true }');
    const author = (...args: readonly string[]): string => {
      const bin = join(folder, 'bin', 'sidelight-plugin.mjs');
      const { status, stdout, stderr } = runProgram(process.execPath, [bin, ...args], { cwd: join(home, '..') });
      expect(status, stdout + stderr).to.equal(0);
      return stdout + stderr;
    };
    author('new', 'rain-gauge', '--out', 'rain-gauge');
    expect(author('verify', 'rain-gauge')).to.include('case unauthorized');
  });
});
