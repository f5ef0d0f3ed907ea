/** An older build on the database of a newer one: it says so, and leaves every byte as it was. */
import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { copySqlite } from '#core/backup/sqlite-copy.js';
import { openDatabase } from '#core/cache/database.js';
import { commandHere } from '../../support/command-here.js';
import { root } from '../../support/root.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';
import { FIXTURES } from './restored.js';

const NEWER = '0999-from-the-future';

/** Name → bytes and the time of the last change. The index of the log (`-shm`) is omitted: it holds nothing, and whoever reads the log makes it anew. */
async function filesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => !name.endsWith('-shm'));
  const told = names.sort().map(async (name) => {
    const [{ mtimeMs }, bytes] = await Promise.all([stat(join(folder, name)), readFile(join(folder, name))]);
    return [name, `${mtimeMs} ${bytes.toString('base64')}`] as const;
  });
  return Object.fromEntries(await Promise.all(told));
}

/** As a newer version leaves its files behind, each in a folder of its own. */
const WAYS: Readonly<Record<string, (made: string, folder: string) => Promise<void>>> = {
  async 'stopped in good order'(made, folder) {
    await copyFile(made, join(folder, 'sidelight.db'));
    const db = await openDatabase({ kind: 'sqlite', file: join(folder, 'sidelight.db') });
    await db('knex_migrations').insert({ name: NEWER, batch: 9, migration_time: new Date() });
    await db.destroy();
  },
  async 'killed, with what it wrote last in the log beside the file'(made, folder) {
    const beside = `${folder}-lives`;
    await mkdir(beside);
    const file = join(beside, 'sidelight.db');
    await copyFile(made, file);
    const db = await openDatabase({ kind: 'sqlite', file });
    await db('knex_migrations').insert({ name: NEWER, batch: 9, migration_time: new Date() });
    for (const name of await readdir(beside)) await copyFile(join(beside, name), join(folder, name));
    await db.destroy();
    expect((await stat(join(folder, 'sidelight.db-wal'))).size).to.be.above(0);
  },
  async 'a backup that was put in the place of the file'(made, folder) {
    const db = await openDatabase({ kind: 'sqlite', file: made });
    await db('knex_migrations').insert({ name: NEWER, batch: 9, migration_time: new Date() });
    await copySqlite(db, join(folder, 'sidelight.db'));
    await db.destroy();
  },
};

describe('a database of a newer version', () => {
  let temp: TempFolder;
  before(() => {
    temp = tempFolder();
  });
  after(() => temp.remove());

  for (const [way, leave] of Object.entries(WAYS)) {
    it(`is refused in a sentence and left as it was: ${way}`, async () => {
      const [made, folder] = [join(temp.path, `${way.length}.db`), join(temp.path, `data-${way.length}`)];
      await mkdir(folder, { mode: 0o700 });
      await (await openDatabase({ kind: 'sqlite', file: made })).destroy();
      await leave(made, folder);
      const before = await filesOf(folder);
      for (const command of [
        ['serve', '--port', '0'],
        ['keys', 'list'],
        ['keys', 'create', 'one'],
        ['backup'],
        ['audit'],
      ]) {
        const { status, stdout, stderr } = await commandHere([...command, '--data', folder], temp.path);
        expect([status, stdout], command.join(' ')).to.deep.equal([1, '']);
        expect(stderr).to.include(`The database has ${NEWER}, which this version does not know know`);
        expect(stderr).to.include(
          'A newer version of Sidelight wrote it: run that version, or restore an older backup.',
        );
        expect(await filesOf(folder), command.join(' ')).to.deep.equal(before);
      }
    });
  }
});

describe('databases of earlier versions', () => {
  it('are kept of every version that the changelog names', async () => {
    const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
    const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
    expect(released).to.include('0.1.0');
    expect(FIXTURES.map(({ name }) => name)).to.include.members(released);
  });
});
