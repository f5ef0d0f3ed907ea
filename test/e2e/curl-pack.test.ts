/** curl.sh as somebody runs it who has just downloaded it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('curl.sh', () => {
  let daemon: DaemonHere;
  let key: string;
  let script: string;

  before(async () => {
    daemon = await startHere({ flags: ['--demo'] });
    key = await daemon.key();
    script = join(daemon.folder, 'curl.sh');
    writeFileSync(script, (await daemon.get('/widgets/curl.sh')).text);
    await until(
      () => daemon.get('/api/widgets/homepage', key),
      ({ json }) => json['movies'] !== 0,
    );
  });
  after(() => daemon.dispose());

  async function run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = { SIDELIGHT_KEY: key },
  ): Promise<Ended> {
    const child = spawn('sh', [script, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, stdout, stderr };
  }

  it('lists what there is when it is asked for nothing', async () => {
    const { status, stdout, stderr } = await run([]);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    const { endpoints } = JSON.parse(stdout) as { endpoints: readonly { path: string }[] };
    expect(endpoints.map(({ path }) => path)).to.include.members(['/api/widgets/homepage', '/api/widgets/downloads']);
  });

  it('prints a widget, also with a query, and with its whole path', async () => {
    const homepage = await run(['homepage']);
    expect(homepage).to.include({ status: 0, stderr: '' });
    expect(JSON.parse(homepage.stdout)).to.include({ service: true });
    const [one, same] = [await run(['users?limit=1']), await run(['/api/widgets/users?limit=1'])];
    expect(JSON.parse(one.stdout).items).to.have.lengthOf(1);
    expect(JSON.parse(same.stdout).items).to.deep.equal(JSON.parse(one.stdout).items);
  });

  it('shows the body of a refusal, and fails', async () => {
    const wrong = await run(['homepage'], { SIDELIGHT_KEY: 'sl_wrong' });
    expect(wrong).to.include({ status: 1, stderr: 'Sidelight answered 401\n' });
    expect(JSON.parse(wrong.stdout).error).to.include({ code: 'malformed_key' });
    const missing = await run(['nothing']);
    expect(missing.status).to.equal(1);
    expect(JSON.parse(missing.stdout).error).to.include({ code: 'not_found' });
  });

  it('does not show the key to those who look at what runs', async () => {
    const tools = join(daemon.folder, 'curl');
    writeFileSync(tools, '#!/bin/sh\nprintf "%s\\n" "$@" >&2\ncat > /dev/null\nprintf "{}\\n200"\n', { mode: 0o755 });
    const { status, stderr } = await run(['homepage'], {
      SIDELIGHT_KEY: key,
      PATH: `${daemon.folder}:${process.env['PATH']}`,
    });
    expect(status).to.equal(0);
    expect(stderr).to.include(`${daemon.url}/api/widgets/homepage`).and.not.include(key);
  });

  it('fails as curl does when nothing answers', async () => {
    await daemon.stop();
    const { status, stdout, stderr } = await run(['homepage']);
    expect({ status, stdout }).to.deep.equal({ status: 7, stdout: '' });
    expect(stderr).to.include('curl: (7)');
  });
});
