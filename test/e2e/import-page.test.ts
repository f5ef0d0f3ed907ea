/** The import page, without scripts: a file is uploaded, looked at and imported; whatever goes wrong, none of it is left. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { historyFile } from '../support/histories.js';
import { textOf } from '../support/page-text.js';
import { until } from '../support/until.js';
import { signedIn, Visitor } from '../support/visitor.js';

const PAGE = '/settings/import';
const FORM = { format: 'jellystat', source: 'home', zone: 'Europe/Berlin' };

describe('the import page', () => {
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  let visitor: Visitor;
  let folder: string;

  const backup = new Blob([readFileSync(historyFile('jellystat-backup.json'))]);
  const spool = (): string => join(folder, 'data', 'imports');
  const text = async (): Promise<string> => textOf((await visitor.open(PAGE)).text);
  const tells = (what: RegExp): Promise<string> => until(text, (told) => what.test(told));
  const upload = async (file = backup, fields: Partial<typeof FORM> = {}, name = 'backup.json') => {
    await visitor.open(PAGE);
    return visitor.upload(`${PAGE}/upload`, { ...FORM, ...fields }, file, name);
  };
  const press = async (what: string) => {
    await visitor.open(PAGE);
    return visitor.send(`${PAGE}/${what}`);
  };
  const isEmpty = () =>
    until(
      () => readdirSync(spool()),
      (files) => files.length === 0,
    );

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30 });
    folder = makeFolder();
    mkdirSync(join(folder, 'data', 'imports'), { recursive: true });
    writeFileSync(join(folder, 'data', 'imports', 'left-behind'), 'of a run that was killed');
    const entry = `{ plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }`;
    daemon = await startHere({ folder, config: `timezone: Europe/Berlin\nintegrations:\n  home: ${entry}\n` });
    visitor = await signedIn(daemon);
    await tells(/Which media server do the plays belong to\? home/);
  });
  afterEach(async () => {
    if (/Import another file|Discard the file/.test(await text())) await press('discard');
    await isEmpty();
  });
  after(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });

  it('is for members, and for forms of its own', async () => {
    const stranger = new Visitor(daemon.url);
    expect((await stranger.open(PAGE)).location).to.equal(`/login?next=${encodeURIComponent(PAGE)}`);
    await stranger.open('/');
    expect((await stranger.upload(`${PAGE}/upload`, FORM, backup, 'backup.json')).status).to.equal(401);
    await visitor.open(PAGE);
    expect(
      (await visitor.upload(`${PAGE}/upload`, { ...FORM, _csrf: 'other' }, backup, 'backup.json')).status,
    ).to.equal(403);
    expect((await visitor.send(`${PAGE}/run`, { _csrf: 'other' })).status).to.equal(403);
  });

  it('has removed what a process before it left behind', async () => {
    await visitor.open(PAGE);
    expect(readdirSync(spool())).to.deep.equal([]);
  });

  it('shows what would happen, imports when it is told to, and says what came of it', async () => {
    expect((await upload()).location).to.equal(PAGE);
    const asked = await tells(/Preview/);
    expect(asked).to.include('Jellystat, backup.json: plays of home');
    expect(asked).to.match(
      /Rows in the file 47 New plays 33 Rows skipped 14 Watched 3 h 33 min When from 2026-09-25 to 2026-11-22/,
    );
    expect(asked).to.match(
      /7 were played for less than history\.minPlaySeconds in the config Caminandes, linus, 2026-11-22T07:11/,
    );
    expect(asked).to.match(/grace no match: name unchanged 11/);
    expect(readdirSync(spool())).to.have.length(1);
    expect((await upload()).status).to.equal(409);
    expect((await press('run')).location).to.equal(PAGE);
    const done = await tells(/Imported/);
    expect(done).to.include('Plays added 33').and.include('Import another file');
    await isEmpty();
    const key = await daemon.key();
    await until(
      () => daemon.get('/api/widgets/watch', key),
      ({ json }) => json['secondsAll'] === 12_832,
    );
    expect((await press('run')).status).to.equal(409);
    await press('discard');
    await upload();
    const again = await tells(/Preview/);
    expect(again).to.include('New plays 0').and.not.include('Import them');
  });

  it('says what is wrong with a file, and keeps none of it', async () => {
    await upload(new Blob(['Hello']), { format: 'tautulli' }, 'hello.db');
    expect(await tells(/could not be imported/)).to.include('It is not a Tautulli database');
  });

  it('refuses a form that lacks something', async () => {
    for (const [fields, file, status, what] of [
      [{ format: 'other' }, backup, 400, 'Choose the program that the file is from'],
      [{ zone: 'Moon/Base' }, backup, 400, 'is not a time zone'],
      [{ source: 'away' }, backup, 400, 'away is not a media server'],
    ] as const) {
      const answer = await upload(file, fields);
      expect([answer.status, textOf(answer.text).includes(what)], what).to.deep.equal([status, true]);
    }
    const nothing = await visitor.upload(`${PAGE}/upload`, FORM, new Blob([]), '');
    expect([nothing.status, textOf(nothing.text).includes('Choose a file')]).to.deep.equal([400, true]);
  });

  /** Begins an upload of so many bytes, and sends a few of them. */
  const begin = async (bytes: number) => {
    await visitor.open(PAGE);
    const head = [
      ...Object.entries({ _csrf: visitor.token, ...FORM }).map(
        ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      '--b\r\nContent-Disposition: form-data; name="file"; filename="large.json"\r\n\r\n[{"jf_users":[',
    ].join('');
    const sent = request(`${daemon.url}${PAGE}/upload`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': bytes,
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        accept: 'text/html',
      },
    });
    sent.write(head);
    return sent;
  };

  it('takes no file that is larger than what fits', async () => {
    const sent = await begin(1e15);
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      sent.once('response', (response) => resolve(response.statusCode));
      sent.once('error', reject);
    });
    // It is not waited for what was announced; that the rest is not read any more is no matter here.
    sent.on('error', () => undefined).destroy();
    expect(answer).to.equal(507);
  });

  it('keeps nothing of an upload that breaks off', async () => {
    const sent = await begin(1e6);
    sent.on('error', () => undefined);
    await until(
      () => readdirSync(spool()),
      (files) => files.length === 1,
    );
    sent.destroy();
    await isEmpty();
    await upload();
    await tells(/Preview/);
  });
});
