/** The settings that a command works with. */
import { join } from 'node:path';
import { loadCoreSettings } from '../config/core-settings.js';
import type { DraftInput, Unwritten } from '../config/draft.js';
import type { LoadedSettings } from '../config/load-settings.js';
import type { CoreSettings } from '../config/to-settings.js';
import { installation } from '../ground/installation.js';
import type { CommandInput } from './command.js';

type Around = Pick<CommandInput, 'flags' | 'env' | 'cwd'>;

/** `--demo` means a config and a data folder of its own, unless others are named: made-up rows never mix with real ones. */
function draftFor({ flags, env, cwd }: Around): DraftInput {
  const demo = {
    config: join(installation, 'config', 'demo.yaml'),
    data: env['SIDELIGHT_DATA'] || join(cwd, 'data', 'demo'),
  };
  return { flags: flags.demo === true ? { ...demo, ...flags } : flags, env, cwd };
}

/** With every plugin loaded and every entry checked. @param unwritten read in place of the file */
export async function loadFor(around: Around, unwritten?: Unwritten): Promise<LoadedSettings> {
  const { loadSettings } = await import('../config/load-settings.js');
  const { loadPlugins } = await import('../plugins/load.js');
  const { addedFolder, addedPlugins } = await import('../plugins/added.js');
  return loadSettings({
    ...draftFor(around),
    ...(unwritten === undefined ? {} : { unwritten }),
    plugins: (named, folder, dataDir) =>
      loadPlugins(named, folder, { installation, added: () => addedPlugins(addedFolder(dataDir)) }),
  });
}

/** For a command that needs no integration. */
export const coreSettingsFor = (around: Around): CoreSettings => loadCoreSettings(draftFor(around));
