/** How files are made one: by the build, for each start, and by a release, for its package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

export const COMMON = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  // Packages of the older kind ask for the modules of Node by `require`.
  banner: {
    js: `import { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);`,
  },
};

/** Found at run time: native code, what reads files beside itself, drivers that nobody has. */
export const EXTERNAL = [
  'sqlite3',
  'pg',
  'swagger-ui-dist',
  ...['better-sqlite3', 'mariadb', 'mysql', 'mysql2', 'oracledb', 'pg-native', 'pg-query-stream', 'tedious'],
];

/** Between two licences. */
export const LINE = `\n${'-'.repeat(80)}\n\n`;

/** The licences of the packages that these files are from: they go where copies of them go. */
export function licencesOf(paths) {
  const folders = paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const texts = [...new Set(folders)].sort().map((folder) => {
    const file = readdirSync(join(root, folder)).find((name) => /^(un)?licen[cs]e/i.test(name));
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const text = file === undefined ? license : readFileSync(join(root, folder, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return texts.join(LINE);
}
