/**
 * The systemd unit and the steps around it in docs/install.md. What needs an init system or another user is left out and said
 * so; all else is done, with `/` being a folder.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyBuild, copyPackages } from '../support/clone.js';
import { root } from '../support/daemon.js';
import { documentAt } from '../support/documents.js';
import { freePort } from '../support/free-port.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { comesTrue } from '../support/until.js';
import { below } from './dockerfile.js';
import { makeOrigin } from './origin.js';
import { runProgram } from './run-program.js';
import { type Running, serving } from './serving.js';
import { parseEnvironment, parseUnit, type Unit } from './unit-file.js';

const unitFile = join(root, 'deploy', 'sidelight.service');

describe('as a systemd unit', () => {
  const PATHS = ['/opt/sidelight', '/etc/sidelight', '/etc/systemd', '/usr/local', '/var/lib/sidelight', '/opt'];
  let place: TempFolder;
  let unit: Unit;
  let running: Running;
  const at = (path: string): string => below(path, place.path, PATHS);

  before(async () => {
    place = tempFolder();
    for (const path of ['opt', 'etc/systemd/system', 'usr/local/bin', 'var/lib/sidelight']) {
      mkdirSync(join(place.path, path), { recursive: true });
    }
    unit = parseUnit(readFileSync(unitFile, 'utf8'));
  });
  after(async () => {
    await running?.stop();
    place?.remove();
  });

  it('systemd has nothing to say against the unit', () => {
    const { status, stdout, stderr } = runProgram('systemd-analyze', ['verify', unitFile]);
    expect(`${status} ${stdout}${stderr}`.trim()).to.equal('0');
  });

  it('the steps of the documentation put every file in its place', () => {
    const steps = documentAt('docs/install.md').blocks.find(({ text }) => text.startsWith('adduser'))?.text ?? '';
    // Users, services and the build are not for a test machine; the commands are there all the same.
    const stand = 'adduser() { :; }; systemctl() { :; }; npm() { [ "$*" = "run build" ]; }';
    const script = at(steps)
      .replace('<address of this repository>', makeOrigin(place.path))
      .replaceAll(' -g sidelight', '');
    const { status, stderr } = spawnSync('sh', ['-euc', `${stand}\n${script}`], { encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
    // Git tells of its work, and of the files where they take it a while.
    const complaints = stderr
      .split(/[\r\n]+/)
      .filter((line) => !/^(Cloning into .*|Updating files: .*|done\.|)$/.test(line));
    expect(complaints).to.deep.equal([]);
    const modes = ['/etc/sidelight/sidelight.yaml', '/etc/sidelight/environment', '/usr/local/bin/sidelight'].map(
      (path) => (statSync(at(path)).mode & 0o777).toString(8),
    );
    expect(modes).to.deep.equal(['640', '640', '755']);
    expect(readFileSync(at('/etc/systemd/system/sidelight.service'), 'utf8')).to.equal(readFileSync(unitFile, 'utf8'));
  });

  it('the unit starts the daemon, reloads it and stops it', async () => {
    // What `npm run build` leaves there.
    copyPackages(at('/opt/sidelight'));
    copyBuild(at('/opt/sidelight'));
    const port = await freePort();
    writeFileSync(at(unit.environmentFile), `SIDELIGHT_PORT=${port}\nRADIO_KEY=from-the-file\n`);
    writeFileSync(at('/etc/sidelight/sidelight.yaml'), 'integrations:\n  demo: {}\n');
    const fixed = Object.entries(unit.environment).map(([name, value]) => [name, at(value)]);
    const env = { ...Object.fromEntries(fixed), ...parseEnvironment(readFileSync(at(unit.environmentFile), 'utf8')) };
    const [node, ...args] = unit.exec;
    expect(node).to.equal('/usr/bin/node');
    running = await serving([process.execPath, ...args.map(at)], at('/opt/sidelight'), env);
    expect(existsSync(at('/var/lib/sidelight/sidelight.db'))).to.equal(true);

    expect(unit.reload).to.equal('/bin/kill -HUP $MAINPID');
    running.signal('SIGHUP');
    await comesTrue('the reload', async () => running.log().includes('the config was applied'));
  });

  it('the command works with the settings of the unit', async () => {
    const command = at('/usr/local/bin/sidelight');
    const text = at(readFileSync(command, 'utf8')).replace('runuser -u sidelight -- /usr/bin/node', process.execPath);
    expect(text).to.contain(process.execPath);
    writeFileSync(command, text);
    const { status, stdout, stderr } = spawnSync(command, ['keys', 'create', 'homepage'], { encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
    const answer = await fetch(`${running.url}/api/widgets/homepage`, { headers: { 'x-api-token': stdout.trim() } });
    expect(answer.status).to.equal(200);
    expect(await running.stop()).to.equal(0);
  });
});
