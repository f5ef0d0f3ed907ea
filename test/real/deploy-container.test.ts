/**
 * The container of docs/install.md without an engine: the lines of the Dockerfile are run in order, with folders as stages,
 * and what they make is started as the Compose file says: as its user, its root read-only, the volume and /tmp writable. Only
 * an engine can tell the rest: the base images themselves, and the other processor.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyBuild, copyPackages, repositoryFiles } from '../support/clone.js';
import { root } from '../support/daemon.js';
import { freePort } from '../support/free-port.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { comesTrue } from '../support/until.js';
import { type Compose, composeFile, SERVICE_KEYS } from './compose-file.js';
import { buildImage, bytesOf, type Stage } from './dockerfile.js';
import { isIgnored } from './dockerignore.js';
import { distroless, npmFolder, PROGRAMS } from './machine.js';
import { demandNamespaces, within } from './namespace.js';
import { runProgram } from './run-program.js';
import { type Running, serving } from './serving.js';

const BUILD = 'node:24-trixie-slim';
const RUNS = 'gcr.io/distroless/cc-debian13:nonroot';
const USER = { uid: 65532, gid: 65532 };
/** What the image adds is measured here; these are the rest of it, in round figures: docs/install.md says where they are from. */
const NODE_24 = 127e6;
const BASE = 30e6;

