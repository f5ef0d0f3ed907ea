import { basename } from 'node:path';
import { API_VERSION } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { installation } from '#core/ground/installation.js';
import { loadPlugins, misfit } from '#core/plugins/load.js';
import { readManifest } from '#core/plugins/manifest.js';
import { demandAll } from '#core/plugins/plugin-set.js';
import { unusableSchema } from '#core/plugins/usable-schema.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';

const source = (id: string): string => `
import { definePlugin, Type } from '@sidelight/plugin-api';
export default definePlugin({ id: '${id}', title: '${id}', config: Type.Object({}), create: () => ({}) });
`;
const manifest = (more: object = {}): string => JSON.stringify({ type: 'module', exports: './index.js', ...more });

describe('loading plugins', () => {
  let folder: TempFolder;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  const load = (...named: readonly string[]) =>
    loadPlugins(named, `${folder.path}/etc`, { installation: `${folder.path}/app` });
  const brief = async (...named: readonly string[]) => {
    const { loaded, failures } = await load(...named);
    return {
      loaded: loaded.map(({ origin, plugin }) => `${origin} is ${plugin.id}`),
      failures: failures.map(({ origin, code }) => `${origin}: ${code}`),
    };
  };
  const messageOf = async (named: string): Promise<string | undefined> => (await load(named)).failures[0]?.message;

  it('finds every package under plugins/, and nothing else there', async () => {
    folder.write('app/plugins/b/package.json', manifest());
    folder.write('app/plugins/b/index.js', source('b'));
    folder.write(
      'app/plugins/a/package.json',
      manifest({ exports: { '.': { types: './a.d.ts', default: './out/a.js' } } }),
    );
    folder.write('app/plugins/a/out/a.js', source('a'));
    folder.write('app/plugins/notes/README.md', 'no package');
    expect(await brief()).to.deep.equal({ loaded: ['plugins/a is a', 'plugins/b is b'], failures: [] });
  });

  it('need not read the configs of the bundled ones, which are what it asks of others', async () => {
    const { loaded, failures } = await loadPlugins([], folder.path, { installation });
    expect(failures).to.deep.equal([]);
    expect(loaded).to.not.have.lengthOf(0);
    for (const { plugin } of loaded) expect(unusableSchema(plugin), plugin.id).to.equal(undefined);
  });

  it('knows a bundled plugin that is not built by its folder', async () => {
    folder.write('app/plugins/a/package.json', manifest());
    const { failures } = await load();
    expect(failures).to.have.lengthOf(1);
    expect(failures[0]).to.include({ origin: 'plugins/a', id: 'a', code: 'plugin_resolve' });
    expect(failures[0]?.message).to.match(/points to \.\/index\.js, which does not exist: is the plugin built\?$/);
  });

  it('takes a path to a folder with or without a package.json, or to a file', async () => {
    folder.write('etc/a/package.json', manifest({ exports: undefined, main: 'main.js' }));
    folder.write('etc/a/main.js', source('a'));
    folder.write('etc/b/plugin.mjs', source('b'));
    folder.write('c.mjs', source('c'));
    expect(await brief('./a', './b', '../c.mjs', `${folder.path}/c.mjs`)).to.deep.equal({
      loaded: ['./a is a', './b is b', '../c.mjs is c'],
      failures: [`${folder.path}/c.mjs: plugin_duplicate`],
    });
  });

  it('finds the module of a package as Node does', async () => {
    const files = ['index.js', 'main.js', 'import.js', 'require.cjs'];
    for (const name of files) folder.write(`etc/a/${name}`, '');
    const entryOf = (more: object): string => {
      folder.write('etc/a/package.json', manifest({ exports: undefined, ...more }));
      return basename(readManifest(`${folder.path}/etc/a`).entry);
    };
    const [imported, required] = ['./import.js', './require.cjs'];
    const dual = { types: './gone.d.ts', require: required, import: imported };
    const found = [
      ...[imported, { '.': imported }, [imported, required], { node: { import: imported }, default: './gone.js' }],
      ...[dual, { '.': dual, './more': './gone.js' }, { 'module-sync': imported, default: './gone.js' }],
      ...[{ browser: './gone.js', default: imported }, { '.': [{ worker: './gone.js' }, imported] }],
    ];
    for (const exports of found) expect(entryOf({ exports }), JSON.stringify(exports)).to.equal('import.js');
    expect(entryOf({ exports: { require: required } }), 'the last resort').to.equal('require.cjs');
    expect(entryOf({ exports: imported, main: 'main.js' })).to.equal('import.js');
    expect(entryOf({ exports: null, main: 'main.js' })).to.equal('main.js');
    expect(entryOf({ main: './main.js', module: './gone.js', browser: './gone.js' })).to.equal('main.js');
    expect([entryOf({ main: 7 }), entryOf({})]).to.deep.equal(['index.js', 'index.js']);
    for (const exports of [{ './more': imported }, { browser: imported }, { '.': null }, 7]) {
      expect(() => entryOf({ exports }), JSON.stringify(exports))
        .to.throw(
          /has exports, but none for an import of the package itself: name its module under "\." and "default"$/,
        )
        .with.property('code', 'plugin_resolve');
    }
  });

  it('takes a package from beside the config, above it, or the installation', async () => {
    folder.write('etc/node_modules/@me/near/package.json', manifest());
    folder.write('etc/node_modules/@me/near/index.js', source('near'));
    folder.write('node_modules/above/package.json', manifest({ exports: { import: './index.js' } }));
    folder.write('node_modules/above/index.js', source('above'));
    folder.write('app/node_modules/within/package.json', manifest());
    folder.write('app/node_modules/within/index.js', source('within'));
    expect(await brief('@me/near', 'above', 'within')).to.deep.equal({
      loaded: ['@me/near is near', 'above is above', 'within is within'],
      failures: [],
    });
  });

  it('says what to write where a name leads nowhere', async () => {
    folder.write('etc/mine/index.js', '');
    expect(await messageOf('mine')).to.equal(
      'the package mine is not installed next to the config; the folder next to the config is ./mine',
    );
    expect(await messageOf('plugins/mine')).to.equal('plugins/mine is not a package name; a path begins with ./ or /');
    expect(await messageOf('./gone')).to.equal(`${folder.path}/etc/gone does not exist`);
    expect(await messageOf('../etc')).to.equal(`${folder.path}/etc has neither a package.json nor an index.js`);
  });

  it('says what is wrong with what a plugin says of itself', async () => {
    const shape = async (more: string): Promise<string | undefined> => {
      const path = `etc/${Buffer.from(more).toString('hex')}.mjs`;
      folder.write(path, source('mine').replace("title: 'mine',", `title: 'mine', ${more},`));
      return messageOf(`./${basename(path)}`);
    };
    const hosts = 'its hosts must be a list of addresses such as https://api.example.org';
    expect(await shape("hosts: 'https://a.test'")).to.equal(hosts);
    expect(await shape("hosts: ['a.test']")).to.equal(hosts);
    expect(await shape('maxBodyBytes: 0')).to.equal('its maxBodyBytes must be a number of bytes');
    expect(await shape('defaultPort: 70000')).to.equal('its defaultPort must be a port from 1 to 65535');
    const question = 'its recognise must be { get: a path that begins with /, is: a function }';
    expect(await shape("recognise: { get: 'ping', is: () => true }")).to.equal(question);
    expect(await shape("recognise: { get: '/ping' }")).to.equal(question);
    const sound = "defaultPort: 80, recognise: { get: '/', is: () => false }";
    expect(await shape(`hosts: ['https://a.test'], maxBodyBytes: 1000, ${sound}`)).to.equal(undefined);
  });

  it('reports a package.json that is no JSON', async () => {
    folder.write('etc/mine/package.json', '{');
    expect(await brief('./mine')).to.deep.equal({ loaded: [], failures: ['./mine: plugin_resolve'] });
  });

  it('lets a bundled plugin keep its id', async () => {
    folder.write('app/plugins/a/package.json', manifest());
    folder.write('app/plugins/a/index.js', source('a'));
    folder.write('etc/mine.mjs', source('a'));
    expect(await brief('./mine.mjs')).to.deep.equal({
      loaded: ['plugins/a is a'],
      failures: ['./mine.mjs: plugin_duplicate'],
    });
    expect(await messageOf('./mine.mjs')).to.equal('its id a is already used by plugins/a');
  });

  it('unwraps what a compiler to CommonJS has wrapped', async () => {
    folder.write(
      'etc/mine.cjs',
      `exports.__esModule = true;
       const { definePlugin, Type } = require('@sidelight/plugin-api');
       exports.default = definePlugin({ id: 'mine', title: 'Mine', config: Type.Object({}), create: () => ({}) });`,
    );
    expect(await brief('./mine.cjs')).to.deep.equal({ loaded: ['./mine.cjs is mine'], failures: [] });
  });

  it('prefers a copy of the contract that the plugin brings along', async () => {
    folder.write('etc/mine/node_modules/@sidelight/plugin-api/package.json', manifest());
    folder.write('etc/mine/node_modules/@sidelight/plugin-api/index.js', 'export const own = 1;');
    folder.write('etc/mine/index.mjs', `import { own } from '@sidelight/plugin-api';\nthrow new Error('own ' + own);`);
    expect(await messageOf('./mine')).to.equal('it cannot be imported: own 1');
  });

  it('asks a package for the range of the contract that it depends on', async () => {
    const asking = (range: string) => {
      folder.write('etc/a/package.json', manifest({ peerDependencies: { '@sidelight/plugin-api': range } }));
      return messageOf('./a');
    };
    folder.write('etc/a/index.js', source('a'));
    for (const range of [`^${API_VERSION}`, '*', 'workspace:*', 'file:../api2', '../api2', 'latest']) {
      expect(await asking(range), range).to.equal(undefined);
    }
    expect(await asking('^2.0.0')).to.equal(
      `it was made for version ^2.0.0 of the plugin API, but this Sidelight has ${API_VERSION}`,
    );
    expect(await asking('^1.a')).to.match(/^it needs version \^1\.a of the plugin API, which is not a version range/);
  });

  it('asks the plugin itself for the version that it was made for', async () => {
    folder.write('etc/mine.mjs', source('mine').replace(/default (.*);/, "default { ...$1, api: 'latest' };"));
    expect(await messageOf('./mine.mjs')).to.match(
      /^it needs version latest of the plugin API, which is not a version range/,
    );
  });

  it('refuses all of them if that is asked for', async () => {
    expect(() => demandAll({ loaded: [], failures: [] })).to.not.throw();
    const set = await load('./gone', 'neither');
    expect(() => demandAll(set))
      .to.throw('plugins could not be used:')
      .with.property('code', 'plugin_failed');
  });
});

