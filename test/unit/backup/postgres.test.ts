/** Backups of a PostgreSQL database, by its own programs. Left out without a server. */
import { mkdirSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { expect } from 'chai';
import { makeBackup } from '#core/backup/make-backup.js';
import { restoreBackup } from '#core/backup/restore-backup.js';
import { openDatabase } from '#core/cache/database.js';
import { CodedError } from '#core/ground/errors.js';
import { openElection } from '#core/replicas/election.js';
import { type Place, POSTGRES, postgresPlace } from '../cache/caches.js';
import { openScene, type Scene } from './scene.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');

const onPostgres = (): void => {
  let place: Place;
  let scene: Scene;
  beforeEach(async () => {
    place = await postgresPlace(POSTGRES ?? '');
    scene = await openScene(place.location);
    await scene.play('Metropolis');
    await scene.outage();
  });
  afterEach(async () => {
    await scene.remove();
    await place.remove();
  });

  const make = () => {
    const { database, location, backups: folder } = scene;
    return makeBackup({ database, location, folder, keep: 7, now: NOW });
  };
  const restore = (file: string) => restoreBackup({ file, location: scene.location, folder: scene.backups, now: NOW });
  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      if (error instanceof CodedError) return error.code;
      throw error;
    }
    return 'accepted';
  };

  it('bring everything back; what was there before is dumped', async () => {
    const made = await make();
    expect(made.name).to.equal('sidelight-2026-11-20T12-00-00-000Z.pgdump');
    expect((statSync(made.path).mode & 0o777).toString(8)).to.equal('600');
    await scene.play('Nosferatu');
    await scene.database.schema.createTable('rows_99_later', (table) => void table.integer('id'));
    await scene.close();
    const aside = await restore(made.path);
    expect(await scene.titles()).to.deep.equal(['Metropolis']);
    expect(await scene.outages()).to.deep.equal(['tv unreachable']);
    const database = await openDatabase(scene.location);
    expect(await database.schema.hasTable('rows_99_later'), 'a table that came later').to.equal(false);
    await database.destroy();
    expect(readdirSync(scene.backups)).to.have.members([made.name, 'before-2026-11-20T12-00-00-000Z.pgdump']);
    await codeOf(
      restoreBackup({ file: aside ?? '', location: scene.location, folder: `${scene.backups}-2`, now: NOW }),
    );
    expect(await scene.titles()).to.deep.equal(['Metropolis', 'Nosferatu']);
  });

  it('are not restored while an instance syncs', async () => {
    const { path } = await make();
    const election = await openElection(scene.database);
    expect(election.leading()).to.equal(true);
    expect(await codeOf(restore(path))).to.equal('database_in_use');
    await election.stop();
  });

  it('are not restored when they are cut', async () => {
    const { path, sizeBytes } = await make();
    truncateSync(path, Math.floor(sizeBytes / 2));
    expect(await codeOf(restore(path))).to.equal('backup_invalid');
  });

  it('need the programs of PostgreSQL', async () => {
    const before = process.env['PATH'];
    process.env['PATH'] = scene.folder.path;
    try {
      mkdirSync(scene.backups);
      expect(await codeOf(make())).to.equal('backup_tool');
      expect(readdirSync(scene.backups)).to.deep.equal([]);
    } finally {
      process.env['PATH'] = before;
    }
  });
};

if (POSTGRES !== undefined) describe('backups of a PostgreSQL database', onPostgres);
