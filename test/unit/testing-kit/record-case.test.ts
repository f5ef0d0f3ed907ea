/** Cases recorded from servers that really answer: they pass when played back, and hold nothing that a stranger must not see. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyPlugin, definePlugin, fail, type Http, parse, Secret, Type } from '@sidelight/plugin-api';
import { expectCase, readCase, readExpected, recordCase, writeCase } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { root } from '../../support/daemon.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';
import { CREDENTIALS, startStack } from '../../support/upstreams/stack.js';
import { type Asked, type Reply, startUpstream, type Upstream } from '../../support/upstreams/upstream.js';

const text = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

const bundled = async (id: string): Promise<AnyPlugin> => {
  const module: unknown = await import(pathToFileURL(join(root, 'plugins', id, 'dist', 'src', 'plugin.js')).href);
  return (module as { default: AnyPlugin }).default;
};

/** In every form in which it could be written. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

describe('a recorded case', () => {
  let folder: TempFolder;
  let upstream: Upstream;
  let answer: (asked: Asked) => Reply = () => ({ body: {} });
  before(async () => {
    upstream = await startUpstream({ answer: (asked) => answer(asked) });
  });
  after(() => upstream.close());
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  /** A plugin whose check does this, and what it is configured with. */
  const pluginThat = (check: (ctx: { http: Http; config: { pass: string } }) => Promise<unknown>) =>
    definePlugin({
      id: 'sample',
      title: 'Sample',
      config: Type.Object({ pass: Secret('The password') }),
      create: (ctx) => ({ check: async () => ({ name: String(await check(ctx)) }) }),
    });
  const PASS = 'open+sesame=42/"x"';
  const record = (plugin: AnyPlugin, entry: object = { url: upstream.url, pass: PASS }) =>
    recordCase(plugin, entry as Record<string, unknown>);

  it('passes for every service of a household, without its credentials and its address', async () => {
    const stack = await startStack();
    try {
      for (const [id, entry] of Object.entries(stack.entries())) {
        const fields = entry as Readonly<Record<string, string>>;
        const plugin = await bundled(fields['plugin'] ?? id);
        const recorded = await recordCase(plugin, fields);
        const outcomes = JSON.stringify(recorded.outcomes);
        expect(outcomes, id).to.include('"published"');
        expect(outcomes, id).to.not.include('"error"');
        writeCase(join(folder.path, id), recorded);
        await expectCase(plugin, join(folder.path, id));
        const written = text(join(folder.path, id));
        const { host } = new URL(fields['url'] ?? '');
        for (const secret of [CREDENTIALS[id as keyof typeof CREDENTIALS], host].flatMap(formsOf)) {
          expect(written, `${id}: ${secret}`).to.not.include(secret);
        }
      }
    } finally {
      await stack.close();
    }
  });

  it('replaces what the upstream hands out, in the answer and where it is sent back', async () => {
    answer = ({ path, headers }) => {
      if (path === '/login')
        return {
          headers: { 'set-cookie': 'SID=c00kie-4711-of-this-day; path=/' },
          body: { accessToken: 't0ken-of-this-day' },
        };
      return headers.cookie === 'SID=c00kie-4711-of-this-day' && headers.authorization === 'Bearer t0ken-of-this-day'
        ? { body: { name: 'inside' } }
        : { status: 401 };
    };
    const plugin = pluginThat(async ({ http, config }) => {
      const login = await http.post('/login', new URLSearchParams({ user: 'ada', pass: config.pass }));
      const { accessToken } = parse(Type.Object({ accessToken: Type.String() }), login.data, 'POST /login');
      const headers = { cookie: login.cookies.join('; '), authorization: `Bearer ${accessToken}` };
      return parse(Type.Object({ name: Type.String() }), (await http.get('/me', { headers })).data, 'GET /me').name;
    });
    writeCase(folder.path, await record(plugin));
    await expectCase(plugin, folder.path);
    expect(readExpected(folder.path)).to.deep.equal([{ step: 'check', health: { name: 'inside' } }]);
    expect(text(folder.path)).to.not.match(/4711|t0ken|sesame/);
    const { upstream: calls, config } = readCase(folder.path);
    expect(calls[0]?.body).to.deep.equal({ user: 'ada', pass: config.integration['pass'] });
    expect(calls[1]?.reqheaders).to.have.keys('cookie', 'authorization');
  });

  it('holds the settings of the plugin, their secrets replaced', async () => {
    answer = ({ headers }) => (headers['x-token'] === 't0ken-of-the-settings' ? { body: {} } : { status: 401 });
    const plugin = definePlugin({
      id: 'sample',
      title: 'Sample',
      settings: Type.Object({ token: Secret('The token'), unit: Type.String() }),
      create: ({ http, settings }) => ({
        async check() {
          await http.get('/me', { headers: { 'x-token': settings.token } });
          return { name: settings.unit };
        },
      }),
    });
    const settings = { token: 't0ken-of-the-settings', unit: 'kelvin' };
    writeCase(folder.path, await recordCase(plugin, { url: upstream.url }, { settings }));
    await expectCase(plugin, folder.path);
    expect(readExpected(folder.path)).to.deep.equal([{ step: 'check', health: { name: 'kelvin' } }]);
    expect(readCase(folder.path).config.settings).to.deep.equal({ token: 'example-token', unit: 'kelvin' });
    expect(text(folder.path)).to.not.include('t0ken');
  });

  it('replaces addresses and mail, each by an example of its own, and leaves versions alone', async () => {
    const seen = {
      version: '10.10.3.1',
      at: ['192.168.7.20', '192.168.7.21', '192.168.7.20'],
      by: 'Ada <ada@lovelace.net>',
    };
    answer = () => ({ body: seen });
    const plugin = pluginThat(async ({ http }) => JSON.stringify((await http.get('/')).data));
    const recorded = await record(plugin);
    const [call] = recorded.upstream;
    const shown = call?.response as unknown as typeof seen;
    expect(shown.version).to.equal('10.10.3.1');
    expect(shown.at[0])
      .to.equal(shown.at[2])
      .and.match(/^192\.0\.2\./);
    expect(shown.at[1])
      .to.match(/^192\.0\.2\./)
      .and.not.equal(shown.at[0]);
    expect(shown.by).to.match(/^Ada <person\d@example\.com>$/);
  });

  it('keeps a long answer whole, in a file of its own', async () => {
    const items = Array.from({ length: 500 }, (_, id) => ({ id, name: `Item ${id}` }));
    const body = { items };
    answer = () => ({ body });
    const plugin = pluginThat(async ({ http }) => ((await http.get('/api/items')).data as typeof body).items.length);
    expect(writeCase(folder.path, await record(plugin))).to.include('1-items.json');
    await expectCase(plugin, folder.path);
    expect(readExpected(folder.path)).to.deep.equal([{ step: 'check', health: { name: '500' } }]);
  });

  it('has failures in it, of the service and of the way to it', async () => {
    answer = () => ({ status: 503, body: 'starting' });
    const plugin = pluginThat(async ({ http }) => (await http.get('/')).data);
    expect((await record(plugin)).outcomes).to.deep.equal([
      { step: 'check', error: { code: 'unreachable', message: 'GET / answered 503' } },
    ]);
    const nowhere = await record(plugin, { url: 'http://127.0.0.1:9', pass: PASS });
    expect(nowhere.upstream[0]).to.include({ path: '/', replyWithError: 'ECONNREFUSED' });
    writeCase(folder.path, nowhere);
    await expectCase(plugin, folder.path);
  });

  it('is not written while a secret is in it that could not be replaced', async () => {
    const plugin = pluginThat(async () => {
      throw fail('refused', 'no');
    });
    const recorded = await record(plugin);
    const leaking = { ...recorded, outcomes: [{ step: 'check', error: { message: `it was ${PASS}` } }] };
    expect(() => writeCase(join(folder.path, 'x'), leaking)).to.throw(
      'a secret of the config is still in expected.json',
    );
    expect(readdirSync(folder.path)).to.deep.equal([]);
  });

  it('is not made of a defect of the plugin', async () => {
    const plugin = pluginThat(async () => {
      throw new TypeError('no such function');
    });
    const thrown = await record(plugin).catch((error: unknown) => error);
    expect(thrown).to.be.an.instanceof(TypeError);
  });
});
