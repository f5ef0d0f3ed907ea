/** Integrations that are added, changed, switched and removed on the pages: the config is written, and nothing else of it changes. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { textOf } from '../support/page-text.js';
import { until } from '../support/until.js';
import { CREDENTIALS, type Stack, startStack } from '../support/upstreams/stack.js';
import { type Fields, signedIn, Visitor } from '../support/visitor.js';

const PAGE = '/settings/sources';
const CONFIG = `# my house
timezone: Europe/Berlin   # where we live

integrations:
  # what we play
  torrents:   # in the attic
    plugin: qbittorrent
    url: "@torrents"   # by cable
    username: ${CREDENTIALS['torrents-user']}
    password: '${CREDENTIALS.torrents}'
    # the end

# at night
backup:
  every: 1h
`;

describe('setting up on the page', () => {
  let stack: Stack;
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  let visitor: Visitor;
  let config: string;

  const file = (): string => join(daemon.folder, 'sidelight.yaml');
  const text = (): string => readFileSync(file(), 'utf8');
  const secrets = (): readonly string[] => readdirSync(join(daemon.folder, 'data', 'secrets'));
  const sendTo = async (path: string, fields: Fields) => {
    await visitor.open(path);
    return visitor.send(path, fields);
  };
  const revisionOf = async (path: string): Promise<string> =>
    /name="revision" value="([^"]+)"/.exec((await visitor.open(path)).text)?.[1] ?? '';
  const wishes = () => ({ id: 'wishes', url: stack.wishes.upstream.url, revision: 'new' });

  before(async () => {
    stack = await startStack();
    jellyfin = await startFakeJellyfin({ items: 1, version: '12.2.0' });
    config = CONFIG.replace('@torrents', stack.torrents.upstream.url);
    daemon = await startHere({ config });
    visitor = await signedIn(daemon);
  });
  after(async () => {
    await daemon.dispose();
    await jellyfin.close();
    await stack.close();
  });
  beforeEach(async () => {
    await daemon.reload(config);
  });

  it('is for administrators, with the token of the page', async () => {
    const stranger = new Visitor(daemon.url);
    expect((await stranger.open(`${PAGE}/add`)).location).to.match(/^\/login/);
    await stranger.open('/');
    expect((await stranger.send(`${PAGE}/add/seerr`, wishes())).status).to.equal(401);
    await visitor.open(`${PAGE}/add/seerr`);
    const forged = await visitor.send(`${PAGE}/add/seerr`, { ...wishes(), apiKey: 'x', _csrf: 'forged' });
    expect(forged.status).to.equal(403);
    expect(text()).to.equal(config);
  });

  it('offers what can be connected, media servers first', async () => {
    const shown = textOf((await visitor.open(`${PAGE}/add`)).text);
    expect(shown).to.match(/Media servers Emby Jellyfin Plex .*Requests Ombi Seerr .*Download clients/);
    const form = (await visitor.open(`${PAGE}/add/sonarr`)).text;
    expect(form).to.include('placeholder="http://localhost:8989"');
    expect(form).to.match(/<input id="apiKey" name="apiKey" type="password" value=""/);
    expect(textOf((await visitor.open(`${PAGE}/add/custom-api`)).text)).to.include('do not fit in a form');
  });

  it('tests a connection, and writes nothing', async () => {
    const wrong = await sendTo(`${PAGE}/add/seerr`, { ...wishes(), apiKey: 'wr0ng-7c1d', do: 'test' });
    expect([wrong.status, textOf(wrong.text)]).to.satisfy(([status, said]: readonly [number, string]) => {
      return status === 422 && said.includes('The server rejected the API key or password');
    });
    expect(wrong.text).to.not.include('wr0ng-7c1d');
    const right = await sendTo(`${PAGE}/add/seerr`, { ...wishes(), apiKey: CREDENTIALS.wishes, do: 'test' });
    expect([right.status, textOf(right.text)[0]]).to.have.property('0', 200);
    expect(textOf(right.text)).to.match(/Connected: Seerr \d/);
    const gone = await sendTo(`${PAGE}/add/seerr`, { ...wishes(), url: 'http://127.0.0.1:9', apiKey: 'k', do: 'test' });
    expect(textOf(gone.text)).to.match(/No answer: .*nothing listens at this address/);
    expect(text()).to.equal(config);
    expect(existsSync(join(daemon.folder, 'data', 'secrets'))).to.equal(false);
  });

  it('adds an integration, its secret in a file of its own', async () => {
    const answer = await sendTo(`${PAGE}/add/seerr`, { ...wishes(), apiKey: CREDENTIALS.wishes, verifyTls: 'on' });
    expect([answer.status, answer.location]).to.deep.equal([303, `${PAGE}#source-wishes`]);
    const [secret = ''] = secrets();
    expect(secret).to.match(/^wishes\.apiKey\.[0-9a-f]{8}$/);
    expect(text()).to.equal(
      config.replace(
        `password: '${CREDENTIALS.torrents}'\n`,
        `password: '${CREDENTIALS.torrents}'\n  wishes:\n    plugin: seerr\n    url: ${stack.wishes.upstream.url}\n    apiKey: file:./data/secrets/${secret}\n`,
      ),
    );
    const path = join(daemon.folder, 'data', 'secrets', secret);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).to.deep.equal([CREDENTIALS.wishes, 0o600]);
    expect(statSync(join(daemon.folder, 'data', 'secrets')).mode & 0o777).to.equal(0o700);
    await until(
      async () => textOf((await visitor.open(PAGE)).text),
      (shown) => /wishes Seerr .*Up for/.test(shown),
    );
    const former = readdirSync(join(daemon.folder, 'data', 'config-history'));
    expect(readFileSync(join(daemon.folder, 'data', 'config-history', former.at(-1) ?? ''), 'utf8')).to.equal(config);
    const audit = textOf((await visitor.open('/settings/audit')).text);
    expect(audit)
      .to.match(/Added an integration .*wishes/)
      .and.to.not.include(CREDENTIALS.wishes);
  });

  it('changes what was changed, and keeps the secret that was left empty', async () => {
    const path = `${PAGE}/torrents/change`;
    const form = (await visitor.open(path)).text;
    expect(form).to.not.include(CREDENTIALS.torrents).and.to.not.include('&quot;battery&quot;');
    expect(form).to.include(`value="${stack.torrents.upstream.url}"`).and.to.include('Leave empty to keep');
    const url = stack.torrents.upstream.url.replace('127.0.0.1', 'localhost');
    const fields = { url, username: CREDENTIALS['torrents-user'], password: '', timeout: '5s', verifyTls: 'on' };
    const revision = await revisionOf(path);
    expect((await visitor.send(path, { ...fields, revision })).status).to.equal(303);
    expect(text()).to.equal(
      config
        .replace(`"${stack.torrents.upstream.url}"`, url)
        .replace(`'${CREDENTIALS.torrents}'\n`, `'${CREDENTIALS.torrents}'\n    timeout: 5s\n`),
    );
  });

  it('switches one off and on, and removes it', async () => {
    await sendTo(PAGE, {});
    expect((await visitor.send(`${PAGE}/torrents/switch`, { to: 'off' })).status).to.equal(303);
    expect(text()).to.include('    enabled: false\n');
    await until(
      async () => textOf((await visitor.open(PAGE)).text),
      (shown) => shown.includes('Disabled'),
    );
    expect((await visitor.send(`${PAGE}/torrents/switch`, { to: 'on' })).status).to.equal(303);
    expect(text()).to.equal(config);
    const revision = await revisionOf(`${PAGE}/torrents/remove`);
    expect((await visitor.send(`${PAGE}/torrents/remove`, { revision })).location).to.equal(PAGE);
    expect(text()).to.match(/integrations:\n {2}# what we play\n {4}# the end\n\n# at night\nbackup:/);
    expect((await visitor.open(`${PAGE}/torrents/change`)).status).to.equal(404);
  });

  it('says which field is wrong', async () => {
    const answer = await sendTo(`${PAGE}/add/sonarr`, {
      ...{ id: 'sonarr', url: 'nonsense', apiKey: 'k', calendarDays: 'many', revision: 'new' },
    });
    expect(answer.status).to.equal(422);
    expect(answer.text).to.match(/data-fault="url">Enter [^<]*http/);
    expect(answer.text).to.match(/data-fault="calendarDays">Enter a whole number/);
    const taken = await sendTo(`${PAGE}/add/qbittorrent`, { id: 'torrents', url: 'http://a', revision: 'new' });
    expect(taken.text).to.match(/data-fault="id">An integration with this name already exists/);
    const missing = await sendTo(`${PAGE}/add/sonarr`, { id: 'sonarr', url: 'http://a', apiKey: '', revision: 'new' });
    expect(missing.text).to.match(/data-fault="apiKey">Please fill this in/);
    expect(text()).to.equal(config);
  });

  it('reads no other file and no variable for whoever types its name', async () => {
    for (const url of ['file:/etc/passwd', 'http://a/${HOME}', 'http://a\nb']) {
      const answer = await sendTo(`${PAGE}/add/sonarr`, { id: 'sonarr', url, apiKey: 'k', revision: 'new' });
      expect(answer.status, url).to.equal(422);
    }
    // A secret is a text of its own file, whatever it says.
    const named = { id: 'sonarr', url: stack.series.upstream.url, apiKey: 'file:/etc/passwd', revision: 'new' };
    expect((await sendTo(`${PAGE}/add/sonarr`, { ...named, verifyTls: 'on' })).status).to.equal(303);
    const [secret = ''] = secrets().filter((name) => name.startsWith('sonarr.'));
    expect(readFileSync(join(daemon.folder, 'data', 'secrets', secret), 'utf8')).to.equal('file:/etc/passwd');
  });

  it('writes nowhere else', async () => {
    for (const id of ['../../evil', '/tmp/evil', 'a.b', '__proto__', 'core', 'x'.repeat(65)]) {
      const answer = await sendTo(`${PAGE}/add/sonarr`, { id, url: 'http://a', apiKey: 'k', revision: 'new' });
      expect(answer.status, id).to.equal(422);
      expect(answer.text).to.match(/data-fault="id">[^<]+</);
    }
    expect(text()).to.equal(config);
  });

  it('does not overwrite what somebody else has changed meanwhile', async () => {
    const path = `${PAGE}/torrents/change`;
    const revision = await revisionOf(path);
    const edited = config.replace('    # the end', '    timeout: 7s\n    # the end');
    await daemon.reload(edited);
    const late = await visitor.send(path, { url: 'http://elsewhere', revision, verifyTls: 'on' });
    expect(late.status).to.equal(422);
    expect(textOf(late.text)).to.include('torrents was changed in the meantime');
    const removal = await visitor.send(`${PAGE}/torrents/remove`, { revision });
    expect(removal.status).to.equal(409);
    expect(text()).to.equal(edited);
    // Other entries are no matter: both tabs are right.
    const both = await Promise.all(
      ['wishes', 'wishes-2'].map((id) =>
        visitor.send(`${PAGE}/add/seerr`, { ...wishes(), id, apiKey: CREDENTIALS.wishes, verifyTls: 'on' }),
      ),
    );
    expect(both.map(({ status }) => status)).to.deep.equal([303, 303]);
    // Which of them came first is a matter of chance.
    for (const kept of [/timeout: 7s/, /\n {2}wishes:\n/, /\n {2}wishes-2:\n/]) expect(text()).to.match(kept);
  });

  it('writes nothing into a file that is wrong elsewhere, and says where', async () => {
    const broken = `${config}\nmetrics: { open: many }\n`;
    await daemon.reload(broken);
    const answer = await sendTo(`${PAGE}/add/seerr`, { ...wishes(), apiKey: CREDENTIALS.wishes });
    expect(answer.status).to.equal(422);
    expect(textOf(answer.text)).to.match(/Nothing was written: .*metrics\.open: expected true or false/);
    expect(text()).to.equal(broken);
    const page = (await visitor.open('/settings/account')).text;
    expect(textOf(page)).to.match(/The config has changes that were not applied.*metrics\.open/);
    expect((await new Visitor(daemon.url).open('/')).text).to.not.include('not applied');
    writeFileSync(file(), 'integrations: [\n');
    const syntax = await sendTo(`${PAGE}/add/seerr`, { ...wishes(), apiKey: CREDENTIALS.wishes });
    expect(textOf(syntax.text)).to.include('Nothing was written');
    await daemon.reload(config);
    expect((await visitor.open('/settings/account')).text).to.not.include('not applied');
  });

  it('finds services on hosts that are named, and on no others', async () => {
    const hosts = [jellyfin.url, stack.torrents.upstream.url].map((url) => new URL(url).host).join(' ');
    expect((await sendTo(`${PAGE}/find`, { hosts })).location).to.equal(`${PAGE}/find`);
    const shown = await until(
      async () => textOf((await visitor.open(`${PAGE}/find`)).text),
      (said) => said.includes('Tried 2 addresses.'),
    );
    expect(shown).to.match(/Jellyfin 12\.2\.0 at http:\/\/127\.0\.0\.1:\d+ : needs an API key: Dashboard > API Keys/);
    const { text } = await visitor.open(`${PAGE}/find`);
    const [, href = ''] = /href="([^"]+\/add\/jellyfin\?url=[^"]+)"/.exec(text) ?? [];
    expect((await visitor.open(href)).text).to.include(`value="${jellyfin.url}"`);
    const network = await sendTo(`${PAGE}/find`, { hosts: '192.168.1.0/24' });
    expect([network.status, textOf(network.text)]).to.satisfy(
      ([status, said]: readonly [number, string]) => status === 422 && said.includes('is not a host name or address'),
    );
  });
});

describe('setting up from nothing', () => {
  it('begins a config', async () => {
    const stack = await startStack();
    const daemon = await startHere();
    try {
      const visitor = await signedIn(daemon);
      await visitor.open(`${PAGE}/add/radarr`);
      const fields = { id: 'radarr', url: stack.films.upstream.url, apiKey: CREDENTIALS.films, verifyTls: 'on' };
      expect((await visitor.send(`${PAGE}/add/radarr`, { ...fields, revision: 'new' })).status).to.equal(303);
      expect(readFileSync(join(daemon.folder, 'sidelight.yaml'), 'utf8')).to.match(
        /^integrations:\n {2}radarr:\n {4}url: http:\/\/127\.0\.0\.1:\d+\n {4}apiKey: file:\.\/data\/secrets\/radarr\.apiKey\.[0-9a-f]{8}\n$/,
      );
      await until(
        async () => textOf((await visitor.open(PAGE)).text),
        (shown) => /radarr Radarr .*Up for/.test(shown),
      );
    } finally {
      await daemon.dispose();
      await stack.close();
    }
  });

  it('shows the lines where nothing can be written', async () => {
    const daemon = await startHere({ flags: ['--demo'] });
    try {
      const visitor = await signedIn(daemon);
      const { text } = await visitor.open(`${PAGE}/add/custom-api`);
      expect(text).to.include('integrations:');
      await visitor.open(`${PAGE}/add/sonarr`);
      const fields = {
        id: 'series',
        url: 'http://127.0.0.1:9',
        apiKey: 'secret-9b2e',
        revision: 'new',
        verifyTls: 'on',
      };
      const answer = await visitor.send(`${PAGE}/add/sonarr`, fields);
      expect(textOf(answer.text)).to.include('This is the demo, so nothing is written');
      expect(answer.text).to.include(
        'integrations:\n  series:\n    plugin: sonarr\n    url: http://127.0.0.1:9\n    apiKey: ${SERIES_API_KEY}</code>',
      );
      expect(answer.text).to.not.include('secret-9b2e');
    } finally {
      await daemon.dispose();
    }
  });
});
