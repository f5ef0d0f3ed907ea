/** The audit of a running daemon: what is written down, the page, and the command beside it. */
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { textOf } from '../support/page-text.js';
import { until } from '../support/until.js';
import { ADMIN, signedIn, Visitor } from '../support/visitor.js';

const PAGE = '/settings/audit';
const KEYS = '/settings/api-key';

describe('the audit', () => {
  let daemon: DaemonHere;
  let visitor: Visitor;
  let key: string;

  const post = (body: object) =>
    fetch(`${daemon.url}/api/widgets/downloads/pause`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-token': key },
      body: JSON.stringify(body),
    });
  const downloads = async (): Promise<readonly { readonly id: string }[]> => {
    const read = await fetch(`${daemon.url}/api/widgets/downloads`, { headers: { 'x-api-token': key } });
    return ((await read.json()) as { items: readonly { id: string }[] }).items;
  };
  const rowsOf = async (query = ''): Promise<readonly string[]> => {
    const { text } = await visitor.open(`${PAGE}${query}`);
    const [, body = ''] = /<tbody[^>]*>(.*)<\/tbody>/s.exec(text) ?? [];
    return body.split('</tr>').flatMap((row) => textOf(row).replace(/\s+/g, ' ').trim() || []);
  };

  before(async () => {
    daemon = await startHere({ config: 'integrations: { demo: {} }\n' });
    visitor = await signedIn(daemon);
    const made = await visitor.fill(KEYS, { name: 'wall', scope: 'widgets-write', expires: 'never' });
    key = /sl_[0-9A-Za-z]{49}/.exec(made.text)?.[0] ?? '';
    const [download] = await until(downloads, (items) => items.length > 0);
    expect((await post({ id: download?.id, paused: true })).status).to.equal(200);
    expect((await post({ id: 'demo:all', paused: true })).status).to.equal(400);
    const stranger = new Visitor(daemon.url);
    await stranger.fill('/login', { name: ADMIN.name, password: 'wrong password', with: 'password' });
  });
  after(() => daemon.dispose());

  it('shows who did what, the newest first, and no password and no key', async () => {
    const { status, text } = await visitor.open(PAGE);
    expect(status).to.equal(200);
    expect(text).to.not.include(key).and.not.include('wrong password');
    const rows = await rowsOf();
    expect(rows[0]).to.match(/somebody Tried to sign in password Refused 127\.0\.0\.1$/);
    expect(rows[1]).to.match(/wall sl_\w{7}… Pause or resume a download demo:all Not understood/);
    expect(rows[2]).to.match(/wall sl_\w{7}… Pause or resume a download demo:\w+ Done/);
    expect(rows[3]).to.match(/ada Made a key wall \(widgets-write\) Done/);
    expect(rows.at(-1)).to.match(/ada Became the administrator Done/);
  });

  it('is filtered by kind and words, and says when nothing matches', async () => {
    expect(await rowsOf('?kind=keys')).to.have.lengthOf(1);
    expect(await rowsOf('?kind=actions&since=24h')).to.have.lengthOf(2);
    expect(await rowsOf('?text=DEMO%3Aall')).to.have.lengthOf(1);
    expect(await rowsOf('?kind=nonsense&since=-1&before=x')).to.have.length.above(4);
    expect((await visitor.open(`${PAGE}?text=<b>`)).text)
      .to.include('Nothing matches')
      .and.not.include('<b>');
  });

  it('is for who is signed in', async () => {
    const stranger = await new Visitor(daemon.url).open(PAGE);
    expect(stranger.location).to.equal('/login?next=%2Fsettings%2Faudit');
  });

  it('is listed by a command beside the daemon, as a table and as JSON', async () => {
    const run = (...args: string[]) => commandHere([...args, '--data', join(daemon.folder, 'data')], daemon.folder);
    await run('keys', 'revoke', 'wall');
    const table = await run('audit', 'keys');
    expect(table.stdout.split('\n')[0]).to.match(/^\S+Z {2}the command line +Revoked a key +Done +– +wall$/);
    const { stdout } = await run('audit', '--json', '--since', '1d');
    const rows = JSON.parse(stdout) as readonly { readonly route: string }[];
    expect(rows[0]).to.include({ kind: 'key', who: 'the command line', route: 'key.revoked', target: 'wall' });
    expect(rows).to.have.length.above(5);
    expect((await run('audit', '--since', '2031-01-01')).stderr).to.match(/^nothing was recorded since 2031/);
    expect((await run('audit', 'nonsense')).status).to.equal(2);
    expect((await run('audit', '--since', 'soon')).status).to.equal(2);
  });
});
