/**
 * The systemd unit and the steps around it in docs/install.md, in a root of its own: the steps are run as they stand, by root,
 * and the unit's command as its user, with what it protects being read-only. Only systemd itself is left out.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/daemon.js';
import { documentAt } from '../support/documents.js';
import { freePort } from '../support/free-port.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { comesTrue } from '../support/until.js';
import { debian, PROGRAMS, userOf } from './machine.js';
import { makeRelease, tarball } from './make-release.js';
import { demandNamespaces, type Within, within } from './namespace.js';
import { runProgram } from './run-program.js';
import { type Running, serving } from './serving.js';
import { parseEnvironment, parseUnit, type Unit } from './unit-file.js';

const unitFile = join(root, 'deploy', 'sidelight.service');
/** Of this machine, else the one that these tests run by. */
const NODE = existsSync('/usr/bin/node') ? '/usr/bin/node' : '/usr/local/bin/node';

describe('as a systemd unit', () => {
  let folder: TempFolder;
  let unit: Unit;
  let running: Running;
  const at = (...path: readonly string[]): string => join(folder.path, 'root', ...path);
  const place = (more: Partial<Within> = {}): Within => ({
    root: at(),
    sees: PROGRAMS,
    own: { '/usr/local': join(folder.path, 'local') },
    workdir: '/root',
    ...more,
  });
  /** As root of that place. */
  const asRoot = (...command: readonly string[]): { status: number | null; stdout: string; stderr: string } => {
    const [program = '', ...args] = within(command, place());
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };
    return spawnSync(program, args, { encoding: 'utf8', env, cwd: '/' });
  };

  before(() => {
    demandNamespaces();
    folder = tempFolder();
    unit = parseUnit(readFileSync(unitFile, 'utf8'));
    debian(at());
    mkdirSync(join(folder.path, 'local', 'bin'), { recursive: true });
    cpSync(process.execPath, join(folder.path, 'local', 'bin', 'node'));
    makeRelease(join(folder.path, 'release'), { flags: ['--only-daemon'] });
    cpSync(join(folder.path, 'release', tarball), at('root', tarball));
  });
  after(async () => {
    await running?.stop();
    folder?.remove();
  });

  it('systemd has nothing to say against the unit', () => {
    const { status, stdout, stderr } = runProgram('systemd-analyze', ['verify', unitFile]);
    expect(`${status} ${stdout}${stderr}`.trim()).to.equal('0');
  });

  it('the steps of the documentation make the user and put every file in its place', () => {
    const steps = documentAt('docs/install.md').blocks.find(({ text }) => text.startsWith('adduser'))?.text ?? '';
    const { status, stderr } = asRoot('sh', '-euc', `systemctl() { :; }\n${steps}`);
    expect(status, stderr).to.equal(0);
    const { gid } = userOf(at(), unit.user);
    const files = ['sidelight.yaml', 'environment'].map((name) => statSync(at('etc/sidelight', name)));
    expect(files.map(({ mode, uid, gid: group }) => [(mode & 0o777).toString(8), uid, group])).to.deep.equal([
      ['640', 0, gid],
      ['640', 0, gid],
    ]);
    expect(statSync(join(folder.path, 'local/bin/sidelight')).mode & 0o777).to.equal(0o755);
    expect(readFileSync(at('etc/systemd/system/sidelight.service'), 'utf8')).to.equal(readFileSync(unitFile, 'utf8'));
    expect(runProgram('find', [at('opt/sidelight'), '!', '-user', 'root']).stdout).to.equal('');
    for (const path of ['scripts', 'test', '.git']) expect(existsSync(at('opt/sidelight', path)), path).to.equal(false);
  });

  it('the unit starts the daemon as its user, who may write its state alone; reloads it and stops it', async () => {
    const port = await freePort();
    const user = userOf(at(), unit.user);
    expect(user.uid).to.be.greaterThan(0);
    // What systemd does: the folder of its state, the environment, the command.
    mkdirSync(at(unit.state));
    chmodSync(at(unit.state), Number.parseInt(unit.stateMode, 8));
    runProgram('chown', [`${user.uid}:${user.gid}`, at(unit.state)]);
    writeFileSync(at(unit.environmentFile), `SIDELIGHT_PORT=${port}\nRADIO_KEY=from-the-file\n`);
    writeFileSync(at('etc/sidelight/sidelight.yaml'), 'integrations:\n  demo: {}\n');
    const env = { ...unit.environment, ...parseEnvironment(readFileSync(at(unit.environmentFile), 'utf8')) };
    expect(unit.exec[0]).to.equal('/usr/bin/node');
    expect(unit.isProtected).to.equal(true);
    const guarded = (...command: readonly string[]): readonly string[] =>
      within(
        command,
        place({ isReadOnly: true, writable: [unit.state], tmpfs: ['/tmp'], user, workdir: unit.workdir }),
      );
    running = await serving(guarded(NODE, ...unit.exec.slice(1)), '/', { ...env, HOME: unit.state });
    expect(statSync(at(unit.state, 'sidelight.db')).uid).to.equal(user.uid);
    const [program = '', ...args] = guarded('touch', '/opt/sidelight/x', '/etc/sidelight/x', '/var/lib/x');
    expect(runProgram(program, args).stderr.match(/Read-only file system/g)).to.have.length(3);

    expect(unit.reload).to.equal('/bin/kill -HUP $MAINPID');
    running.signal('SIGHUP');
    await comesTrue('the reload', async () => running.log().includes('the config was applied'));
  });

  it('the command works with the settings of the unit', async () => {
    const command = join(folder.path, 'local/bin/sidelight');
    const text = readFileSync(command, 'utf8');
    expect(text).to.include('runuser -u sidelight -- /usr/bin/node ');
    writeFileSync(command, text.replace('/usr/bin/node', NODE));
    const { status, stdout, stderr } = asRoot('sidelight', 'keys', 'create', 'homepage');
    expect(status, stderr).to.equal(0);
    const answer = await fetch(`${running.url}/api/widgets/homepage`, { headers: { 'x-api-token': stdout.trim() } });
    expect(answer.status).to.equal(200);
    expect(await running.stop()).to.equal(0);
  });
});
