/** What is derived from declarations is what the repository holds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root } from '../support/daemon.js';

interface Generator {
  generated(): Promise<ReadonlyMap<string, string>>;
}

describe('generated files', () => {
  it('are fresh: `npm run generate` would change nothing', async () => {
    const { generated } = (await import(pathToFileURL(join(root, 'scripts', 'generated.mjs')).href)) as Generator;
    const files = await generated();
    expect([...files.keys()]).to.include.members([
      'config/config.schema.json',
      'config/sidelight.example.yaml',
      'README.md',
      'docs/configuration.md',
      'docs/dashboards/README.md',
      'docs/errors.md',
      'docs/install.md',
      'docs/reverse-proxies.md',
      'docs/routes.md',
    ]);
    for (const [path, text] of files) expect(readFileSync(join(root, path), 'utf8'), path).to.equal(text);
  });
});
