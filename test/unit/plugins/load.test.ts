import { API_VERSION } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { offers, offersRange } from '#core/plugins/api-range.js';
import { loadPlugins } from '#core/plugins/load.js';
import { demandAll } from '#core/plugins/plugin-set.js';
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

  it('knows a bundled plugin that is not built by its folder', async () => {
    folder.write('app/plugins/a/package.json', manifest());
    const { failures } = await load();
    expect(failures).to.have.lengthOf(1);
    expect(failures[0]).to.include({ origin: 'plugins/a', id: 'a', code: 'plugin_resolve' });
    expect(failures[0]?.message).to.match(/names \.\/index\.js, which does not exist: is the plugin built\?$/);
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
      'the package mine is not installed beside the config; the folder beside the config is ./mine',
    );
    expect(await messageOf('plugins/mine')).to.equal('plugins/mine is no package name; a path begins with ./ or /');
    expect(await messageOf('./gone')).to.equal(`${folder.path}/etc/gone does not exist`);
    expect(await messageOf('../etc')).to.equal(`${folder.path}/etc has neither a package.json nor an index.js`);
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
    expect(await messageOf('./mine.mjs')).to.equal('its id a is that of plugins/a, which is used');
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

  it('refuses all of them if that is asked for', async () => {
    expect(() => demandAll({ loaded: [], failures: [] })).to.not.throw();
    const set = await load('./gone', 'neither');
    expect(() => demandAll(set))
      .to.throw('plugins could not be used:')
      .with.property('code', 'plugin_failed');
  });
});

describe('the range of the plugin API', () => {
  it('is that of the same major version, and no later minor one', () => {
    expect(offers(API_VERSION)).to.equal(true);
    for (const wanted of ['1.4.0', '1.4.9', '1.0.0', '1.3']) expect(offers(wanted, '1.4.2'), wanted).to.equal(true);
    for (const wanted of ['1.5.0', '2.0.0', '0.9.0', 'latest']) expect(offers(wanted, '1.4.2'), wanted).to.equal(false);
  });

  it('is read from a package’s dependency', () => {
    for (const range of [
      '^1.0.0',
      '~1.4.0',
      '1.x',
      '>=1.2 <2',
      '^1.0.0 || ^2.0.0',
      '*',
      'workspace:*',
      'file:../api2',
    ]) {
      expect(offersRange(range, '1.4.2'), range).to.equal(true);
    }
    for (const range of ['^2.0.0', '~1.5.0', '>=1.5 <3', '^2 || ^3']) {
      expect(offersRange(range, '1.4.2'), range).to.equal(false);
    }
  });
});
