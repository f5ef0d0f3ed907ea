/** What ports cost the compiler of an author: counted, not timed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/daemon.js';

const IMPORTS = `import { cached, definePort, defineWidget, fill, oneOf, Type, type ItemIn } from '@sidelight/plugin-api';\n`;

const portOf = (name: string): string => `
const ${name} = definePort({
  id: 'cost.${name}',
  keep: 'snapshot',
  key: (item) => item.id,
  index: ['state'],
  item: Type.Object({ id: Type.String(), state: Type.String(), ${name}: Type.Optional(Type.Integer()) }),
});
export const of${name}: ItemIn<typeof ${name}> = { id: 'x', state: 'y', ${name}: undefined };
export const task${name} = fill(${name}, '5s', async () => [of${name}]);
`;

const widgetOf = (name: string): string => `
export const widget${name} = defineWidget({
  id: '${name}',
  summary: 'All of ${name}',
  query: Type.Object({ by: oneOf('id', 'state') }),
  settings: Type.Object({ unit: Type.String() }),
  reads: ({ by }) => ({ rows: cached(${name}, by === 'id' ? {} : { where: { state: 'on' } }) }),
  response: Type.Object({ ${name}: Type.Integer(), told: Type.String() }),
  tile: { title: '${name}', group: 'ops', icon: 'mdi-x', stats: [{ field: '${name}', label: 'N', format: 'number' }] },
  render: ({ rows }, { query, settings }) => ({ ${name}: rows.items.length, told: query.by + settings.unit }),
});
`;

/** Type instantiations of a program that is one file. */
function instantiations(folder: string, source: string): number {
  const file = join(folder, 'cost.ts');
  writeFileSync(file, source);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '--ignoreConfig', ...options, '--extendedDiagnostics', file], {
    encoding: 'utf8',
  });
  expect(stdout).to.not.include('error TS');
  return Number(/^Instantiations: *(\d+)/m.exec(stdout)?.[1]);
}

describe('the cost of types', () => {
  let folder: string;
  before(() => {
    // Below the repository: from there the contract is found.
    folder = mkdtempSync(join(root, 'test', 'dist', 'type-cost-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is small for the first port of a program, and smaller for each further one', () => {
    const none = instantiations(folder, `import '@sidelight/plugin-api';\nexport {};\n`);
    const one = instantiations(folder, IMPORTS + portOf('a'));
    const six = instantiations(folder, IMPORTS + ['a', 'b', 'c', 'd', 'e', 'f'].map(portOf).join(''));
    expect(one - none).to.be.within(1, 40_000);
    expect((six - one) / 5).to.be.within(1, 2000);
  });

  it('is small for each further widget, its query and settings included', () => {
    const ports = IMPORTS + ['a', 'b', 'c', 'd'].map(portOf).join('');
    const one = instantiations(folder, ports + widgetOf('a'));
    const four = instantiations(folder, ports + ['a', 'b', 'c', 'd'].map(widgetOf).join(''));
    expect((four - one) / 3).to.be.within(1, 4000);
  });
});
