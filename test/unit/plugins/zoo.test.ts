/** Every kind of broken plugin, outside the installation as a user would have it: each fails as the table says, and a good one beside it works. */
import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { silentLog } from '#core/ground/log.js';
import { PluginHost } from '#core/plugins/host.js';
import { loadPlugins } from '#core/plugins/load.js';
import type { PluginSet } from '#core/plugins/plugin-set.js';
import type { Source } from '#core/plugins/source.js';
import { type Outcome, runTask } from '#core/sync/runner.js';
import { contextsFor, entryOf } from '../../support/integrations.js';
import { manualClock } from '../../support/manual-clock.js';
import { spiedCache } from '../../support/spied-cache.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';

type Stage = 'load' | 'create' | 'run' | 'leak' | 'works';
type Zoo = Readonly<Record<string, { readonly stage: Stage; readonly code: string | null }>>;

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, '..', '..', '..', 'zoo');
const zoo = JSON.parse(readFileSync(join(source, 'zoo.json'), 'utf8')) as Zoo;
const child = join(here, '..', '..', 'support', 'leaking-child.js');

const members = (...stages: readonly Stage[]) => Object.entries(zoo).filter(([, { stage }]) => stages.includes(stage));

/** One whose import hangs is waited for no longer. */
const HANGING = 'top-level-await-hangs';
const IMPORT_MS = 500;

describe('the zoo of broken plugins', () => {
  let folder: TempFolder;
  before(() => {
    folder = tempFolder();
    cpSync(source, folder.path, { recursive: true });
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

  for (const [name, { code }] of members('load')) {
    it(`${name}: ${code}`, async () => {
      const set = await loadWithGood(name);
      expect(set.failures.map((failure) => [failure.origin, failure.code])).to.deep.equal([[`./${name}`, code]]);
      const host = await start(set);
      expect(host.notices().map(({ type, severity }) => [type, severity])).to.deep.equal([[code, 'error']]);
      await expectGood(host);
      await host.stop();
    });
  }

  for (const [name, { code }] of members('create')) {
    it(`${name}: ${code}`, async () => {
      const host = await start(await loadWithGood(name));
      expect(host.notices().map(({ type, source: about }) => [type, about])).to.deep.equal([[code, name]]);
      expect(host.get(name)?.integration).to.equal(null);
      await expectGood(host);
      await host.stop();
    });
  }

  for (const [name, { code }] of members('run')) {
    it(`${name}: ${code}`, async () => {
      const host = await start(await loadWithGood(name));
      expect(await outcomeOf(host.get(name))).to.include({ kind: 'failed', code });
      await expectGood(host);
      await host.stop();
    });
  }

  for (const [name, { code }] of members('leak')) {
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

  for (const [name] of members('works').filter(([member]) => member !== 'good')) {
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
