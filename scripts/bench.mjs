/** Speed and memory, as ratios side by side in one run: `npm run bench [part …]`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

bootstrap();
const { status } = spawnSync(
  process.execPath,
  [join(root, 'test', 'dist', 'bench', 'main.js'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
