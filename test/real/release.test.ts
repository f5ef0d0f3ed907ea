/** What `npm run release:dry` makes: it is the same each time, and it runs where there is nothing but Node. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/daemon.js';
import { freePort } from '../support/free-port.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { comesTrue } from '../support/until.js';
import { makeRelease, tarball } from './make-release.js';
import { runProgram } from './run-program.js';
import { type Running, serving } from './serving.js';

describe('a release', () => {
  let folder: TempFolder;
  let running: Running | undefined;
  const at = (...parts: readonly string[]): string => join(folder.path, ...parts);

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
    makeRelease(at('release'), { flags: ['--only-daemon'] });
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });
  after(() => folder?.remove());

  it('holds neither TypeScript nor anything that installation would run, and the licences of what it is made of', () => {
    const { stdout } = runProgram('tar', ['tzf', at('release', tarball)]);
    const files = stdout.trim().split('\n');
    expect(
      files.filter((file) => /\.[cm]?tsx?$|binding\.gyp$|node_modules\/(typescript|mocha|esbuild)\//.test(file)),
    ).to.deep.equal([]);
    const licences = runProgram('tar', ['xzf', at('release', tarball), '-O', 'package/licences.txt']).stdout;
    for (const name of ['express', 'knex', 'axios', 'openid-client', 'winston'])
      expect(licences, name).to.match(new RegExp(`^${name} \\d[^]*?(Copyright|copyright)`, 'm'));
  });

  it('is installed without network and without scripts, and serves a demo, a key and a pack', async () => {
    mkdirSync(at('home'));
    const install = [
      'install',
      '--offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--cache',
      at('cache'),
      at('release', tarball),
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

  it('says which command builds SQLite where there is none for the machine, or one that is broken', () => {
    const bin = at('home', 'node_modules', '.bin', 'sidelight');
    writeFileSync(at('broken.node'), 'no binary');
    for (const [file, reason] of [
      [at('nowhere.node'), 'is not at'],
      [at('broken.node'), 'cannot be loaded'],
    ] as const) {
      const env = { ...process.env, SIDELIGHT_SQLITE: file };
      const { status, stderr } = spawnSync(bin, ['--demo', '--port', '0'], { cwd: at('home'), env, encoding: 'utf8' });
      expect(status, stderr).to.equal(1);
      expect(stderr).to.include(reason).and.include('npx node-gyp rebuild').and.include('PostgreSQL');
      expect(stderr).to.not.include('defect');
    }
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
