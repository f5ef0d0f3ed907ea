/**
 * The container of docs/install.md without an engine: the lines of the Dockerfile are run in order, with folders as stages,
 * and what they make is started. Only an engine can tell the rest: the base image, the user, the volume.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { copyBuild, copyPackages, repositoryFiles } from '../support/clone.js';
import { root } from '../support/daemon.js';
import { freePort } from '../support/free-port.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { below, buildImage, type Stage } from './dockerfile.js';
import { runProgram } from './run-program.js';
import { type Running, serving } from './serving.js';

describe('as a container', () => {
  let folder: TempFolder;
  let image: Stage;
  let running: Running;
  const aptPackages: string[] = [];

  before(() => {
    folder = tempFolder();
    image = buildImage(join(root, 'deploy', 'Dockerfile'), {
      context: { folder: root, files: repositoryFiles().filter((file) => !isIgnored(file)) },
      folder: folder.path,
      paths: ['/app', '/data', '/usr/local/bin/sidelight'],
      help: [
        // Nothing is installed on the test machine: that Debian has these packages is asked below.
        {
          begins: 'apt-get',
          when: 'instead',
          act: () => void aptPackages.push(...(/--no-install-recommends (.*)$/.exec(aptLine())?.[1]?.split(' ') ?? [])),
        },
        {
          begins: 'node scripts/bootstrap.mjs',
          when: 'before',
          // The packages are those of this clone, so that they need not be fetched again, and the compiler finds what it has
          // made of the same sources. It compiles again what it misses a source of, or finds another one for.
          act: ({ workdir }) => {
            copyPackages(workdir);
            copyBuild(workdir);
            rmSync(join(workdir, '.sidelight-build'));
          },
        },
        // The user node is that of the base image.
        { begins: 'mkdir -m 700 /data', when: 'instead', act: ({ root: at }) => void mkdirSync(join(at, 'data')) },
      ],
    });
  });
  after(async () => {
    await running?.stop();
    folder?.remove();
  });

  const aptLine = (): string =>
    /^RUN (apt-get .*)$/m.exec(readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8'))?.[1] ?? '';
  const at = (text: string): string => below(text, image.root, ['/app', '/data']);

  it('is built of what is in the repository, and holds no more than what runs', () => {
    for (const path of [
      'core/dist/bundle/main.js',
      'widgets/dist',
      'docs/README.md',
      'deploy/health.mjs',
      'node_modules/express',
    ]) {
      expect(existsSync(join(image.root, 'app', path)), path).to.equal(true);
    }
    for (const path of [
      'test',
      '.git',
      'node_modules/typescript',
      'node_modules/@biomejs/biome',
      'node_modules/playwright-core',
    ]) {
      expect(existsSync(join(image.root, 'app', path)), path).to.equal(false);
    }
    expect(image.user).to.equal('node');
    expect(aptPackages).to.deep.equal(['g++', 'make', 'python3']);
    const unknown = aptPackages.filter((name) => runProgram('apt-cache', ['show', name]).status !== 0);
    expect(unknown, 'packages that apt does not know: without its lists, run "apt-get update"').to.deep.equal([]);
  });

  it('leaves out of the image what a clone holds beside the repository', () => {
    const kept = [
      'node_modules/a.js',
      'plugins/x/node_modules/a.js',
      'core/dist/bundle/main.js',
      'data/sidelight.db',
      'sidelight.yaml',
    ];
    expect(kept.filter((path) => !isIgnored(path))).to.deep.equal([]);
    expect(isIgnored('core/main.ts')).to.equal(false);
  });

  it('runs, says that it is healthy, and takes commands', async () => {
    const port = await freePort();
    // 0.0.0.0 is right in a container; here nobody else is to reach it.
    expect(image.env['SIDELIGHT_HOST']).to.equal('0.0.0.0');
    const env = {
      ...Object.fromEntries(Object.entries(image.env).map(([name, value]) => [name, at(value)])),
      SIDELIGHT_HOST: '127.0.0.1',
      SIDELIGHT_PORT: String(port),
      SIDELIGHT_HEALTH: (image.env['SIDELIGHT_HEALTH'] ?? '').replace('7780', String(port)),
    };
    const app = join(image.root, image.workdir);
    expect(image.cmd[0]).to.equal('node');
    running = await serving([process.execPath, ...image.cmd.slice(1)], app, env);
    const health = (): number | null =>
      spawnSync(process.execPath, image.health.slice(1), { cwd: app, env: { ...process.env, ...env } }).status;
    expect(health()).to.equal(0);

    const command = join(image.root, 'usr', 'local', 'bin', 'sidelight');
    writeFileSync(command, at(readFileSync(command, 'utf8')));
    expect(statSync(command).mode & 0o111).to.not.equal(0);
    const { stdout } = spawnSync(command, ['keys', 'create', 'homepage'], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    const answer = await fetch(`${running.url}/api/widgets`, { headers: { 'x-api-token': stdout.trim() } });
    expect(answer.status).to.equal(200);

    expect(await running.stop()).to.equal(0);
    expect(health()).to.equal(1);
  });

  it('the Compose file names what is there, by keys that the specification has', () => {
    const compose = parse(readFileSync(join(root, 'deploy', 'compose.yaml'), 'utf8')) as Compose;
    expect(Object.keys(compose)).to.deep.equal(['name', 'services', 'volumes']);
    const { sidelight, ...others } = compose.services;
    expect(others).to.deep.equal({});
    expect(SERVICE_KEYS).to.include.members(Object.keys(sidelight ?? {}));
    expect(
      existsSync(join(root, 'deploy', sidelight?.build.context ?? '', sidelight?.build.dockerfile ?? '')),
    ).to.equal(true);
    const mounted = (sidelight?.volumes ?? []).map((volume) => volume.split(':'));
    expect(mounted.map(([, path]) => path)).to.deep.equal(['/config', image.env['SIDELIGHT_DATA']]);
    expect(Object.keys(compose.volumes)).to.deep.equal([mounted[1]?.[0]]);
    expect(sidelight?.ports).to.deep.equal(['7780:7780']);
  });
});

interface Compose {
  readonly services: Readonly<Record<string, Service | undefined>>;
  readonly volumes: object;
}

interface Service {
  readonly build: { readonly context: string; readonly dockerfile: string };
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
}

/** Of the Compose specification, those that are of use here. */
const SERVICE_KEYS = [
  ...['build', 'image', 'restart', 'init', 'ports', 'environment', 'env_file', 'volumes', 'read_only', 'tmpfs', 'user'],
  ...['cap_drop', 'security_opt', 'networks', 'healthcheck', 'depends_on'],
];

/** As .dockerignore is read: a line is a path from the root; `**` stands for any folders, none among them. */
function isIgnored(path: string): boolean {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#')).map(patternOf);
  return patterns.some((pattern) => pattern.test(path));
}

function patternOf(line: string): RegExp {
  const parts = line.split('**/').map((part) => part.replaceAll('.', '\\.').replaceAll('*', '[^/]*'));
  return new RegExp(`^${parts.join('(.+/)?')}(/|$)`);
}
