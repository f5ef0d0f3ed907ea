/** What `npm run release:dry` makes: it is the same each time, and it runs where there is nothing but Node. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/daemon.js';
import { freePort } from '../support/free-port.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { comesTrue } from '../support/until.js';
import { runProgram } from './run-program.js';
import { type Running, serving } from './serving.js';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

describe('a release', () => {
  let folder: TempFolder;
  let running: Running | undefined;
  const at = (...parts: readonly string[]): string => join(folder.path, ...parts);

  const release = (name: string): string => {
    const made = spawnSync(process.execPath, [join(root, 'scripts', 'release', 'dry.mjs'), '--out', at(name)], {
      encoding: 'utf8',
    });
    expect(made.status, made.stderr).to.equal(0);
    return readFileSync(at(name, 'SHA256SUMS'), 'utf8');
  };

  /** A command of the installed package. */
  const sidelight = (...args: readonly string[]): string => {
    const env = { ...process.env, SIDELIGHT_PORT: '7780' };
    const bin = at('home', 'node_modules', '.bin', 'sidelight');
    const { status, stdout, stderr } = spawnSync(bin, args, { cwd: at('home'), env, encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
    return stdout.trim();
  };

  before(() => {
    folder = tempFolder();
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });
  after(() => folder?.remove());

  it('has the same bytes each time, and sums that hold', () => {
    expect(release('again')).to.equal(release('release'));
    const { status, stdout, stderr } = runProgram('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: at('release'),
    });
    expect(status, stdout + stderr).to.equal(0);
    for (const name of ['sbom.cdx.json', 'openapi.json', 'packs/homepage/', `sidelight-${version}.tgz`]) {
      expect(stdout).to.include(name);
    }
  });

  it('holds neither TypeScript nor anything that installation would run', () => {
    const { stdout } = runProgram('tar', ['tzf', at('release', `sidelight-${version}.tgz`)]);
    const files = stdout.trim().split('\n');
    expect(
      files.filter((file) => /\.[cm]?tsx?$|binding\.gyp$|node_modules\/(typescript|mocha|esbuild)\//.test(file)),
    ).to.deep.equal([]);
  });

  it('is installed without network and without scripts, and serves a demo, a key and a pack', async () => {
    mkdirSync(at('home'));
    const tarball = at('release', `sidelight-${version}.tgz`);
    const install = [
      'install',
      '--offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--cache',
      at('cache'),
      tarball,
    ];
    const { status, stderr } = runProgram('npm', install, { cwd: at('home') });
    expect(status, stderr).to.equal(0);
    const bin = at('home', 'node_modules', '.bin', 'sidelight');
    running = await serving([bin, '--demo'], at('home'), { SIDELIGHT_PORT: String(await freePort()) });
    const key = sidelight('keys', 'create', 'homepage', '--demo');
    const ask = (asked: string): Promise<Response> =>
      fetch(`${running?.url}/api/widgets/homepage`, { headers: { 'x-api-token': asked } });
    expect((await ask(key)).status).to.equal(200);
    expect((await ask('wrong')).status).to.equal(401);
    expect(sidelight('packs', 'homepage/wall.yaml', '--demo')).to.include('/api/widgets/');
  });

  it('runs a plugin of somebody else that lies beside the config', async () => {
    const fixture = join(root, 'test', 'fixtures', 'third-party', 'weather-station');
    cpSync(fixture, at('home', 'weather-station'), { recursive: true });
    const config = 'plugins: [./weather-station]\nintegrations:\n  weather-station: { sensors: { Balcony: -2.5 } }\n';
    writeFileSync(at('home', 'sidelight.yaml'), config);
    const bin = at('home', 'node_modules', '.bin', 'sidelight');
    running = await serving([bin, 'serve'], at('home'), { SIDELIGHT_PORT: String(await freePort()) });
    const key = sidelight('keys', 'create', 'weather');
    await comesTrue('the sensor is there', async () => {
      const answer = await fetch(`${running?.url}/api/widgets/weather`, { headers: { 'x-api-token': key } });
      return ((await answer.json()) as { sensors?: number }).sensors === 1;
    });
  });

  it('runs as a user who may write nothing but the data', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    chmodSync(folder.path, 0o755);
    mkdirSync(at('state'));
    const [uid, gid] = ['65534', '65534'];
    expect(runProgram('chown', [`${uid}:${gid}`, at('state')]).status).to.equal(0);
    const main = at('home', 'node_modules', 'sidelight', 'bin', 'sidelight.mjs');
    const user = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs'];
    const port = String(await freePort());
    const env = { SIDELIGHT_PORT: port, SIDELIGHT_DATA: at('state'), HOME: at('state') };
    running = await serving([...user, process.execPath, main, '--demo'], at('state'), env);
    expect((await fetch(`${running.url}/readyz`)).status).to.equal(200);
    expect(runProgram('stat', ['-c', '%u', at('state', 'sidelight.db')]).stdout.trim()).to.equal(uid);
  });
});
