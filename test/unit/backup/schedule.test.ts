/** When backups are made, and what is known of them. */
import 'reflect-metadata';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ItemOf, opsBackup } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { backupName, listBackups, pruneBackups } from '#core/backup/backup-file.js';
import { Backups, type BackupsSettings, backupDelay } from '#core/backup/backups.js';
import { parseEvery } from '#core/time/schedule.js';
import { type ManualClock, manualClock } from '../../support/manual-clock.js';
import { type RecordingLog, recordingLog } from '../../support/recording-log.js';
import { tempFolder } from '../../support/temp-folder.js';
import { eventually } from '../../support/until.js';
import { openScene, type Scene } from './scene.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const HOUR = 3_600_000;
const ago = (hours: number): string => new Date(NOW.getTime() - hours * HOUR).toISOString();

describe('when the next backup is due', () => {
  const due = (every: string, madeAt?: string, failedAt?: string) =>
    backupDelay(parseEvery(every, 'Europe/Berlin'), { madeAt, failedAt }, NOW);

  it('is so long after the last one, whichever process made it', () => {
    expect(due('24h', ago(1))).to.equal(23 * HOUR);
    expect(due('24h', ago(30))).to.equal(10_000);
    expect(due('24h')).to.equal(10_000);
    expect(due('1s')).to.equal(1000);
  });

  it('is when the pattern says, in the configured zone', () => {
    expect(due('0 4 * * *', ago(30))).to.equal(15 * HOUR);
    expect(due('0 4 30 2 *')).to.equal(null);
  });

  it('is within the hour after a failure', () => {
    expect(due('24h', ago(30), ago(0.25))).to.equal(0.75 * HOUR);
    expect(due('0 4 * * *', ago(30), ago(0.25))).to.equal(0.75 * HOUR);
    expect(due('10m', ago(1), ago(0))).to.equal(HOUR / 6);
  });
});

describe('a clock that was ahead', () => {
  const later = (days: number) => new Date(NOW.getTime() + days * 24 * HOUR);
  const folder = tempFolder();
  const put = (name: string): string => {
    const path = join(folder.path, name);
    writeFileSync(path, '');
    return path;
  };
  after(() => folder.remove());

  it('leaves backups that count as the oldest, so that the one just made stays', async () => {
    const future = [1, 200, 365].map((days) => backupName(later(days), 'sqlite'));
    const made = backupName(NOW, 'sqlite');
    const before = backupName(later(-1), 'sqlite');
    for (const name of [...future, made, before]) put(name);
    await pruneBackups(folder.path, 2, NOW, made);
    expect((await listBackups(folder.path)).map(({ name }) => name)).to.deep.equal([made, before]);
    for (const name of future) put(name);
    await pruneBackups(folder.path, 1, NOW, made);
    expect((await listBackups(folder.path)).map(({ name }) => name)).to.deep.equal([made]);
  });

  it('leaves unfinished files that are swept', async () => {
    const path = put('.sidelight-2027-11-01T00-00-00-000Z.db.1.partial');
    utimesSync(path, later(300), later(300));
    const own = put('.sidelight-2026-11-20T12-00-00-000Z.db.2.partial');
    utimesSync(own, NOW, NOW);
    await pruneBackups(folder.path, 1, NOW, backupName(NOW, 'sqlite'));
    expect([existsSync(path), existsSync(own)]).to.deep.equal([false, true]);
  });
});

describe('what is known of backups', () => {
  let scene: Scene;
  let clock: ManualClock;
  let log: RecordingLog;
  let backups: Backups;

  beforeEach(async () => {
    scene = await openScene();
    clock = manualClock(NOW.toISOString());
    log = recordingLog();
    backups = begin();
  });
  afterEach(async () => {
    await backups.stop();
    await scene.remove();
  });

  const settings = (every: string | null): BackupsSettings => ({
    backup: { every, keep: 7, folder: scene.backups },
    database: scene.location,
    zone: 'UTC',
  });
  const begin = (): Backups => new Backups(settings('24h'), scene.database, scene.cache, clock, log);
  let row: ItemOf<typeof opsBackup> | undefined;
  const look = async (): Promise<typeof row> => {
    const scope = { now: clock.now(), zone: 'UTC' };
    const [found] = await scene.cache.rows(opsBackup, {}, scope);
    row = found;
    return found;
  };
  /** The database is real, so work ends when it ends. */
  const shows = async (expected: object): Promise<void> => {
    const matches = (): boolean => {
      void look();
      return Object.entries(expected).every(([field, value]) => Reflect.get(row ?? {}, field) === value);
    };
    await eventually(matches, JSON.stringify(expected));
  };

  it('is that there was none yet, then the last one; it outlives the process', async () => {
    backups.start();
    await shows({ configured: true, ok: false, kind: 'none', enabledAt: NOW.toISOString() });
    await clock.advance(10_000);
    await shows({
      ok: true,
      kind: 'local',
      file: 'sidelight-2026-11-20T12-00-10-000Z.db',
      at: '2026-11-20T12:00:10.000Z',
    });
    await backups.stop();
    await clock.advance(HOUR);
    backups = begin();
    backups.start();
    await shows({ ok: true, enabledAt: NOW.toISOString() });
    expect(log.lines).to.deep.equal(['info a backup was made: sidelight-2026-11-20T12-00-10-000Z.db']);
  });

  it('is that the last one failed, until one succeeds; it is tried again within the hour', async () => {
    writeFileSync(scene.backups, 'not a folder');
    backups.start();
    await eventually(() => log.lines.length === 1, 'it is said that the folder is none');
    await clock.advance(10_000);
    await shows({ configured: true, ok: false, kind: 'local', at: '2026-11-20T12:00:10.000Z', file: undefined });
    rmSync(scene.backups);
    await clock.advance(HOUR);
    await shows({ ok: true, at: '2026-11-20T13:00:10.000Z' });
    expect(log.lines[1]).to.match(/^warn no backup could be made: /);
  });

  it('is that they are off, and from when on they are on', async () => {
    await backups.apply(settings(null));
    backups.start();
    await shows({ configured: false, kind: 'none', enabledAt: undefined });
    await clock.advance(48 * HOUR);
    await backups.apply(settings('24h'));
    await shows({ configured: true, enabledAt: new Date(NOW.getTime() + 48 * HOUR).toISOString() });
  });

  it('holds those that a command has made', async () => {
    await backups.apply(settings(null));
    backups.start();
    mkdirSync(scene.backups);
    writeFileSync(join(scene.backups, 'sidelight-2026-11-20T11-00-00-000Z.db'), 'four');
    await clock.advance(31_000);
    await shows({ configured: false, ok: true, sizeBytes: 4, at: '2026-11-20T11:00:00.000Z' });
  });
});
