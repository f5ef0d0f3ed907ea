/** Requests from the document against a running daemon: `npm run fuzz -- --seed 7 --requests 100000`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

bootstrap();
const { status } = spawnSync(
  process.execPath,
  [join(root, 'test', 'dist', 'fuzz', 'main.js'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
