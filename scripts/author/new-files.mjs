/** The files of a plugin that comes with Sidelight, as path → text: TypeScript, in files like those of every other. */
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';

const templates = join(root, 'scripts', 'templates', 'plugin');

export const ownFiles = (plugin, { filled, sourceFiles, wordsOf }) =>
  new Map([...filled(templates, wordsOf(plugin)), ...sourceFiles(plugin)]);
