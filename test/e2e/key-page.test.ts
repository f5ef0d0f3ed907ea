/** The key page as a visitor uses it, without a script. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { textOf, unescaped } from '../support/page-text.js';
import { ADMIN, type Fields, type Shown, signedIn, Visitor } from '../support/visitor.js';

const PAGE = '/settings/api-key';
const KEY = /sl_[0-9A-Za-z]{49}/g;
const DECLARED = 'a-key-of-the-owners-choice';
const CONFIG = `
keys:
  - { name: wall, key: ${DECLARED}, widgets: [homepage, digest, downloads] }
integrations:
  demo: { plugin: demo }
`;
const shell = promisify(execFile);

const commandIn = (page: Shown): string => unescaped(/<code id="curl"[^>]*>([^<]+)</.exec(page.text)?.[1] ?? '');
/** The row of a key. */
const rowOf = (page: Shown, name: string): string =>
  page.text.split('<tr ').find((row) => row.includes(`data-name>${name}<`)) ?? '';
const idOf = (page: Shown, name: string): string => /data-key="([^"]+)"/.exec(rowOf(page, name))?.[1] ?? '';
const statusOf = (page: Shown): string => textOf(/role="status">([^<]*)</.exec(page.text)?.[1] ?? '');

describe('the key page', () => {
  let daemon: DaemonHere;
  let ada: Visitor;
  before(async () => {
    daemon = await startHere({ config: CONFIG });
    ada = await signedIn(daemon);
  });
  after(() => daemon.dispose());

  const make = (fields: Fields): Promise<Shown> =>
    ada.fill(PAGE, { scope: 'widgets-only', expires: 'never', expiresOn: '', networks: '', perMinute: '', ...fields });
  const keyIn = (page: Shown): string => {
    const found = new Set(page.text.match(KEY));
    expect([page.status, found.size]).to.deep.equal([200, 1]);
    return [...found].join();
  };
  const made = async (fields: Fields): Promise<string> => keyIn(await make(fields));
  const change = async (what: 'scope' | 'revoke', name: string, fields: Fields = {}): Promise<Shown> => {
    const id = idOf(await ada.open(PAGE), name);
    expect(id, name).to.not.equal('');
    const answer = await ada.send(`${PAGE}/${what}`, { id, ...fields });
    expect(answer.status).to.equal(303);
    return ada.open(answer.location.replace(/#.*/, ''));
  };

  it('is for members: everyone else is sent to the sign-in, and makes nothing', async () => {
    const stranger = new Visitor(daemon.url);
    const page = await stranger.open(PAGE);
    expect([page.status, page.location]).to.deep.equal([303, '/login?next=%2Fsettings%2Fapi-key']);
    await stranger.open('/login');
    for (const path of [PAGE, `${PAGE}/scope`, `${PAGE}/revoke`]) {
      expect((await stranger.send(path, { name: 'theirs', id: 'x' })).status, path).to.equal(401);
    }
    expect((await stranger.open(`${PAGE}/uses`, { 'sec-fetch-dest': 'empty' })).status).to.equal(401);
    expect((await ada.open(PAGE)).text).to.not.include('theirs');
  });

  it('takes no form that is not of its own', async () => {
    await ada.open(PAGE);
    for (const path of [PAGE, `${PAGE}/scope`, `${PAGE}/revoke`]) {
      for (const token of ['', 'x', new Visitor(daemon.url).token]) {
        const answer = await ada.send(path, { _csrf: token, name: 'foreign', scope: 'full' });
        expect(answer.status, path).to.equal(403);
      }
    }
    expect((await ada.open(PAGE)).text).to.not.include('foreign');
  });

  it('shows a key once, with a command that works when it is pasted', async () => {
    const page = await make({ name: 'tablet' });
    const key = keyIn(page);
    expect(page.headers.get('cache-control')).to.equal('no-store');
    expect(page.text).to.match(new RegExp(`<input id="key"[^>]* value="${key}" readonly`));
    expect(commandIn(page)).to.equal(`curl -H 'x-api-token: ${key}' ${daemon.url}/api/widgets/homepage`);
    const { stdout } = await shell('sh', ['-c', `${commandIn(page)} --silent --fail`]);
    expect(JSON.parse(stdout)).to.include({ service: true });
    const after = await ada.open(PAGE);
    expect(rowOf(after, 'tablet')).to.include(key.slice(0, 10)).and.not.include(key.slice(0, 11));
    expect(after.text).to.not.match(KEY);
  });

  it('makes no second key when the answer is loaded again', async () => {
    const form = { name: 'twice', scope: 'widgets-write', expires: '30d' };
    await made(form);
    const again = await make(form);
    expect(again.status).to.equal(409);
    expect(again.text).to.not.match(KEY);
    expect(textOf(again.text)).to.include('A key with this name already exists. If you just created it');
    expect(again.text).to.match(/<input id="name"[^>]* value="twice"[^>]* aria-describedby="name-fault name-hint"/);
    expect(again.text)
      .to.match(/value="widgets-write" checked/)
      .and.match(/<option value="30d" selected/);
    expect(again.text.match(/data-name>twice</g)).to.have.lengthOf(1);
  });

  it('makes keys of each scope, which may do what the page says', async () => {
    const may = async (key: string) => [
      (await daemon.get('/api/widgets/downloads', key)).status,
      (await daemon.post('/api/widgets/downloads/pause', {}, key)).status,
      (await daemon.get('/api/library-storage', key)).status,
    ];
    expect(await may(await made({ name: 'reader', scope: 'widgets-only' }))).to.deep.equal([200, 403, 403]);
    expect(await may(await made({ name: 'actor', scope: 'widgets-write' }))).to.deep.equal([200, 400, 403]);
    expect(await may(await made({ name: 'script', scope: 'full', current: ADMIN.password }))).to.deep.equal([
      200, 400, 200,
    ]);
  });

  it('limits a key to widgets, networks, a rate and a time', async () => {
    const few = await make({ name: 'few', widgets: ['stalled', 'digest'] });
    expect(commandIn(few)).to.match(/\/api\/widgets\/stalled$/);
    expect((await daemon.get('/api/widgets/digest', keyIn(few))).status).to.equal(200);
    expect((await daemon.get('/api/widgets/homepage', keyIn(few))).status).to.equal(403);
    const elsewhere = await made({ name: 'elsewhere', networks: '10.9.0.0/16,\nfd00::/8' });
    expect((await daemon.get('/api/widgets/homepage', elsewhere)).json).to.have.nested.property(
      'error.code',
      'network',
    );
    const slow = await made({ name: 'slow', perMinute: '1' });
    const answers = [await daemon.get('/api/widgets/homepage', slow), await daemon.get('/api/widgets/homepage', slow)];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 429]);
    await made({ name: 'ending', expires: '90d' });
    await made({ name: 'dated', expires: 'never', expiresOn: '2099-12-31' });
    const page = await ada.open(PAGE);
    expect(textOf(rowOf(page, 'few'))).to.include('stalled, digest');
    expect(textOf(rowOf(page, 'elsewhere'))).to.include('10.9.0.0/16, fd00::/8');
    expect(textOf(rowOf(page, 'slow'))).to.include('1 a minute');
    expect(textOf(rowOf(page, 'ending'))).to.match(/in (89|90) d/);
    expect(rowOf(page, 'dated')).to.include('datetime="2099-12-31T00:00:00.000Z"');
  });

  it('tells what is wrong beside the field, and keeps what was typed', async () => {
    const page = await make({
      name: '<b>mine</b>',
      scope: 'full',
      expiresOn: '2020-01-01',
      widgets: ['digest'],
      networks: 'everywhere',
      perMinute: 'many',
    });
    expect(page.status).to.equal(400);
    expect(page.text).to.match(/<p class="fault" role="alert">Please fix the fields below/);
    const fault = (field: string) => textOf(new RegExp(`id="${field}-fault"[^>]*>([^<]*)`).exec(page.text)?.[1] ?? '');
    expect(fault('expiresOn')).to.equal('Choose a date after today.');
    expect(fault('networks')).to.equal('"everywhere" is not a network: write one such as 192.168.1.0/24 or fd00::/8.');
    expect(fault('perMinute')).to.match(/^Write a whole number/);
    for (const field of ['expiresOn', 'networks', 'perMinute']) {
      const described = `aria-describedby="${field}-fault ${field}-hint" aria-invalid="true"`;
      expect(page.text, field).to.match(new RegExp(`<\\w+ id="${field}"[^>]* ${described}`));
    }
    expect(page.text).to.include('value="&lt;b&gt;mine&lt;/b&gt;"').and.not.include('<b>mine');
    expect(page.text)
      .to.match(/value="full" checked/)
      .and.match(/value="digest" checked/);
    expect(page.text).to.include('>everywhere</textarea>').and.include('value="many"');
    expect((await ada.open(PAGE)).text).to.not.include('mine');
  });

  it('changes the scope of a key that a dashboard holds, at once', async () => {
    const key = await made({ name: 'held' });
    const pause = async () => (await daemon.post('/api/widgets/downloads/pause', {}, key)).status;
    expect(await pause()).to.equal(403);
    const page = await change('scope', 'held', { scope: 'widgets-write' });
    expect(statusOf(page)).to.equal('The scope was changed. It applies from the next request on.');
    expect(rowOf(page, 'held')).to.match(/<option selected>widgets-write</);
    expect(await pause()).to.equal(400);
    const wrong = await ada.send(`${PAGE}/scope`, { id: idOf(page, 'held'), scope: 'everything' });
    expect(wrong.status).to.equal(400);
    expect(await pause()).to.equal(400);
  });

  it('revokes a key at once, and says so when it is gone already', async () => {
    const key = await made({ name: 'lost' });
    const before = await ada.open(PAGE);
    expect(rowOf(before, 'lost')).to.match(/<details class="revoke">\s*<summary>Revoke/);
    expect((await daemon.get('/api/widgets/homepage', key)).status).to.equal(200);
    const page = await change('revoke', 'lost');
    expect(statusOf(page)).to.equal('The key was revoked and no longer works.');
    expect(rowOf(page, 'lost')).to.equal('');
    expect((await daemon.get('/api/widgets/homepage', key)).status).to.equal(401);
    const fresh = await made({ name: 'lost' });
    const late = await ada.send(`${PAGE}/revoke`, { id: idOf(before, 'lost') });
    expect(late.location).to.equal(`${PAGE}?done=gone#keys`);
    expect((await daemon.get('/api/widgets/homepage', fresh)).status).to.equal(200);
  });

  it('shows keys of the config, without a word of them, for reading only', async () => {
    const page = await ada.open(PAGE);
    const row = rowOf(page, 'wall');
    expect(textOf(row)).to.include('wall from the config').and.include('3 widgets homepage, digest, downloads');
    expect(row).to.not.include('<form');
    expect(page.text).to.not.include(DECLARED.slice(0, 6));
    for (const [what, fields] of [
      ['revoke', {}] as const,
      ['scope', { scope: 'full', current: ADMIN.password }] as const,
    ]) {
      const answer = await ada.send(`${PAGE}/${what}`, { id: idOf(page, 'wall'), ...fields });
      expect(answer.location).to.equal(`${PAGE}?done=declared#keys`);
    }
    expect((await daemon.get('/api/widgets/homepage', DECLARED)).status).to.equal(200);
    expect((await daemon.get('/api/library-storage', DECLARED)).status).to.equal(403);
  });

  it('tells within seconds that a key was used, when and from where', async () => {
    const key = await made({ name: 'watched' });
    const id = idOf(await ada.open(PAGE), 'watched');
    const use = async (): Promise<unknown> => {
      const { keys } = JSON.parse((await ada.open(`${PAGE}/uses`)).text) as { keys: readonly { id: string }[] };
      return keys.find((each) => each.id === id);
    };
    expect(await use()).to.deep.equal({ id, lastUsedAt: null, label: 'never', title: '', from: null, count: 0 });
    await daemon.get('/api/widgets/homepage', key);
    await daemon.get('/api/widgets/digest', key);
    expect(await use()).to.include({ label: 'just now', from: '127.0.0.1', count: 2 });
    const row = rowOf(await ada.open(PAGE), 'watched');
    expect(row).to.match(/<time datetime="[^"]+" title="\d+ \w+ \d{4}, [\d:]+">just now</);
    expect(textOf(row)).to.include('from 127.0.0.1 2 never');
  });

  it('has no key in any other answer', async () => {
    const key = await made({ name: 'secret' });
    const pages = [PAGE, `${PAGE}?done=revoked`, `${PAGE}/uses`, '/widgets/', '/settings/gallery', '/'];
    for (const path of pages) {
      const { status, text } = await ada.open(path);
      expect([path, status, text.match(KEY)]).to.deep.equal([path, 200, null]);
    }
    expect(daemon.log()).to.not.include(key);
  });

  it('never repeats what an address says', async () => {
    const page = await ada.open(`${PAGE}?done=%3Cscript%3Ehello`);
    expect([page.status, statusOf(page)]).to.deep.equal([200, '']);
    expect(page.text).to.not.include('hello');
  });

  it('writes the commands for its own address, whatever a link says', async () => {
    const page = await ada.open(`${PAGE}?baseUrl=${encodeURIComponent('http://evil.example')}`);
    expect(commandIn(page)).to.equal(`curl -H "x-api-token: $SIDELIGHT_KEY" ${daemon.url}/api/widgets/homepage`);
    const fields = { name: 'lured', scope: 'widgets-only', expires: 'never' };
    const answer = await ada.send(`${PAGE}?baseUrl=${encodeURIComponent('http://evil.example')}`, fields);
    expect(commandIn(answer)).to.include(daemon.url).and.not.include('evil');
    const { stdout } = await shell('sh', ['-c', `${commandIn(page)} --silent`], {
      env: { ...process.env, SIDELIGHT_KEY: keyIn(answer) },
    });
    expect(JSON.parse(stdout)).to.include({ service: true });
  });

  it('repeats no other page, and leads to the packs and the explorer', async () => {
    const { text } = await ada.open(PAGE);
    expect(text).to.not.match(/<section id="(gallery|packs|explorer)"/);
    expect(text)
      .to.include('href="/widgets/"')
      .and.include('href="/swagger-ui"')
      .and.include('href="/settings/gallery"');
  });
});
