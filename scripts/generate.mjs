/** Rewrites what is derived from declarations. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

bootstrap();
const { generated } = await import('./generated.mjs');
for (const [path, text] of await generated()) {
  writeFileSync(join(root, path), text);
  process.stdout.write(`${path}\n`);
}
