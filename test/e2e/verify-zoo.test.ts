/** `npm run verify-plugin` says of every kind of broken plugin what a start says of it. */
import 'reflect-metadata';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { silentLog } from '#core/ground/log.js';
import { PluginHost } from '#core/plugins/host.js';
import { loadPlugins } from '#core/plugins/load.js';
import { authorCommand } from '../support/author.js';
import { root } from '../support/daemon.js';
import { contextsFor, entryOf } from '../support/integrations.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';

type Zoo = Readonly<Record<string, { readonly stage: string }>>;

/** They take as long as it is waited for them. */
const SLOW = ['top-level-await-hangs', 'never-stops', 'hangs-once'];

/** What goes wrong in a run is the plugin's own sentence. */
const RUNS: Readonly<Record<string, string>> = {
  'hangs-in-a-task': 'task animals did not end within 5 s',
  rejects: 'not today',
  'throws-text': 'not an error',
  'undeclared-port': 'task animals publishes to zoo.plants, which its fills do not list',
  'endless-more': 'task animals asks for more, but its cursor has not moved on',
  'invalid-item': 'task animals published item 0 of zoo.animals with /legs: must be integer',
};

describe('verify-plugin in the zoo', () => {
  const zoo = JSON.parse(readFileSync(join(root, 'test', 'zoo', 'zoo.json'), 'utf8')) as Zoo;
  const names = Object.keys(zoo).filter((name) => !SLOW.includes(name));
  const members = (stage: string) => names.filter((name) => zoo[name]?.stage === stage);
  let folder: TempFolder;
  let said: string;
  let status: number | null;
  before(async () => {
    folder = tempFolder();
    cpSync(join(root, 'test', 'zoo'), folder.path, { recursive: true });
    // The first of an id stays: good before its double.
    const sorted = ['good', ...names.filter((name) => name !== 'good')].map((name) => `./${name}`);
    ({ status, text: said } = await authorCommand('verify-plugin', sorted, { cwd: folder.path }));
  });
  after(() => folder.remove());

  const failed = (sentence: string): string => `  FAIL  ${sentence}\n`;

  /** The notices of a start with the plugins of these stages. */
  async function noticesOf(...stages: readonly string[]): Promise<readonly string[]> {
    const named = ['good', ...stages.flatMap(members)].map((name) => `./${name}`);
    const set = await loadPlugins(named, folder.path, { installation: folder.path });
    const host = new PluginHost(set, contextsFor(), silentLog, 'test');
    const integrations = set.loaded.map(({ plugin }) => entryOf(plugin.id));
    await host.apply({ integrations, zone: 'UTC', secrets: [] });
    const texts = host.notices().map(({ text }) => text);
    await host.stop();
    return texts;
  }

  it('says why one cannot be loaded, and why one cannot be created', async () => {
    const notices = await noticesOf('load', 'create');
    expect(notices).to.have.lengthOf(members('load').length + members('create').length);
    for (const notice of notices) expect(said).to.include(failed(notice));
  });

  it('says how a run went wrong', () => {
    expect(Object.keys(RUNS)).to.have.members(members('run'));
    for (const sentence of Object.values(RUNS)) expect(said).to.include(failed(`task animals failed: ${sentence}`));
  });

  it('says which render fails, mutates what it is given, or breaks its response', () => {
    const title = 'its widgets and rules can be rendered without rows';
    const fails = (name: string) => `  FAIL  ${title}: widget ${name} without an integration `;
    expect(members('render')).to.have.lengthOf(3);
    expect(said).to.include(`${fails('render-throws')}cannot be rendered: no legs today\n`);
    expect(said).to.include(
      `${fails('render-mutates')}cannot be rendered: Cannot add property 0, object is not extensible (what it is given is frozen: copy it)\n`,
    );
    expect(said).to.include(
      `${fails('render-breaks-response')}does not match its response schema: /legs: must be integer\n`,
    );
  });

  it('says what was left behind', () => {
    expect(members('leak')).to.not.deep.equal([]);
    for (const name of members('leak')) {
      expect(said).to.include(`  FAIL  The plugin ${name} (./${name}) caused an unhandled error: `);
    }
  });

  it('refuses as many as are broken, and none that works', () => {
    expect(status).to.equal(1);
    // What breaks later is sound now.
    const broken = names.length - members('works').length - members('later').length;
    expect(said.match(/^ {2}FAIL {2}/gm)).to.have.lengthOf(broken);
  });
});
