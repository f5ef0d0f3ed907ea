/** The settings that a command works with. */
import { join } from 'node:path';
import { type LoadedSettings, loadSettings } from '../config/load-settings.js';
import { installation } from '../ground/installation.js';
import { loadPlugins } from '../plugins/load.js';
import type { CommandInput } from './command.js';

/** `--demo` means a config and a data folder of its own, unless others are named: made-up rows never mix with real ones. */
export function loadFor({ flags, env, cwd }: Pick<CommandInput, 'flags' | 'env' | 'cwd'>): Promise<LoadedSettings> {
  const demo = {
    config: join(installation, 'config', 'demo.yaml'),
    data: env['SIDELIGHT_DATA'] || join(cwd, 'data', 'demo'),
  };
  return loadSettings({
    flags: flags.demo === true ? { ...demo, ...flags } : flags,
    env,
    cwd,
    plugins: (named, folder) => loadPlugins(named, folder, { installation }),
  });
}
