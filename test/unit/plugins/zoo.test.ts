/** Every kind of broken plugin, outside the installation as a user would have it: each fails as the table says, and a good one beside it works. */
import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { silentLog } from '#core/ground/log.js';
import { PluginHost } from '#core/plugins/host.js';
import { loadPlugins } from '#core/plugins/load.js';
import type { PluginSet } from '#core/plugins/plugin-set.js';
import type { Source } from '#core/plugins/source.js';
import { type Outcome, runTask } from '#core/sync/runner.js';
import { contextsFor, entryOf } from '../../support/integrations.js';
import { manualClock, settle } from '../../support/manual-clock.js';
import { spiedCache } from '../../support/spied-cache.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';
import { copyZoo, membersOf } from '../../support/zoo.js';

interface HangsOnce {
  readonly seen: { readonly runs: number; readonly most: number; readonly end: () => void };
}

const here = dirname(fileURLToPath(import.meta.url));
const child = join(here, '..', '..', 'support', 'leaking-child.js');

/** One whose import hangs is waited for no longer. */
const HANGING = 'top-level-await-hangs';
const IMPORT_MS = 500;

describe('the zoo of broken plugins', () => {
  let folder: TempFolder;
  before(() => {
    folder = tempFolder();
    copyZoo(folder.path);
  });
  after(() => folder.remove());

  const loadWithGood = (name: string): Promise<PluginSet> =>
    loadPlugins(['./good', `./${name}`], folder.path, {
      installation: folder.path,
      ...(name === HANGING ? { importMs: IMPORT_MS } : {}),
    });

  /** The host with an entry for each plugin that loaded. */
  async function start(set: PluginSet): Promise<PluginHost> {
    const host = new PluginHost(set, contextsFor(), silentLog, 'test');
    const integrations = set.loaded.map(({ plugin }) => entryOf(plugin.id));
    await host.apply({ integrations, zone: 'UTC', secrets: [] });
    return host;
  }

  /** How the first task of a source ends. */
  async function outcomeOf(of: Source | undefined): Promise<Outcome | undefined> {
    const task = of?.integration?.tasks?.[0];
    if (of === undefined || task === undefined) return undefined;
    const clock = manualClock();
    const cache = await spiedCache(task.fills);
    const commit = async (batch: Parameters<typeof cache.commit>[0]): Promise<boolean> => {
      await cache.commit(batch);
      return true;
    };
    const run = runTask({
      source: of,
      task,
      cache,
      clock,
      signal: new AbortController().signal,
      deadlineMs: 1000,
      commit,
    });
    await clock.advance(2000);
    return run;
  }

  const expectGood = async (host: PluginHost): Promise<void> => {
    expect(await outcomeOf(host.get('good'))).to.deep.equal({ kind: 'done', empty: false });
  };

  for (const [name, code] of membersOf('load')) {
    it(`${name}: ${code}`, async () => {
      const set = await loadWithGood(name);
      expect(set.failures.map((failure) => [failure.origin, failure.code])).to.deep.equal([[`./${name}`, code]]);
      const host = await start(set);
      expect(host.notices().map(({ type, severity }) => [type, severity])).to.deep.equal([[code, 'error']]);
      await expectGood(host);
      await host.stop();
    });
  }

  for (const [name, code] of membersOf('create')) {
    it(`${name}: ${code}`, async () => {
      const host = await start(await loadWithGood(name));
      expect(host.notices().map(({ type, source: about }) => [type, about])).to.deep.equal([[code, name]]);
      expect(host.get(name)?.integration).to.equal(null);
      await expectGood(host);
      await host.stop();
    });
  }

  it('other-schema: says whose the port is', async () => {
    const host = await start(await loadWithGood('other-schema'));
    expect(host.notices().map(({ text }) => text)).to.deep.equal([
      'The plugin other-schema could not start other-schema: its port media.users has no field legs here; this port is Sidelight’s own',
    ]);
    await host.stop();
  });

  for (const [name, code] of membersOf('run')) {
    it(`${name}: ${code}`, async () => {
      const host = await start(await loadWithGood(name));
      expect(await outcomeOf(host.get(name))).to.include({ kind: 'failed', code });
      await expectGood(host);
      await host.stop();
    });
  }

  for (const [name, code] of membersOf('leak')) {
    it(`${name}: ${code}`, () => {
      const { status, stdout } = spawnSync(process.execPath, [child, folder.path, './good', `./${name}`], {
        encoding: 'utf8',
        timeout: 240_000,
      });
      expect(status).to.equal(0);
      const { notices, good } = JSON.parse(stdout) as { notices: { type: string; text: string }[]; good: boolean };
      expect(notices.map(({ type }) => type)).to.deep.equal([code]);
      expect(notices[0]?.text).to.contain(name).and.not.contain('dropped');
      expect(good).to.equal(true);
    });
  }

  for (const [name, code] of membersOf('beside')) {
    it(`${name}: ${code}, and the next run works when the first has ended`, async () => {
      const host = await start(await loadWithGood(name));
      const { seen } = (await import(pathToFileURL(join(folder.path, name, 'index.js')).href)) as HangsOnce;
      for (let runs = 0; runs < 3; runs++) {
        expect(await outcomeOf(host.get(name))).to.include({ kind: 'failed', code });
      }
      expect(seen).to.include({ runs: 1, most: 1 });
      seen.end();
      await settle();
      expect(await outcomeOf(host.get(name))).to.deep.equal({ kind: 'done', empty: false });
      expect(seen).to.include({ runs: 2, most: 1 });
      await expectGood(host);
      await host.stop();
    });
  }

  for (const [name] of membersOf('works', 'later').filter(([member]) => member !== 'good')) {
    it(`${name}: works`, async () => {
      const set = await loadWithGood(name);
      expect(set.failures).to.deep.equal([]);
      const host = await start(set);
      expect(await host.get(name)?.integration?.check(new AbortController().signal)).to.deep.equal({});
      expect(host.notices()).to.deep.equal([]);
      await expectGood(host);
    });
  }
});
