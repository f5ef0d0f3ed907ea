/** Links that open one tile without a key: made and revoked on their page, opened by whoever has them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { textOf, unescaped } from '../support/page-text.js';
import { until } from '../support/until.js';
import { type Fields, type Shown, signedIn, Visitor } from '../support/visitor.js';

const PAGE = '/settings/share';
const TOKEN = /slt_[0-9A-Za-z]{49}/g;
const DASHBOARD = 'http://homarr.lan:7575';
const CONFIG = 'integrations: { demo: {} }';

/** All bytes below a folder. */
const bytesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('');

describe('share links', () => {
  let daemon: DaemonHere;
  let ada: Visitor;
  let count = 0;
  before(async () => {
    daemon = await startHere({ config: CONFIG });
    ada = await signedIn(daemon);
    const key = await daemon.key();
    await until(
      () => daemon.get('/api/widgets/nowplaying', key),
      ({ json }) => json['streams'] !== 0 && json['sourceState'] === 'ok',
    );
    await until(
      () => daemon.get('/api/widgets/calendar', key),
      ({ json }) => (json['items'] as readonly unknown[]).length > 3,
    );
  });
  after(() => daemon.dispose());

  const send = (fields: Fields): Promise<Shown> => {
    count += 1;
    const own = { name: `link ${count}`, widget: 'nowplaying', dashboards: '', query: '', expires: 'never' };
    return ada.fill(PAGE, { ...own, viewers: 'names', ...fields });
  };
  /** What opens the link. */
  const made = async (fields: Fields): Promise<string> => {
    const page = await send(fields);
    const found = new Set(page.text.match(TOKEN));
    expect([page.status, found.size], textOf(page.text)).to.deep.equal([200, 1]);
    return [...found].join();
  };
  const open = (path: string, token: string, more = ''): Promise<Shown> =>
    new Visitor(daemon.url).open(`/tiles/${path}?share=${token}${more}`);
  const rowOf = async (name: string): Promise<string> =>
    (await ada.open(PAGE)).text.split('<li>').find((row) => row.includes(`<h3>${name}</h3>`)) ?? '';
  const revoke = async (name: string): Promise<Shown> =>
    ada.send(`${PAGE}/revoke`, { id: /name="id" value="([^"]+)"/.exec(await rowOf(name))?.[1] ?? '' });

  it('are for members to make', async () => {
    const stranger = new Visitor(daemon.url);
    expect((await stranger.open(PAGE)).location).to.equal('/login?next=%2Fsettings%2Fshare');
    await stranger.open('/login');
    for (const path of [PAGE, `${PAGE}/revoke`]) expect((await stranger.send(path)).status, path).to.equal(401);
  });

  it('open one tile, in a frame of the dashboard that they name, without a cookie and without a key', async () => {
    const token = await made({ name: 'kitchen', dashboards: `${DASHBOARD}/boards/home` });
    const tile = await open('nowplaying', token);
    expect(tile.status).to.equal(200);
    expect(tile.text).to.include('Now playing').and.to.include('class="rows"');
    const policy = tile.headers.get('content-security-policy') ?? '';
    expect(policy).to.include(`frame-ancestors ${DASHBOARD}`).and.to.include("default-src 'none'");
    expect(tile.headers.get('x-frame-options')).to.equal(null);
    expect(tile.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(tile.setCookies).to.deep.equal([]);
    // Nothing of what only members see, and no token again.
    expect(tile.text).to.not.match(/slt_|sl_|swagger-ui|csrf|\/settings\//);
  });

  it('are framed by nobody where they name no dashboard', async () => {
    const { headers } = await open('nowplaying', await made({}));
    expect(headers.get('content-security-policy')).to.include("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).to.equal('DENY');
  });

  it('open no other tile, no route of the API, and nothing with half a token', async () => {
    const token = await made({});
    expect((await open('downloads', token)).status).to.equal(404);
    expect((await open('nowplaying', '')).status).to.equal(404);
    const key = { 'x-api-token': token };
    expect((await fetch(`${daemon.url}/api/widgets/nowplaying`, { headers: key })).status).to.equal(401);
    expect((await fetch(`${daemon.url}/api/widgets/nowplaying?share=${token}`)).status).to.equal(401);
    const api = await daemon.key('full');
    expect((await open('nowplaying', api)).status).to.equal(404);
    expect((await fetch(`${daemon.url}/tiles/nowplaying?share=${token}`, { method: 'POST' })).status).to.equal(405);
  });

  it('are shown once: neither the list, the data folder, the log nor the audit holds one', async () => {
    const token = await made({ name: 'once' });
    await open('nowplaying', token);
    await open('nowplaying', token, '&theme=pink');
    const secret = token.slice(10);
    const row = await rowOf('once');
    expect(textOf(row)).to.include('Now playing').and.to.include(token.slice(0, 10)).and.to.include('2 times');
    const audit = (await ada.open('/settings/audit')).text;
    expect(audit).to.include('Made a share link').and.to.include('once (nowplaying)');
    for (const text of [row, audit, daemon.log(), bytesOf(join(daemon.folder, 'data'))]) {
      expect(text.includes(secret)).to.equal(false);
    }
  });

  it('end when they are revoked, and say so in any frame', async () => {
    const token = await made({ name: 'gone soon', dashboards: DASHBOARD });
    expect((await revoke('gone soon')).location).to.equal(`${PAGE}?done=revoked#shares`);
    const { status, text, headers } = await open('nowplaying', token);
    expect([status, textOf(text)]).to.deep.equal([404, textOf(text)]);
    expect(textOf(text)).to.include('This link does not exist').and.to.include('make a new one');
    expect(headers.get('content-security-policy')).to.include('frame-ancestors *');
    expect(headers.get('x-frame-options')).to.equal(null);
    expect((await ada.open('/settings/audit')).text).to.include('Revoked a share link');
    expect((await ada.send(`${PAGE}/revoke`, { id: 'x' })).location).to.equal(`${PAGE}?done=gone#shares`);
  });

  it('end on their day', async () => {
    const { token } = await daemon.services.shares.create({
      ...{ name: 'last year', widget: 'nowplaying', expiresAt: '2020-01-01T00:00:00.000Z' },
    });
    const { status, text } = await open('nowplaying', token);
    expect([status, textOf(text).includes('This link has expired')]).to.deep.equal([410, true]);
    expect(textOf(await rowOf('last year'))).to.include('Expired');
  });

  it('take the theme of the address', async () => {
    const token = await made({});
    const themeOf = async (more: string) =>
      /<html lang="en"( data-theme="(\w+)")?/.exec((await open('nowplaying', token, more)).text)?.[2];
    expect(await themeOf('')).to.equal(undefined);
    expect(await themeOf('&theme=auto')).to.equal(undefined);
    expect(await themeOf('&theme=dark')).to.equal('dark');
    expect(await themeOf('&theme=light')).to.equal('light');
    const odd = await open('nowplaying', token, '&theme=pink');
    expect([odd.status, textOf(odd.text).includes('"theme" must be one of auto, light, dark')]).to.deep.equal([
      400,
      true,
    ]);
  });

  it('ask their widget as they say, with a chart and its table', async () => {
    const days = async (query: string): Promise<number> => {
      const { text } = await open('graphs', await made({ widget: 'graphs', query }));
      return text.match(/<th scope="row">/g)?.length ?? 0;
    };
    expect(await days('days=7')).to.equal(7);
    // As far as the demo remembers.
    expect(await days('?days=30')).to.be.within(8, 30);
    const wrong = await send({ widget: 'graphs', query: 'day=7' });
    expect([wrong.status, unescaped(textOf(wrong.text)).includes('did you mean "days"?')]).to.deep.equal([400, true]);
  });

  it('name no integration to whoever asks by one that has left', async () => {
    const { token } = await daemon.services.shares.create({ name: 'attic', widget: 'graphs', query: 'source=attic' });
    const { status, text } = await open('graphs', token);
    expect([status, textOf(text).includes('is for something that no longer exists')]).to.deep.equal([404, true]);
    expect(text).to.not.include('demo');
  });

  it('tell no more than they should of people', async () => {
    const shown = async (viewers: string) => textOf((await open('nowplaying', await made({ viewers }))).text);
    const names = /Ada|Ben|Cleo|Dario|Elif|Finn|Grandma/;
    expect(await shown('names')).to.match(names);
    expect(await shown('none')).to.not.match(names);
    expect(textOf(await rowOf(`link ${count}`))).to.include('nobody');
  });

  it('are asked again for nothing, until something has changed or a minute has gone by', async () => {
    const url = `${daemon.url}/tiles/graphs?share=${await made({ widget: 'graphs' })}`;
    const statuses = await until(
      async () => {
        const first = await fetch(url, { headers: { accept: 'text/html' } });
        const headers = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'no-cache' };
        const [again, dark] = [await fetch(url, { headers }), await fetch(`${url}&theme=dark`, { headers })];
        return [again.status, dark.status];
      },
      ([again]) => again === 304,
    );
    expect(statuses).to.deep.equal([304, 200]);
  });

  it('are a calendar for whatever reads one', async () => {
    const token = await made({ widget: 'calendar', query: 'limit=3' });
    const answer = await fetch(`${daemon.url}/tiles/calendar.ics?share=${token}`);
    expect(answer.headers.get('content-type')).to.equal('text/calendar; charset=utf-8');
    expect((await answer.text()).match(/BEGIN:VEVENT/g)?.length).to.be.greaterThan(3);
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(`${daemon.url}/tiles/calendar.ics?share=${token}`, {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).to.equal(304);
    expect((await open('nowplaying.ics', await made({}))).status).to.equal(404);
  });

  it('say what is wrong with a form, and make nothing of it', async () => {
    for (const [fields, sentence] of [
      [{ dashboards: 'homarr' }, 'is no address of a dashboard'],
      [{ dashboards: "http://a;script-src'*'" }, 'is no address of a dashboard'],
      [{ dashboards: 'http://[::1]:7575' }, 'with a name or an IPv4 address'],
      [{ name: '' }, 'Name what it is for'],
      [{ widget: 'nothing' }, 'Choose one from the list'],
      [{ viewers: 'all' }, 'Choose one from the list'],
      [{ expires: 'soon' }, 'Choose one from the list'],
    ] as const) {
      const { status, text } = await send(fields);
      expect([status, unescaped(textOf(text)).includes(sentence), TOKEN.test(text)], sentence).to.deep.equal([
        400,
        true,
        false,
      ]);
    }
    await made({ name: 'twice' });
    expect((await send({ name: 'twice' })).status).to.equal(409);
  });

  it('are made by the command line, too, and opened at once', async () => {
    const args = ['--data', join(daemon.folder, 'data'), '--config', join(daemon.folder, 'sidelight.yaml')];
    const share = (...words: string[]) => commandHere(['share', ...words, ...args], daemon.folder);
    const created = await share(
      'create',
      'wall',
      'graphs',
      '--query',
      'days=7',
      '--dashboard',
      DASHBOARD,
      '--base-url',
      daemon.url,
    );
    expect([created.status, created.stderr]).to.deep.equal([0, '']);
    const page = await fetch(created.stdout.trim());
    expect([page.status, page.headers.get('content-security-policy')?.includes(DASHBOARD)]).to.deep.equal([200, true]);
    expect((await share('list')).stdout).to.match(/wall +slt_\w+ +graphs\?days=7 .*on http:\/\/homarr.lan:7575/);
    expect((await share('create', 'wall', 'graphs')).stderr).to.include('A link named "wall" already exists');
    expect((await share('create', 'hall', 'graph')).stderr).to.include('did you mean "graphs"?');
    expect((await share('create', 'hall', 'graphs', '--query', 'x=1')).stderr).to.include('Unknown parameter "x"');
    expect((await share('revoke', 'wall')).stdout).to.equal('wall was revoked\n');
    expect((await share('revoke', 'wall')).stderr).to.include('There is no link named "wall"');
    await until(
      async () => (await fetch(created.stdout.trim())).status,
      (status) => status === 404,
    );
  });

  it('are not guessed: an address that tries is stopped, and those who have one go on', async () => {
    const [known, old] = [await made({}), await made({ name: 'old' })];
    await revoke('old');
    const guess = `slt_${'0'.repeat(49)}`;
    const statuses: number[] = [];
    for (let n = 0; n < 40; n++) statuses.push((await open('nowplaying', guess)).status);
    expect([statuses[0], statuses.at(-1)]).to.deep.equal([404, 429]);
    expect((await open('nowplaying', known)).status).to.equal(200);
    expect((await open('nowplaying', old)).status).to.equal(404);
    expect((await ada.open('/settings/audit')).text).to.include('Tried share links too often');
  });
});
