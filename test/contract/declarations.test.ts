/** What a plugin is written against names nothing that is ours to exchange. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/root.js';

const dist = join(root, 'core', 'api', 'dist');
/** What the build makes one file of, imported by the client alone. */
const OWN = join('host', 'axios.d.ts');

describe('the declarations of the plugin API', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));

  it('name no axios', () => {
    expect(files).to.include('index.d.ts').and.include(join('testing', 'index.d.ts'));
    const naming = files.filter((name) => name !== OWN && /axios/i.test(readFileSync(join(dist, name), 'utf8')));
    expect(naming).to.deep.equal([]);
  });
});
