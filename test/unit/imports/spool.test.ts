/** Where uploads lie: as much as fits, as fast as it must be, and nothing that is left. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { silentLog } from '#core/ground/log.js';
import { ImportJobs, type ImportJobsParts } from '#core/imports/import-jobs.js';
import type { Running } from '#core/imports/import-process.js';
import type { Report } from '#core/imports/report.js';
import { Spool } from '#core/imports/spool.js';
import { manualClock } from '../../support/manual-clock.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';
import { eventually } from '../../support/until.js';

const REPORT = { isDry: true, isStopped: false, added: 1 } as unknown as Report;
const order = (file: string) => ({ format: 'jellystat', file, source: 'home', zone: 'UTC' });

describe('uploads', () => {
  let folder: TempFolder;
  let path: string;
  beforeEach(() => {
    folder = tempFolder();
    path = join(folder.path, 'imports');
  });
  afterEach(() => folder.remove());

  it('are written as they come, and are gone when they break off', async () => {
    const spool = new Spool(path);
    await spool.open();
    const file = await spool.receive(Readable.from([Buffer.from('one '), Buffer.from('two')]));
    expect(readFileSync(file, 'utf8')).to.equal('one two');
    const broken = new Readable({ read: () => undefined });
    broken.push('a part');
    const received = spool.receive(broken).catch((error: Error) => error.message);
    broken.destroy(new Error('gone'));
    expect(await received).to.equal('gone');
    expect(readdirSync(path)).to.have.length(1);
    await spool.open();
    expect(existsSync(path)).to.equal(false);
  });

  it('are given up when they come too slowly', async () => {
    const spool = new Spool(path, { bytesPerSecond: 1000, lookMs: 20 });
    const slow = new Readable({ read: () => undefined });
    slow.push('a');
    const error = await spool.receive(slow).catch((thrown: Error & { code?: string }) => thrown);
    expect(error).to.include({ code: 'upload_slow' });
    expect(readdirSync(path)).to.deep.equal([]);
  });

  it('are refused when they do not fit', async () => {
    const error = await new Spool(path).demandRoom(1e18).catch((thrown: Error & { code?: string }) => thrown);
    expect(error).to.include({ code: 'import_space' });
  });

  it('go when nobody has done anything with them for an hour', async () => {
    const spool = new Spool(path);
    await spool.open();
    const clock = manualClock();
    const start: ImportJobsParts['start'] = (): Running => ({ report: Promise.resolve(REPORT), stop: () => undefined });
    const jobs = new ImportJobs({ spool, clock, start, log: silentLog });
    const file = await spool.receive(Readable.from([Buffer.from('rows')]));
    await jobs.upload(async () => ({ order: order(file), name: 'backup.json' }));
    await eventually(() => jobs.current?.stage === 'looked', 'it was looked at');
    await clock.advance(3_600_000);
    await eventually(() => jobs.current === null && readdirSync(path).length === 0, 'it is gone');
  });

  it('go when the daemon stops, with the import that is under way', async () => {
    const spool = new Spool(path);
    await spool.open();
    let stop = (): void => undefined;
    const start: ImportJobsParts['start'] = () => {
      const report = new Promise<Report>((resolve) => {
        stop = () => resolve({ ...REPORT, isStopped: true });
      });
      return { report, stop: () => stop() };
    };
    const jobs = new ImportJobs({ spool, clock: manualClock(), start, log: silentLog });
    const file = await spool.receive(Readable.from([Buffer.from('rows')]));
    await jobs.upload(async () => ({ order: order(file), name: 'backup.json' }));
    await jobs.close();
    expect(jobs.current).to.equal(null);
    await eventually(() => readdirSync(path).length === 0, 'it is gone');
  });
});
