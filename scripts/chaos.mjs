/** Strikes a daemon at random moments and counts what was lost: `npm run chaos -- --rounds 100 --seed 7`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

bootstrap();
const main = join(root, 'test', 'dist', 'chaos', 'main.js');
const { status } = spawnSync(process.execPath, [main, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
