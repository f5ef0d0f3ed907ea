/** What a user is told when the daemon cannot start: one exit code, one text that says what to do, nothing started. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeFolder, sidelight } from '../support/daemon.js';

describe('a start that cannot be', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const serve = (yaml: string | null, ...flags: string[]) => {
    const file = join(folder, 'sidelight.yaml');
    if (yaml !== null) writeFileSync(file, yaml);
    const config = yaml === null ? [] : ['--config', file];
    return sidelight(['serve', '--data', join(folder, 'data'), ...config, ...flags], {}, folder);
  };

  it('tells every mistake of the config at once, each with its line, and starts nothing', () => {
    const { status, stderr } = serve(
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
    expect(status).to.equal(1);
    for (const line of [2, 3, 7, 9]) expect(stderr, `line ${line}`).to.match(new RegExp(`line ${line}\\b`));
    expect(stderr).to.include('did you mean timezone?');
    expect(stderr).to.include('did you mean apiKey?');
    expect(stderr).to.include('did you mean jellyfin?');
    expect(existsSync(join(folder, 'data'))).to.equal(false);
  });

  it('names the line of broken YAML', () => {
    const { status, stderr } = serve('integrations:\n  jellyfin: {url: http://x\n');
    expect(status).to.equal(1);
    expect(stderr).to.match(/line \d/);
  });

  it('names a secret that is not there', () => {
    const { status, stderr } = serve(
      'integrations:\n  jellyfin:\n    url: http://127.0.0.1:1\n    apiKey: ${NO_SUCH_KEY}\n',
    );
    expect(status).to.equal(1);
    expect(stderr).to.include('NO_SUCH_KEY');
  });

  it('names a config that is not there', () => {
    const { status, stderr } = serve(null, '--config', join(folder, 'nowhere.yaml'));
    expect(status).to.equal(1);
    expect(stderr).to.include('nowhere.yaml');
  });

  it('says that a port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { status, stderr } = serve('{}', '--port', String(port));
    other.close();
    expect(status).to.equal(1);
    expect(stderr).to.include(`127.0.0.1:${port}`).and.to.include('--port');
  });

  it('says that the data folder cannot be written to', () => {
    writeFileSync(join(folder, 'data'), 'a file, not a folder');
    const { status, stderr } = serve('{}', '--port', '0');
    expect(status).to.equal(1);
    expect(stderr).to.include('--data');
  });

  it('leaves a corrupt database as it is, and says so', () => {
    mkdirSync(join(folder, 'data'));
    const rubbish = 'this is no database, '.repeat(500);
    writeFileSync(join(folder, 'data', 'sidelight.db'), rubbish);
    const { status, stderr } = serve('{}', '--port', '0');
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
