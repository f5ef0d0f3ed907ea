/** Cases recorded from programs that really run: they pass when played back, and their files hold no secret. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyPlugin } from '@sidelight/plugin-api';
import { expectCase, readExpected } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { authorCommand } from '../support/author.js';
import { root } from '../support/daemon.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';
import { comesTrue } from '../support/until.js';
import { realAria2 } from './real-aria2.js';
import type { RealProcess } from './real-process.js';
import { realTransmission } from './real-transmission.js';
import { smallTorrent } from './torrent-file.js';

const NAME = 'Metropolis.1927.1080p.mkv';
const torrent = smallTorrent(NAME, 'http://127.0.0.1:9/announce');

describe('recording a case', () => {
  let folder: TempFolder;
  let running: RealProcess | undefined;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(async () => {
    await running?.stop();
    folder.remove();
  });

  const place = (name: string) => {
    mkdirSync(join(folder.path, name));
    return { name, folder: join(folder.path, name), address: '127.0.0.41' };
  };

  /** Records with the command, plays the case back, and looks for what must not be in its files. */
  async function record(id: string, url: string, entry: string, secrets: readonly string[]): Promise<unknown> {
    folder.write('entry.yaml', entry);
    const args = [id, 'recorded', '--url', url, '--config', 'entry.yaml', '--out', 'cases'];
    const { status, text } = await authorCommand('record-case', args, { cwd: folder.path });
    expect(status, text).to.equal(0);
    const recorded = join(folder.path, 'cases', 'recorded');
    const written = readdirSync(recorded).map((name) => readFileSync(join(recorded, name), 'utf8'));
    expect(readdirSync(recorded)).to.include.members(['config.yaml', 'upstream.json', 'expected.json']);
    for (const secret of [...secrets, new URL(url).host]) expect(written.join('\n')).to.not.include(secret);
    const module: unknown = await import(pathToFileURL(join(root, 'plugins', id, 'dist', 'src', 'plugin.js')).href);
    await expectCase((module as { default: AnyPlugin }).default, recorded);
    return readExpected(recorded);
  }

  it('of Transmission: basic authentication and a session id', async () => {
    const transmission = await realTransmission(place('transmission'));
    running = transmission;
    await transmission.start();
    await transmission.add(torrent);
    await comesTrue('the torrent to be there', async () => (await transmission.list()).length === 1);
    const { url, username, password } = transmission;
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const refused = await fetch(`${url}/transmission/rpc`, { method: 'POST', headers: { authorization: basic } });
    const session = refused.headers.get('x-transmission-session-id') ?? '';
    expect(session).to.have.length.greaterThan(20);
    const entry = `username: ${username}\npassword: ${password}\n`;
    const expected = await record('transmission', url, entry, [password, basic, session]);
    expect(expected).to.have.nested.property('[1].published[0].items[0].name', NAME);
  });

  it('of aria2: a secret in the body of every call', async () => {
    const aria2 = await realAria2(place('aria2'));
    running = aria2;
    await aria2.start();
    await aria2.add(torrent, { pause: 'true' });
    const expected = await record('aria2', aria2.url, `secret: ${aria2.secret}\n`, [aria2.secret]);
    expect(expected).to.have.nested.property('[1].published[0].items[0].state', 'paused');
  });
});
