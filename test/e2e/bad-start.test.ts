/** What a user is told when the daemon cannot start: one exit code, one text that says what to do, nothing started. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { makeFolder, sidelight } from '../support/daemon.js';

describe('a start that cannot be', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const argsOf = (yaml: string | null, ...flags: string[]): readonly string[] => {
    const file = join(folder, 'sidelight.yaml');
    if (yaml !== null) writeFileSync(file, yaml);
    const config = yaml === null ? [] : ['--config', file];
    return ['serve', '--data', join(folder, 'data'), ...config, ...flags];
  };
  const serve = (yaml: string | null, ...flags: string[]) => commandHere(argsOf(yaml, ...flags), folder);

  it('tells every mistake of the config at once, each with its line, and starts nothing', async () => {
    const args = argsOf(
      [
        'server:',
        '  port: eighty',
        'timezon: Europe/Berlin',
        'integrations:',
        '  jellyfin:',
        '    url: http://127.0.0.1:1',
        '    apikey: abc',
        '  movies:',
        '    plugin: jellyfinn',
        '    url: http://127.0.0.1:1',
      ].join('\n'),
    );
    const { status, stdout, stderr } = sidelight(args, {}, folder);
    expect(stdout).to.equal('');
    expect(status).to.equal(1);
    for (const line of [2, 3, 7, 9]) expect(stderr, `line ${line}`).to.match(new RegExp(`line ${line}\\b`));
    expect(stderr).to.include('did you mean timezone?');
    expect(stderr).to.include('did you mean apiKey?');
    expect(stderr).to.include('did you mean jellyfin?');
    expect(existsSync(join(folder, 'data'))).to.equal(false);
  });

  it('names the line of broken YAML', async () => {
    const { status, stderr } = await serve('integrations:\n  jellyfin: {url: http://x\n');
    expect(status).to.equal(1);
    expect(stderr).to.match(/line \d/);
  });

  it('names a secret that is not there', async () => {
    const { status, stderr } = await serve(
      'integrations:\n  jellyfin:\n    url: http://127.0.0.1:1\n    apiKey: ${NO_SUCH_KEY}\n',
    );
    expect(status).to.equal(1);
    expect(stderr).to.include('NO_SUCH_KEY');
  });

  it('names a config that is not there', async () => {
    const { status, stderr } = await serve(null, '--config', join(folder, 'nowhere.yaml'));
    expect(status).to.equal(1);
    expect(stderr).to.include('nowhere.yaml');
  });

  it('says that a port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { status, stderr } = sidelight(argsOf('{}', '--port', String(port)), {}, folder);
    other.close();
    expect(status).to.equal(1);
    expect(stderr).to.include(`127.0.0.1:${port}`).and.to.include('--port');
  });

  it('says that the data folder cannot be written to', async () => {
    writeFileSync(join(folder, 'data'), 'a file, not a folder');
    const { status, stderr } = await serve('{}', '--port', '0');
    expect(status).to.equal(1);
    expect(stderr).to.include('--data');
  });

  it('leaves a corrupt database as it is, and says so', async () => {
    mkdirSync(join(folder, 'data'));
    const rubbish = 'this is no database, '.repeat(500);
    writeFileSync(join(folder, 'data', 'sidelight.db'), rubbish);
    const { status, stderr } = await serve('{}', '--port', '0');
    expect(status).to.equal(1);
    expect(stderr).to.match(/move it away|backup/);
    expect(readFileSync(join(folder, 'data', 'sidelight.db'), 'utf8')).to.equal(rubbish);
  });

  it('guesses a mistyped command, and exits with 2', () => {
    const { status, stderr } = sidelight(['sevre']);
    expect(status).to.equal(2);
    expect(stderr).to.include('did you mean "serve"');
  });
});
