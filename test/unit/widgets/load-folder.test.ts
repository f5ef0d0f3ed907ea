import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { silentLog } from '#core/ground/log.js';
import { loadFolder } from '#core/widgets/load-folder.js';
import { Registry } from '#core/widgets/registry.js';

describe('loadFolder', () => {
  it('collects exports by their names, in the order of the file names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sidelight-widgets-'));
    try {
      mkdirSync(join(folder, 'more'));
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      writeFileSync(join(folder, 'b.js'), 'export const widget = "b"; export const summary = "sb";');
      writeFileSync(join(folder, 'a.js'), 'export const widgets = ["a1", "a2"]; export const helper = 1;');
      writeFileSync(join(folder, 'a.d.ts'), 'nothing of it is read');
      writeFileSync(
        join(folder, 'more', 'c.js'),
        'export const rule = "r"; export const lookups = ["l"]; export const pack = "p";',
      );
      expect(await loadFolder(folder)).to.deep.equal({
        widgets: ['a1', 'a2', 'b'],
        summaries: ['sb'],
        lookups: ['l'],
        rules: ['r'],
        packs: ['p'],
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('finds Sidelight’s own, all of which the registry takes in', async () => {
    const registry = new Registry(silentLog);
    registry.add('core', await loadFolder(fileURLToPath(new URL('../../../../widgets/dist', import.meta.url))));
    expect(registry.refused()).to.deep.equal([]);
    expect(registry.widgets().length).to.be.greaterThan(20);
    expect(registry.lookups()).to.not.have.lengthOf(0);
    expect(registry.rules()).to.not.have.lengthOf(0);
    expect(registry.packs()).to.not.have.lengthOf(0);
  });
});
