/** Every command by its name. */
import { admin } from './admin.js';
import { backup } from './backup.js';
import { check } from './check.js';
import type { Command } from './command.js';
import { help } from './help.js';
import { forget, rename } from './integrations.js';
import { keys } from './keys.js';
import { packs } from './packs.js';
import { plugins } from './plugins.js';
import { restore } from './restore.js';
import { serve } from './serve.js';
import { version } from './version.js';

export const commands: Readonly<Record<string, Command>> = {
  serve,
  check,
  keys,
  admin,
  plugins,
  packs,
  forget,
  rename,
  backup,
  restore,
  help: help(() => commands),
  version,
};
