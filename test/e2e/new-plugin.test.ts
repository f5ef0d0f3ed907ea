/** The plugin that `npm run new:plugin` makes for `plugins/`, in a clone of its own: it compiles, lints, and passes its tests. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type AnyPort,
  downloadQueue,
  feedHits,
  mediaSessions,
  releaseCalendar,
  requestCounts,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { root } from '../support/daemon.js';
import { type TempFolder, tempFolder } from '../support/temp-folder.js';

interface Spec {
  readonly id: string;
  readonly title: string;
  readonly portName: string;
  readonly port: AnyPort;
}

/** Together they have every kind of field, a log, and a port of one row. */
const PORTS: Readonly<Record<string, AnyPort>> = {
  downloadQueue,
  feedHits,
  mediaSessions,
  releaseCalendar,
  requestCounts,
};

const idOf = (port: AnyPort): string => `for-${port.id.replace('.', '-')}`;

describe('a new plugin of Sidelight’s own', () => {
  let clone: TempFolder;
  before(() => {
    clone = tempFolder();
    for (const file of ['tsconfig.json', 'biome.json']) copyFileSync(join(root, file), join(clone.path, file));
    for (const folder of ['node_modules', 'core']) symlinkSync(join(root, folder), join(clone.path, folder));
  });
  after(() => clone.remove());

  async function write(portName: string, port: AnyPort): Promise<void> {
    const load = (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href);
    const { ownFiles } = (await load('scripts/author/new-files.mjs')) as {
      ownFiles(spec: Spec, tools: unknown): ReadonlyMap<string, string>;
    };
    const spec = { id: idOf(port), title: 'O’Neill’s "kettle" & it\'s', portName, port };
    for (const [path, text] of ownFiles(spec, await load('core/api/dist/author/index.js'))) {
      clone.write(join('plugins', spec.id, path), text);
    }
  }

  const run = (bin: string, ...args: readonly string[]): string => {
    const command = join(root, 'node_modules', '.bin', bin);
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: clone.path, encoding: 'utf8' });
    expect(status, `${bin} ${args.join(' ')}\n${stdout}${stderr}`).to.equal(0);
    return stdout;
  };

  it('compiles and lints, whatever its port is', async () => {
    for (const [name, port] of Object.entries(PORTS)) await write(name, port);
    // One program for all, as each costs seconds; `docs/writing-a-plugin.md` builds one by its own tsconfig.json.
    clone.write(
      'all.json',
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { composite: false, rootDir: 'plugins', outDir: 'built', types: ['node', 'mocha'] },
        files: Object.values(PORTS).map((port) => `plugins/${idOf(port)}/test/plugin.test.ts`),
      }),
    );
    run('tsc', '-p', 'all.json');
    for (const port of Object.values(PORTS)) {
      cpSync(join(clone.path, 'built', idOf(port)), join(clone.path, 'plugins', idOf(port), 'dist'), {
        recursive: true,
      });
    }
    run('biome', 'check', '--error-on-warnings', 'plugins');
  });

  for (const port of [downloadQueue, feedHits]) {
    it(`passes the contract and its cases at once: a ${port.keep}`, async () => {
      const plugin = join('plugins', idOf(port));
      const said = run('mocha', '--exit', join(plugin, 'dist', 'test', 'plugin.test.js'));
      expect(said)
        .to.include('check: 401 is auth_failed')
        .and.include('unexpected-payload')
        .and.match(/28 passing/);
    });
  }
});
