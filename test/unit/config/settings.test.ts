// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the config's own syntax
import { definePlugin, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { load, pagedShop, refusal, shop, tiedShop } from './shop.js';

const RADIO = 'integrations:\n  radio: { url: "http://r", token: t }\n';

describe('settings', () => {
  it('are all defaults when the config is empty', async () => {
    const { settings, folder } = await load('');
    expect(settings).to.deep.equal({
      file: `${folder}/sidelight.yaml`,
      server: { host: '127.0.0.1', port: 7780, basePath: '', trustProxy: [], cors: [], hsts: false },
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      dataDir: `${folder}/data`,
      database: { kind: 'sqlite', file: `${folder}/data/sidelight.db` },
      log: { level: 'info', format: 'text' },
      history: { minPlaySeconds: 60, resumeMinutes: 60, ignore: { users: [], libraries: [] } },
      people: [],
      downloads: { stallMinutes: 10 },
      digest: { off: [] },
      keys: [],
      auth: { proxyNetworks: [], signInWith: [] },
      webhooks: [],
      backup: { every: null, keep: 7, folder: `${folder}/data/backups` },
      metrics: { open: false, networks: [] },
      updates: { check: false, url: 'https://registry.npmjs.org/sidelight/latest' },
      mqtt: null,
      plugins: {},
      integrations: [],
      secrets: [],
    });
  });

  it('understand an address that was copied from a browser', async () => {
    const baseOf = async (url: string) => {
      const entry = await load(`integrations:\n  screen: { url: "${url}" }\n`, { plugins: async () => pagedShop });
      return entry.settings.integrations[0]?.url;
    };
    expect(await baseOf('http://nas:8096/web')).to.equal('http://nas:8096');
    expect(await baseOf('http://nas:8096/web/#/home.html?tab=1')).to.equal('http://nas:8096');
    expect(await baseOf('http://ada:pw@nas/jf/web/index.html')).to.equal('http://ada:pw@nas/jf');
    expect(await baseOf('http://nas:8096/webby')).to.equal('http://nas:8096/webby');
    expect(await baseOf('http://nas:8096/web/jf')).to.equal('http://nas:8096');
  });

  it('take sections and fields left blank for left out', async () => {
    const { settings } = await load('server:\n  host:\nlog:\nkeys:\nintegrations:\n  almanac:\n');
    expect(settings.server.host).to.equal('127.0.0.1');
    expect(settings.integrations.map(({ id }) => id)).to.deep.equal(['almanac']);
  });

  it('hold the media server that an entry names, though it comes later or is switched off', async () => {
    const yaml =
      'integrations:\n  wall: { url: "http://w", server: plex }\n  plex: { plugin: almanac, enabled: false }\n';
    const { settings } = await load(yaml, { plugins: async () => tiedShop });
    expect(settings.integrations.map(({ id, server, config }) => [id, server, config])).to.deep.equal([
      ['wall', 'plex', {}],
      ['plex', undefined, {}],
    ]);
  });

  it('hold the entries in the order of the file, with the plugin’s fields apart and defaults filled in', async () => {
    const { settings } = await load(
      [
        'integrations:',
        '  upstairs: { plugin: radio, url: "http://u:8000/base", token: a, volume: 5, timeout: 1500ms, maxBodyMb: 60 }',
        '  almanac: { enabled: false }',
        '  radio: { url: "https://r", token: b, verifyTls: false, schedule: { stations: "0 4 * * *", songs: 30s } }',
      ].join('\n'),
    );
    const common = { timeoutMs: 10_000, verifyTls: true, enabled: true, schedule: {} };
    expect(settings.integrations).to.deep.equal([
      {
        ...common,
        id: 'upstairs',
        plugin: 'radio',
        url: 'http://u:8000/base',
        timeoutMs: 1500,
        maxBodyBytes: 60_000_000,
        config: { token: 'a', volume: 5 },
      },
      { ...common, id: 'almanac', plugin: 'almanac', enabled: false, config: {} },
      {
        ...common,
        id: 'radio',
        plugin: 'radio',
        url: 'https://r',
        verifyTls: false,
        schedule: { stations: '0 4 * * *', songs: '30s' },
        config: { token: 'b', volume: 30 },
      },
    ]);
  });

  it('prefer flags to variables, and variables to the file', async () => {
    const yaml = 'server: { host: 10.0.0.1, port: 1 }\ndata: from-file\nlog: { level: error }\n';
    const env = {
      SIDELIGHT_PORT: '2',
      SIDELIGHT_HOST: '10.0.0.2',
      SIDELIGHT_DATA: 'from-env',
      SIDELIGHT_LOG_LEVEL: '',
    };
    const { settings, folder } = await load(yaml, { env, flags: { port: '3', data: '/from/flag' } });
    expect(settings.server).to.include({ host: '10.0.0.2', port: 3 });
    expect(settings.dataDir).to.equal('/from/flag');
    expect(settings.log.level).to.equal('error');
    expect((await load(yaml, { env })).settings.dataDir).to.match(/from-env$/);
    expect(folder).to.not.equal('');
  });

  it('find paths of the file beside the file, and that of a database in the data folder', async () => {
    const { settings, folder } = await load('', {
      files: { 'etc/own.yaml': 'data: ../store\ndatabase: { path: deep/s.db }\nserver: { basePath: /side/ }\n' },
      flags: { config: 'etc/own.yaml' },
    });
    expect(settings.dataDir).to.equal(`${folder}/store`);
    expect(settings.database).to.deep.equal({ kind: 'sqlite', file: `${folder}/store/deep/s.db` });
    expect(settings.server.basePath).to.equal('/side');
  });

  it('take texts from the environment and from files, and read them as what the schema wants', async () => {
    const { settings } = await load(
      [
        'server: { port: "${PORT}" }',
        'metrics: { open: "${OPEN:-TRUE}" }',
        'integrations:',
        '  radio:',
        '    url: http://${HOST:-radio.lan}:${PORT}',
        '    token: file:secrets/token',
        '    volume: ${VOLUME:-7}',
        '    band: ${BAND:-short}',
        '  second: { plugin: radio, url: "http://r", token: "${DIGITS}" }',
        '  third: { plugin: radio, url: "http://r", token: "a$${b}" }',
      ].join('\n'),
      { env: { PORT: '8000', BAND: '', DIGITS: '00123' }, files: { 'secrets/token': 't0ken\n' } },
    );
    expect(settings.server.port).to.equal(8000);
    expect(settings.metrics.open).to.equal(true);
    const [first, second, third] = settings.integrations;
    expect(first?.url).to.equal('http://radio.lan:8000');
    expect(first?.config).to.deep.equal({ token: 't0ken', volume: 7, band: 'short' });
    expect(second?.config['token']).to.equal('00123');
    expect(third?.config['token']).to.equal('a${b}');
  });

  it('know every secret, the longest first, also as a url would carry it', async () => {
    const { settings } = await load(
      [
        'database: { url: "postgres://u:p%40ss@db/sidelight" }',
        'keys: [{ name: k, key: "declared key" }]',
        'integrations:',
        '  radio: { url: "http://u:urlword@r", token: tok }',
      ].join('\n'),
    );
    expect(
      settings.secrets.filter((form) => !isBase64Of(['declared key', 'urlword', 'p%40ss', 'p@ss', 'tok'], form)),
    ).to.deep.equal(['declared%20key', 'declared key', 'declared+key', 'p%2540ss', 'urlword', 'p%40ss', 'p@ss', 'tok']);
  });

  it('know a secret also as JSON and Base64 would carry it', async () => {
    const { settings } = await load('integrations:\n  radio: { url: "http://r", token: \'a "b" c\' }\n');
    expect(settings.secrets).to.include.members([
      'a "b" c',
      'a%20%22b%22%20c',
      'a+%22b%22+c',
      'a \\"b\\" c',
      'YSAiYiIgYw',
    ]);
  });

  it('hold webhooks by name, with all events unless some are named, and backups beside the data', async () => {
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const { settings, folder } = await load(
      [
        'data: store',
        'webhooks:',
        `  - { url: "http://hub.lan:9000/a/token", secret: "${secret}", events: [play.started] }`,
        `  - { name: second, url: "http://hub.lan:9000/b", secret: "${secret}" }`,
        'backup: { every: 24h, folder: copies }',
        'integrations:',
        '  radio: { url: "http://r", token: t, webhookSecret: from the radio }',
      ].join('\n'),
    );
    expect(settings.webhooks.map(({ name, events }) => [name, events.length])).to.deep.equal([
      ['hub.lan:9000', 1],
      ['second', 7],
    ]);
    expect(settings.backup).to.deep.equal({ every: '24h', keep: 7, folder: `${folder}/store/copies` });
    expect(settings.integrations[0]?.webhookSecret).to.equal('from the radio');
    expect(settings.secrets).to.include.members([secret, 'from the radio']);
  });

  it('have the anchors and merges of YAML', async () => {
    const { settings } = await load(
      [
        'integrations:',
        '  radio: &base { url: "http://r", token: t, volume: 1 }',
        '  second: { <<: *base, plugin: radio, volume: 2 }',
      ].join('\n'),
    );
    expect(settings.integrations[1]?.config).to.deep.equal({ token: 't', volume: 2 });
  });

  it('load the plugins that the file names, from the folder of the file, before the entries are checked', async () => {
    const asked: unknown[] = [];
    const plugins = async (named: readonly string[], folder: string) => {
      asked.push([named, folder]);
      return shop;
    };
    const { folder } = await load('', {
      files: { 'etc/own.yaml': `plugins: [./mine, pack]\n${RADIO}` },
      flags: { config: 'etc/own.yaml' },
      plugins,
    });
    expect(asked).to.deep.equal([[['./mine', 'pack'], `${folder}/etc`]]);
  });

  it('keep an entry whose plugin could not be loaded, and its texts secret', async () => {
    const failure = { origin: './mine', code: 'plugin_import' as const, message: 'it cannot be imported' };
    const plugins = async () => ({ ...shop, failures: [failure] });
    const yaml = `${RADIO}  mine: { url: http://m, password: hush }\n`;
    const { settings } = await load(yaml, { plugins });
    expect(settings.integrations.map(({ id, plugin }) => [id, plugin])).to.deep.equal([
      ['radio', 'radio'],
      ['mine', 'mine'],
    ]);
    expect(settings.secrets).to.include('hush');
    // What looks like a typo is one, all the same.
    expect(await refusal('integrations:\n  raido: {}\n', { plugins })).to.contain('did you mean radio?');
    expect(await refusal(yaml, { plugins, flags: { strict: true } })).to.equal(
      'plugin_failed: a plugin could not be used:\n  ./mine: it cannot be imported',
    );
  });

  it('accept what a plugin’s schema leaves open', async () => {
    const open = definePlugin({
      id: 'open',
      title: 'Open',
      local: true,
      create: () => ({ check: async () => ({}) }),
      config: Type.Object({ names: Type.Record(Type.String(), Type.Integer()) }, { additionalProperties: true }),
    });
    const plugins = async () => ({ loaded: [{ plugin: open, folder: '/o', origin: 'open' }], failures: [] });
    const { settings } = await load('integrations:\n  open: { names: { a: 1 }, more: [x] }\n', { plugins });
    expect(settings.integrations[0]?.config).to.deep.equal({ names: { a: 1 }, more: ['x'] });
  });
});

const isBase64Of = (secrets: readonly string[], form: string): boolean =>
  secrets.some((secret) => Buffer.from(secret).toString('base64').replace(/=+$/, '') === form);
