/** What is made of the files that other programs wrote, row by row. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { zipSync } from 'fflate';
import type { Told } from '#core/imports/told.js';
import { historyFile, toldBy, writeReporting, writeTautulli } from '../../support/histories.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';

const playOf = (told: readonly Told[], id: string) => {
  const row = told.find((one) => one.id === id);
  if (row === undefined || !('play' in row)) throw new Error(`${id} is no play: ${JSON.stringify(row)}`);
  return row.play;
};
const reasonsOf = (told: readonly Told[]) => told.flatMap((row) => ('dropped' in row ? [row.dropped] : []));
const failing = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was read',
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  );

describe('histories of other programs', () => {
  let folder: TempFolder;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  describe('Jellystat', () => {
    interface Expected {
      readonly plays: number;
      readonly dropped: number;
      readonly seconds: number;
      readonly rows: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
    }

    it('come to what a recorded backup should come to', async () => {
      const expected = JSON.parse(readFileSync(historyFile('jellystat-expected.json'), 'utf8')) as Expected;
      const told = await toldBy('jellystat', historyFile('jellystat-backup.json'));
      const byId = new Map(told.toReversed().map((row) => [row.id, row]));
      expect([...byId.keys()].sort()).to.deep.equal(expected.rows.map(({ id }) => id).sort());
      for (const { origin, startedAtIsLatest, dropped, ...fields } of expected.rows) {
        const row = byId.get(fields.id);
        if (dropped !== undefined) {
          expect(row, fields.id).to.include({ dropped: 'unplayed' });
          continue;
        }
        const play = playOf([...byId.values()], fields.id);
        const same = Object.keys(fields).map((name) => [name, play[name as keyof typeof play] ?? null]);
        expect(Object.fromEntries(same), fields.id).to.deep.equal(fields);
        expect(play.approximate === true, fields.id).to.equal(startedAtIsLatest === true);
      }
      const plays = [...byId.values()].flatMap((row) => ('play' in row ? [row.play] : []));
      expect(plays.length).to.equal(expected.plays);
      expect(plays.reduce((sum, { playedSeconds = 0 }) => sum + playedSeconds, 0)).to.equal(expected.seconds);
    });

    it('are read where tables were left out, and where a file is written on many lines', async () => {
      const row = {
        ...{
          Id: 'tautulli:77',
          UserId: 'u',
          UserName: 'ada',
          NowPlayingItemId: 'tautulli:101',
          NowPlayingItemName: 'Sintel',
        },
        ...{
          PlaybackDuration: '61',
          ActivityDateInserted: '2026-11-20T10:00:00.000Z',
          PlayMethod: null,
          imported: false,
        },
      };
      const file = folder.write('backup.json', JSON.stringify([{ jf_playback_activity: [row] }], null, 2));
      const [told] = await toldBy('jellystat', file);
      expect(told).to.deep.equal({
        id: 'jellystat:tautulli:77',
        play: {
          ...{ id: 'jellystat:tautulli:77', userId: 'u', viewer: 'ada', title: 'Sintel', playedSeconds: 61 },
          ...{ approximate: true, startedAt: '2026-11-20T09:58:59.000Z', endedAt: '2026-11-20T10:00:00.000Z' },
        },
      });
    });

    it('are refused when they are something else, or cut', async () => {
      const other = await failing(toldBy('jellystat', historyFile('streamystats-export.json')));
      expect(other).to.match(/^import_file: It is JSON, but not a Jellystat backup/);
      const whole = readFileSync(historyFile('jellystat-backup.json'), 'utf8');
      const cut = await failing(toldBy('jellystat', folder.write('cut.json', whole.slice(0, 20_000))));
      expect(cut).to.match(/^import_file: .*it is incomplete/);
      expect(await failing(toldBy('jellystat', folder.write('no.json', 'Hello')))).to.match(
        /^import_file: It is no JSON/,
      );
    });
  });

  describe('Playback Reporting', () => {
    it('are the same from a backup in local time and one in UTC', async () => {
      const local = await toldBy('playback-reporting', historyFile('playback-reporting-local.tsv'));
      const utc = await toldBy('playback-reporting', historyFile('playback-reporting-utc.tsv'), 'America/Lima');
      expect(local.map(({ id }) => id)).to.deep.equal(utc.slice(0, local.length).map(({ id }) => id));
      expect(reasonsOf(local)).to.deep.equal(['unplayed', 'unplayed']);
      const plays = local.flatMap((row) => ('play' in row ? [row.play] : []));
      expect(plays.map(({ title, startedAt, playedSeconds }) => [title, startedAt, playedSeconds])).to.deep.equal([
        ['Big Buck Bunny', '2026-10-25T00:29:52.500Z', 590],
        ['Sintel', '2026-10-25T00:44:40.000Z', 880],
        ['Big Buck Bunny', '2026-11-10T19:50:11.442Z', 590],
        ['Caminandes', '2026-11-10T21:11:41.118Z', 140],
        ['Tears of Steel', '2026-11-11T22:29:40.500Z', 728],
        ['Not There With A Tab', '2026-11-12T07:59:40.000Z', 1200],
        ['Flat Hill', '2026-11-13T06:14:49.010Z', 183],
        ['Channel Seven', '2026-11-14T19:14:40.250Z', 3600],
        ['Caminandes', '2026-11-15T19:14:40.250Z', 20],
      ]);
      // In the hour that comes twice.
      expect(plays.map(({ approximate }) => approximate === true).slice(0, 3)).to.deep.equal([true, true, false]);
      expect(plays.map(({ method }) => method).slice(1, 5)).to.deep.equal([
        'transcode',
        'direct',
        'transcode',
        'remux',
      ]);
      expect(plays.map(({ kind }) => kind).slice(-3)).to.deep.equal(['music', 'live', 'episode']);
      expect(plays[3]).to.include({ episode: 'Gran Dillama', season: 1, episodeNumber: 2 });
      expect(plays[8]).to.include({ episode: 'Llamigos' }).and.not.to.have.any.keys('season', 'episodeNumber');
      expect(plays[6]).to.not.have.any.keys('artist', 'album');
      expect(plays[7]).to.include({ method: 'unknown' });
    });

    it('are the same from its database, and with line ends of Windows', async () => {
      const [row] = await toldBy('playback-reporting', await writeReporting(join(folder.path, 'reporting.db')));
      const lines = readFileSync(historyFile('playback-reporting-local.tsv'), 'utf8').replaceAll('\n', '\r\n');
      const told = await toldBy('playback-reporting', folder.write('windows.tsv', lines));
      expect(row?.id).to.equal(told[2]?.id);
      expect(playOf(told, row?.id ?? '').startedAt).to.equal('2026-11-10T19:50:11.442Z');
    });

    it('say which line cannot be read', async () => {
      const whole = readFileSync(historyFile('playback-reporting-local.tsv'), 'utf8');
      const told = await toldBy('playback-reporting', folder.write('some.tsv', `${whole}half a row\n`));
      expect(told.at(-1)).to.include({ dropped: 'timeless', name: 'line 12' });
      expect(await failing(toldBy('playback-reporting', folder.write('no.tsv', 'a\nb\n')))).to.match(
        /^import_file: .*nine/,
      );
    });
  });

  describe('Streamystats', () => {
    it('tell four origins apart', async () => {
      const told = await toldBy('streamystats', historyFile('streamystats-export.json'));
      const ids = told.map(({ id }) => /^(?:[a-z-]+:)+/.exec(id)?.[0]);
      const count = (family: string) => ids.filter((one) => one === family).length;
      expect(
        ['jellystat:', 'playback-reporting:', 'streamystats:sid:', 'streamystats:inferred:'].map(count),
      ).to.deep.equal([4, 4, 6, 1]);
      expect(reasonsOf(told)).to.deep.equal(['inferred']);
      const own = told.find(({ id }) => id.includes('135769d952b4f8c22b0aefe3aaf7007a:2026-11-22T07:23'));
      expect(playOf(told, own?.id ?? '')).to.include({
        ...{ startedAt: '2026-11-22T07:23:23.865Z', endedAt: '2026-11-22T07:23:48.875Z', playedSeconds: 12 },
        ...{ method: 'direct', runtimeSeconds: 600, viewer: 'ada' },
      });
    });

    it('have the ids and the times that the same plays have elsewhere', async () => {
      const told = await toldBy('streamystats', historyFile('streamystats-export.json'));
      for (const [format, file, family] of [
        ['jellystat', 'jellystat-backup.json', 'jellystat:'],
        ['playback-reporting', 'playback-reporting-local.tsv', 'playback-reporting:'],
      ] as const) {
        const others = await toldBy(format, historyFile(file));
        const same = told.filter(({ id }) => id.startsWith(family) && others.some((other) => other.id === id));
        expect(same.length, format).to.be.at.least(3);
        for (const { id } of same) expect(playOf(told, id).startedAt, id).to.equal(playOf(others, id).startedAt);
      }
    });
  });

  describe('Tautulli', () => {
    it('are read from its database: without pauses, with what each media is', async () => {
      const told = await toldBy('tautulli', await writeTautulli(join(folder.path, 'tautulli.db')));
      expect(reasonsOf(told)).to.deep.equal(['unplayed']);
      expect(playOf(told, 'tautulli:1')).to.include({
        ...{ title: 'Big Buck Bunny', viewer: 'ada', userId: '7001', itemId: '101', kind: 'movie', method: 'direct' },
        ...{ startedAt: '2026-11-02T19:00:00.000Z', playedSeconds: 596, remote: false, imdb: 'tt1254207' },
      });
      expect(playOf(told, 'tautulli:2')).to.include({
        viewer: 'Grace H.',
        playedSeconds: 700,
        method: 'transcode',
        remote: true,
      });
      expect(playOf(told, 'tautulli:3')).to.include({
        ...{
          title: 'Caminandes',
          episode: 'Gran Dillama',
          season: 1,
          episodeNumber: 2,
          seriesId: '201',
          method: 'remux',
        },
      });
      expect(playOf(told, 'tautulli:4')).to.include({ kind: 'music', artist: 'Feat. Grace', album: 'Open Songs' });
      expect(playOf(told, 'tautulli:5')).to.include({
        kind: 'live',
        title: 'Nature Hour',
        userId: '0',
        viewer: 'Local',
      });
    });

    it('are read from a packed backup, and from a database that lacks columns', async () => {
      const file = await writeTautulli(join(folder.path, 'tautulli.db'));
      const zip = join(folder.path, 'tautulli.backup.db.zip');
      writeFileSync(zip, zipSync({ 'tautulli.db': readFileSync(file) }));
      expect(await toldBy('tautulli', zip, 'UTC', folder.path)).to.have.length(6);
      const old = await toldBy('tautulli', await writeTautulli(join(folder.path, 'old.db'), 'old'));
      expect(playOf(old, 'tautulli:1')).to.include({
        title: 'Sintel',
        kind: 'movie',
        method: 'unknown',
        playedSeconds: 596,
      });
    });

    it('are refused when they are something else', async () => {
      const reporting = await writeReporting(join(folder.path, 'reporting.db'));
      expect(await failing(toldBy('tautulli', reporting))).to.match(/^import_file: .*no session_history/);
      expect(await failing(toldBy('tautulli', historyFile('jellystat-backup.json')))).to.match(
        /^import_file: It is not a Tautulli database/,
      );
      const zip = folder.path.concat('/other.zip');
      writeFileSync(zip, zipSync({ 'notes.txt': new Uint8Array([1]) }));
      expect(await failing(toldBy('tautulli', zip, 'UTC', folder.path))).to.match(
        /^import_file: The zip contains no database/,
      );
    });
  });
});