describe('the range of the plugin API', () => {
  const taken = (...ranges: readonly string[]) => ranges.filter((range) => misfit(range, '1.4.2') === undefined);

  it('is that of the same major version, and no later minor one', () => {
    expect(misfit(API_VERSION)).to.equal(undefined);
    const fitting = ['1.4.0', '1.4.9', '1.0.0', '1.3', 'v1.2.0', '=1.4.0', '1.4.0-rc.1'];
    expect(taken(...fitting, '1.5.0', '1.5.0-rc.1', 'v1.5.0', '2.0.0', '0.9.0', 'latest')).to.deep.equal(fitting);
  });

  it('is judged by its lower end, where it has one', () => {
    const fitting = [
      '^1.0.0',
      '~1.4.0',
      '1.x',
      '>=1.2 <2',
      '>=1.1 <3',
      '^1.0.0 || ^2.0.0',
      '1.x || 2.x',
      '1.0 - 1.2',
      '>1.4.2',
    ];
    const free = ['*', '<2', '<=1.3', '>=0'];
    expect(taken(...fitting, ...free)).to.deep.equal([...fitting, ...free]);
    expect(taken('^2.0.0', '~1.5.0', '>=1.5 <3', '>1.4', '^2 || ^3', '>=0.9', '0.x', '<1', '>2 <1')).to.deep.equal([]);
    expect(misfit('>=1.0.0', '2.0.0'), 'an earlier major version').to.match(/but this Sidelight has 2\.0\.0$/);
  });

  it('is answered with a sentence when it is none', () => {
    for (const range of ['^1.a', '>=1.1, <2', 'one or two', '^1 || two']) {
      expect(misfit(range, '1.4.2')).to.equal(
        `it needs version ${range} of the plugin API, which is not a version range: write ^1.4.2`,
      );
    }
  });
});
