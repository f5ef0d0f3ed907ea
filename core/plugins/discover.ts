/** The plugins that come with Sidelight: every folder under plugins/ that is a package. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Absolute folders, by name. Nothing is listed anywhere: a folder that is there is a plugin. */
export function bundledFolders(installation: string): readonly string[] {
  const parent = join(installation, 'plugins');
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .sort()
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}
