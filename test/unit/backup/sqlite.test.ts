/** Backups of a SQLite file: made while it is used, verified, pruned, restored. */
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { BackupFile } from '#core/backup/backup-file.js';
import { makeBackup } from '#core/backup/make-backup.js';
import { restoreBackup } from '#core/backup/restore-backup.js';
import { verifySqlite } from '#core/backup/sqlite-copy.js';
import { openDatabase } from '#core/cache/database.js';
import { CodedError } from '#core/ground/errors.js';
import { openScene, type Scene } from './scene.js';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');

describe('backups of a SQLite file', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
    await scene.play('Metropolis');
    await scene.outage();
  });
  afterEach(() => scene.remove());

  const make = (hour = 0, keep = 7): Promise<BackupFile> => {
    const { database, location, backups: folder } = scene;
    return makeBackup({ database, location, folder, keep, now: new Date(NOON + hour * 3_600_000) });
  };
  const restore = (file: string) =>
    restoreBackup({ file, location: scene.location, folder: scene.backups, now: new Date(NOON) });
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      if (error instanceof CodedError) return `${error.code}: ${error.message.replaceAll(scene.folder.path, '')}`;
      throw error;
    }
    return 'accepted';
  };
  const names = () => readdirSync(scene.backups).sort();

  it('are whole files that this user alone may read, named after their time', async () => {
    const made = await make();
    expect(made).to.include({ name: 'sidelight-2026-11-20T12-00-00-000Z.db', at: '2026-11-20T12:00:00.000Z' });
    expect(made.sizeBytes).to.equal(statSync(made.path).size).and.to.be.greaterThan(0);
    expect((statSync(made.path).mode & 0o777).toString(8)).to.equal('600');
    expect((statSync(scene.backups).mode & 0o777).toString(8)).to.equal('700');
    expect(names()).to.deep.equal([made.name]);
  });

  it('are as many as are kept, with nothing else of the folder removed', async () => {
    await make();
    writeFileSync(join(scene.backups, 'notes.txt'), '');
    const abandoned = join(scene.backups, '.sidelight-2026-11-01T00-00-00-000Z.db.1.partial');
    writeFileSync(abandoned, '');
    utimesSync(abandoned, 0, 0);
    for (const hour of [1, 2, 3]) await make(hour, 2);
    expect(names()).to.deep.equal([
      'notes.txt',
      'sidelight-2026-11-20T14-00-00-000Z.db',
      'sidelight-2026-11-20T15-00-00-000Z.db',
    ]);
  });

  it('leave nothing behind when they cannot be made, and the ones before as they are', async () => {
    await make(0, 1);
    await scene.database.schema.dropTable('knex_migrations');
    expect(await refusal(make(1, 1))).to.match(/^backup_invalid: .*is not a Sidelight backup$/);
    expect(names()).to.deep.equal(['sidelight-2026-11-20T12-00-00-000Z.db']);
    writeFileSync(join(scene.folder.path, 'file'), '');
    const { database, location } = scene;
    const input = { database, location, folder: join(scene.folder.path, 'file'), keep: 1, now: new Date(NOON) };
    expect(await refusal(makeBackup(input))).to.match(/^(backup_failed|data_unwritable): /);
  });

  it('bring everything back; the database before is kept', async () => {
    const { path } = await make();
    await scene.play('Nosferatu');
    await scene.close();
    const aside = await restore(path);
    expect(await scene.titles()).to.deep.equal(['Metropolis']);
    expect(statSync(join(scene.folder.path, 'sidelight.db')).mode & 0o777).to.equal(0o600);
    expect(aside).to.equal(join(scene.folder.path, 'sidelight.db.before-2026-11-20T12-00-00-000Z'));
    await restore(aside ?? '');
    expect(await scene.titles()).to.deep.equal(['Metropolis', 'Nosferatu']);
  });

  it('leave a database at every moment: the old one has a second name before its first one changes hands', async () => {
    const { path } = await make();
    await scene.close();
    const file = join(scene.folder.path, 'sidelight.db');
    const old = statSync(file).ino;
    const aside = await restore(path);
    expect(statSync(aside ?? '').ino).to.equal(old);
    expect(statSync(file).ino).to.not.equal(old);
    rmSync(file);
    const location = { kind: 'sqlite', file } as const;
    expect(await refusal(openDatabase(location))).to.match(
      /^database_missing: \/sidelight.db is missing, and sidelight.db.before-[\w-]+ is next to it$/,
    );
    expect(existsSync(file)).to.equal(false);
    await restore(aside ?? '');
    expect(await scene.titles()).to.deep.equal(['Metropolis']);
  });

  it('can be restored where there is no database, and where there is a damaged one', async () => {
    const { path } = await make();
    await scene.close();
    const file = join(scene.folder.path, 'sidelight.db');
    const elsewhere = join(scene.folder.path, 'other.db');
    const location = { kind: 'sqlite', file: elsewhere } as const;
    expect(await restoreBackup({ file: path, location, folder: scene.backups, now: new Date(NOON) })).to.equal(null);
    expect(readFileSync(elsewhere).length).to.equal(statSync(path).size);
    writeFileSync(file, 'SQLite format 3\0 and then rubbish'.repeat(100));
    await restore(path);
    expect(await scene.titles()).to.deep.equal(['Metropolis']);
    expect(await scene.outages()).to.deep.equal(['tv unreachable']);
  });

  it('are not restored while the database is open, and nothing is changed then', async () => {
    const { path } = await make();
    await scene.play('Nosferatu');
    expect(await refusal(restore(path))).to.match(/^database_in_use: \/sidelight.db is in use/);
    expect(readdirSync(scene.folder.path)).to.not.include('sidelight.db.restoring');
    expect(await scene.titles()).to.deep.equal(['Metropolis', 'Nosferatu']);
  });

  it('are not restored when they are damaged, foreign, newer or none', async () => {
    const { path } = await make();
    await scene.close();
    const copy = (name: string): string => {
      const file = join(scene.folder.path, name);
      copyFileSync(path, file);
      return file;
    };
    const cut = copy('cut.db');
    truncateSync(cut, 20_480);
    expect(await refusal(restore(cut))).to.match(/^backup_invalid: \/cut.db /);
    const newer = copy('newer.db');
    const database = await openDatabase({ kind: 'sqlite', file: newer });
    await database('knex_migrations').insert({ name: '9999-later', batch: 9, migration_time: new Date() });
    await database.destroy();
    expect(await refusal(restore(newer))).to.match(/^database_newer: /);
    expect(await refusal(restore(scene.folder.write('text', 'hello')))).to.equal(
      'backup_invalid: /text is not a Sidelight backup',
    );
    expect(await refusal(restore(scene.folder.write('dump', 'PGDMP...')))).to.equal(
      'backup_invalid: /dump is a PostgreSQL backup, but the config uses SQLite',
    );
    expect(await refusal(restore('/nowhere/at/all'))).to.match(/^backup_invalid: .*cannot be read/);
    expect(await scene.titles()).to.deep.equal(['Metropolis']);
  });

  it('are verified as they lie there: nothing is made beside them', async () => {
    const { path } = await make();
    await verifySqlite(path);
    expect(names()).to.have.lengthOf(1);
  });
});