describe('as a container', () => {
  let folder: TempFolder;
  let image: Stage;
  let compose: Compose;
  let running: Running | undefined;
  let env: Record<string, string>;
  let aptPackages: readonly string[] = [];

  before(() => {
    demandNamespaces();
    folder = tempFolder();
    compose = composeFile(join(root, 'deploy', 'compose.yaml'));
    image = buildImage(join(root, 'deploy', 'Dockerfile'), {
      context: { folder: root, files: repositoryFiles().filter((file) => !isIgnored(file)) },
      folder: folder.path,
      base: (name, at) => {
        if (name === RUNS) distroless(at);
        else if (name !== BUILD) throw new Error(`there is no stand-in of ${name}`);
        const node = { '/usr/local/bin/node': process.execPath, '/usr/local/lib/node_modules/npm': npmFolder() };
        return name === BUILD ? node : {};
      },
      programs: PROGRAMS,
      help: [
        // Nothing is installed on the test machine: that Debian has these packages is asked below.
        {
          begins: 'apt-get update && apt-get install -y --no-install-recommends ',
          when: 'instead',
          act: ({ command }) => {
            aptPackages = command.split('--no-install-recommends ')[1]?.split(' ') ?? [];
          },
        },
        {
          begins: 'node scripts/release/dry.mjs',
          when: 'before',
          // The packages are those of this clone, so that they need not be fetched again, and the compiler finds what it has
          // made of the same sources. It compiles again what it misses a source of, or finds another one for.
          act: ({ folder: clone }) => {
            copyPackages(clone);
            copyBuild(clone);
          },
        },
      ],
    });
  });
  after(async () => {
    await running?.stop();
    folder?.remove();
  });

  const at = (...path: readonly string[]): string => join(image.root, ...path);
  const inContainer = (command: readonly string[]): readonly string[] =>
    within(command, {
      root: image.root,
      isReadOnly: compose.service.read_only === true,
      writable: [image.volume],
      tmpfs: compose.service.tmpfs ?? [],
      user: USER,
      workdir: image.workdir,
    });
  const run = (...command: readonly string[]): { status: number | null; stdout: string; stderr: string } => {
    const [program = '', ...args] = inContainer(command);
    return spawnSync(program, args, { encoding: 'utf8', env, cwd: '/' });
  };
  const said = (...command: readonly string[]): string => {
    const { status, stdout, stderr } = run(...command);
    expect(status, stderr).to.equal(0);
    return stdout.trim();
  };

  it('is built of a release, and holds no more than what runs', () => {
    expect(image.base).to.equal(RUNS);
    for (const path of ['app/core/dist/bundle/main.js', 'app/widgets/dist', 'app/docs/README.md', 'usr/local/bin/npm'])
      expect(existsSync(at(path)), path).to.equal(true);
    for (const path of ['app/test', 'app/scripts', 'app/node_modules/typescript', 'bin/sh', 'usr/bin/sh', 'release'])
      expect(existsSync(at(path)), path).to.equal(false);
    expect(readdirSync(at('app/node_modules/sqlite3/prebuilds'))).to.deep.equal([`linux-${process.arch}`]);
    expect(aptPackages).to.deep.equal(['g++', 'make', 'python3']);
    const unknown = aptPackages.filter((name) => runProgram('apt-cache', ['show', name]).status !== 0);
    expect(unknown, 'packages that apt does not know: without its lists, run "apt-get update"').to.deep.equal([]);
  });

  it('is smaller than 250 MB', () => {
    const added = bytesOf([at('app'), at('usr/local/lib')]);
    expect(added + NODE_24 + BASE).to.be.lessThan(250e6);
  });

  it('leaves out of the image what a clone holds beside the repository', () => {
    const kept = [
      'node_modules/a.js',
      'plugins/x/node_modules/a.js',
      'core/dist/bundle/main.js',
      'data/sidelight.db',
      'sidelight.yaml',
      'release/sidelight-0.1.0.tgz',
    ];
    expect(kept.filter((path) => !isIgnored(path))).to.deep.equal([]);
    expect(isIgnored('core/main.ts')).to.equal(false);
  });

  it('the Compose file gives it one volume and no rights, by keys that the specification has', () => {
    const { service } = compose;
    expect(compose.keys).to.deep.equal(['name', 'services', 'volumes']);
    expect(SERVICE_KEYS).to.include.members(Object.keys(service));
    expect(existsSync(join(root, 'deploy', service.build.context, service.build.dockerfile))).to.equal(true);
    expect(service.volumes).to.deep.equal([`${compose.volumes[0]}:${image.volume}`]);
    expect(compose.volumes).to.have.length(1);
    expect(service.ports).to.deep.equal(['7780:7780']);
    expect([service.read_only, service.cap_drop, service.tmpfs]).to.deep.equal([true, ['ALL'], ['/tmp']]);
    expect(image.user).to.equal(`${USER.uid}:${USER.gid}`);
  });

  it('runs with an empty volume on a read-only root, says that it is healthy, and takes commands', async () => {
    const port = String(await freePort());
    // 0.0.0.0 is right in a container; here nobody else is to reach it.
    expect(image.env['SIDELIGHT_HOST']).to.equal('0.0.0.0');
    env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/home/nonroot',
      ...image.env,
      SIDELIGHT_HOST: '127.0.0.1',
      SIDELIGHT_PORT: port,
      SIDELIGHT_HEALTH: (image.env['SIDELIGHT_HEALTH'] ?? '').replace('7780', port),
    };
    running = await serving(inContainer(image.cmd), '/', env);
    said(...image.health);
    const key = said('sidelight', 'keys', 'create', 'homepage');
    const ask = (path: string): Promise<Response> =>
      fetch(`${running?.url}${path}`, { headers: { 'x-api-token': key } });
    expect((await ask('/api/widgets')).status).to.equal(200);
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js'])
      expect((await ask(`/swagger-ui/${file}`)).status, file).to.equal(200);
    expect(runProgram('stat', ['-c', '%u:%g', at('data/sidelight.db')]).stdout.trim()).to.equal(image.user);
    for (const path of ['/app/x', '/home/nonroot/x', '/usr/local/bin/x'])
      expect(run('node', '-e', `require('fs').writeFileSync('${path}', '')`).stderr, path).to.include('EROFS');
  });

  it('keeps a config and an added plugin in the volume, which another container goes on with', async () => {
    const plugin = join(root, 'test', 'fixtures', 'third-party', 'weather-station');
    mkdirSync(at('data', 'offered'));
    const packed = runProgram('npm', ['pack', '--pack-destination', at('data', 'offered')], { cwd: plugin });
    expect(packed.status, packed.stderr).to.equal(0);
    said('sidelight', 'plugins', 'add', `/data/offered/${packed.stdout.trim()}`);
    writeFileSync(at('data', 'sidelight.yaml'), 'integrations:\n  weather-station: { sensors: { Balcony: -2.5 } }\n');
    rmSync(at('data', 'offered'), { recursive: true });
    expect(await running?.stop()).to.equal(0);
    expect(run(...image.health).status).to.equal(1);

    running = await serving(inContainer(image.cmd), '/', env);
    const key = said('sidelight', 'keys', 'create', 'weather');
    await comesTrue('the sensor is there', async () => {
      const answer = await fetch(`${running?.url}/api/widgets/weather`, { headers: { 'x-api-token': key } });
      return ((await answer.json()) as { sensors?: number }).sensors === 1;
    });
    expect(await running.stop()).to.equal(0);
  });
});
