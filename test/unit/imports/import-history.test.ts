/** What an import adds, what it skips, and what follows from it, on every database. */
import { mediaItems, mediaLibraries, mediaPlayback, mediaPlaytime, mediaUsers } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Playback } from '#core/derivations/core-plays.js';
import type { DerivationSettings } from '#core/derivations/derivation.js';
import { deriveBatch } from '#core/derivations/derive.js';
import { coreIgnored } from '#core/derivations/ignored.js';
import { pastOf } from '#core/derivations/past.js';
import { playtimeOf } from '#core/derivations/playtime.js';
import { corePorts } from '#core/derivations/ports.js';
import { importHistory, type Order } from '#core/imports/import-history.js';
import type { Report } from '#core/imports/report.js';
import type { ReadHistory } from '#core/imports/told.js';
import { historyFile, readerOf } from '../../support/histories.js';
import { KINDS, type Opened } from '../cache/caches.js';

const SETTINGS: DerivationSettings = {
  history: { minPlaySeconds: 60, resumeMinutes: 60, ignore: { users: [], libraries: [] } },
  downloads: { stallMinutes: 10 },
  people: [],
};
const AT = '2026-11-22T12:00:00.000Z';
const ADA = 'ab5609bbfce6649fc1e36d5aebe97b51';
const LINUS = '9c98b69c8eb8da02ad30a317d0075f4b';
const BUNNY = '2515fe74b4e374a41a8a309344c6f49d';
const SCOPE = { now: new Date(AT), zone: 'UTC', sources: ['home'] };

/** A file that is not there: these rows. */
const rowsOf = (plays: readonly Playback[], atOnce = 100): ReadHistory =>
  async function* () {
    for (let from = 0; from < plays.length; from += atOnce) {
      const rows = plays.slice(from, from + atOnce).map((play) => ({ id: play.id, play }));
      yield { rows, done: Math.min(1, (from + atOnce) / plays.length) };
    }
  };
const play = (id: string, startedAt: string, more: Partial<Playback> = {}): Playback => ({
  ...{
    id,
    startedAt,
    userId: ADA,
    viewer: 'ada',
    itemId: BUNNY,
    title: 'Big Buck Bunny',
    kind: 'movie',
    playedSeconds: 300,
  },
  ...more,
});
const skippedBy = ({ skipped }: Report) => Object.fromEntries(skipped.map(({ reason, count }) => [reason, count]));

for (const { name, open } of KINDS) {
  describe(`an import into ${name}`, () => {
    let opened: Opened;

    const run = async (
      read: ReadHistory,
      { signal = new AbortController().signal, settings = SETTINGS, ...more }: Partial<Order> & Extra = {},
    ): Promise<Report> => {
      const order = { read, file: '', source: 'home', zone: 'Europe/Berlin', scratch: '/tmp', isDry: false, ...more };
      return importHistory(order, { cache: opened.cache, settings, signal, onProgress: () => undefined });
    };
    interface Extra {
      readonly signal?: AbortSignal;
      readonly settings?: DerivationSettings;
    }
    const fromFile = async (format: string, file: string, more: Partial<Order> & Extra = {}) =>
      run(await readerOf(format), { file: historyFile(file), ...more });
    const stored = async () => (await opened.cache.page(mediaPlayback, 'home', '', 5000)).items;
    /** As the recorder does. */
    const record = async (...items: readonly Playback[]): Promise<void> => {
      const changes = [{ port: mediaPlayback.id, kind: 'append' as const, items }];
      const batch = { source: 'home', task: 't', at: AT, fills: [], changes };
      await opened.cache.commit(await deriveBatch(batch, new Set(), SETTINGS, pastOf(opened.cache, 'home')));
    };

    beforeEach(async () => {
      opened = await open();
      for (const port of [mediaPlayback, mediaUsers, mediaLibraries, mediaItems, ...corePorts])
        await opened.cache.declare(port);
      const library = { id: 'shows', name: 'Shows', type: 'shows' };
      const episode = {
        id: '2d6472e23d83ca57246cdb4dfcd0ecef',
        libraryId: 'shows',
        kind: 'episode',
        title: 'Gran Dillama',
      };
      await opened.cache.commit({
        ...{ source: 'home', task: 't', at: AT, fills: [mediaUsers.id, mediaPlayback.id] },
        changes: [
          {
            port: mediaUsers.id,
            kind: 'replace',
            items: [
              { id: ADA, name: 'Ada L.', admin: true },
              { id: LINUS, name: 'Linus', admin: false },
            ],
          },
          { port: mediaLibraries.id, kind: 'replace', items: [library] },
          {
            port: mediaItems.id,
            kind: 'replace',
            items: [{ ...episode, addedAt: AT, seriesId: 'caminandes', season: 1, episode: 2 }],
          },
        ],
      });
    });
    afterEach(() => opened.close());

    it('counts each play at its own date, and its time in the quarters in which it was played', async () => {
      const report = await fromFile('jellystat', 'jellystat-backup.json');
      const plays = await stored();
      expect(report).to.include({ added: 33, approximate: 28, isDry: false, isStopped: false, ignored: 0 });
      expect(plays).to.have.length(33);
      expect(plays.every(({ origin }) => origin === 'imported')).to.equal(true);
      expect(report.from).to.equal('2026-09-25T20:42:21.970Z');
      expect(report.to).to.equal('2026-11-22T08:29:40.000Z');
      const account = await opened.cache.rows(mediaPlaytime, {}, SCOPE);
      const counted = (rows: readonly { playId: string; at: string; seconds: number }[]) =>
        rows.map(({ playId, at, seconds }) => `${playId} ${at} ${seconds}`).sort();
      expect(counted(account)).to.deep.equal(counted(plays.flatMap(playtimeOf)));
      const sum = plays.reduce((seconds, { playedSeconds = 0 }) => seconds + playedSeconds, 0);
      expect([account.reduce((seconds, row) => seconds + row.seconds, 0), report.seconds]).to.deep.equal([sum, sum]);
    });

    it('says how many rows it skipped and why, and names the first few', async () => {
      const report = await fromFile('jellystat', 'jellystat-backup.json');
      expect(skippedBy(report)).to.deep.equal({ short: 7, unplayed: 2, repeated: 5 });
      expect(report.rows).to.equal(report.added + 14);
      const short = report.skipped.find(({ reason }) => reason === 'short');
      expect(short?.examples).to.have.length(3);
      expect(short?.examples[0]).to.match(/^Caminandes, \S+, 2026-11-22T07:11:02.634Z$/);
    });

    it('adds nothing the second time, nor from another program that has the same plays', async () => {
      await fromFile('jellystat', 'jellystat-backup.json');
      const before = await stored();
      const again = await fromFile('jellystat', 'jellystat-backup.json');
      expect(again).to.include({ added: 0, from: null });
      expect(skippedBy(again)).to.deep.equal({ short: 7, there: 33, unplayed: 2, repeated: 5 });
      const reporting = await fromFile('playback-reporting', 'playback-reporting-local.tsv');
      // Two of October and two of November were never in the other file.
      expect(reporting.added).to.equal(4);
      expect(skippedBy(reporting)).to.include({ near: 4 });
      expect(await stored()).to.have.length(before.length + 4);
      expect(
        (await fromFile('playback-reporting', 'playback-reporting-utc.tsv', { zone: 'Asia/Tokyo' })).added,
      ).to.equal(1);
      expect((await fromFile('streamystats', 'streamystats-export.json')).added).to.equal(0);
    });

    it('comes to the same after it was stopped in between', async () => {
      const stopping = new AbortController();
      const plays = Array.from({ length: 1200 }, (_, n) =>
        play(`tautulli:${n}`, new Date(Date.UTC(2024, 0, 1) + n * 10_000).toISOString()),
      );
      const stopped: ReadHistory = async function* (file, reading) {
        for await (const chunk of rowsOf(plays)(file, reading)) {
          if (chunk.done > 0.5) stopping.abort();
          yield chunk;
        }
      };
      const first = await run(stopped, { signal: stopping.signal });
      expect(first.isStopped).to.equal(true);
      const { length } = await stored();
      expect(length).to.be.greaterThan(0).and.lessThan(1200);
      expect(first.added).to.equal(length);
      const rest = await run(rowsOf(plays));
      expect(rest.added).to.equal(1200 - length);
      expect(skippedBy(rest)).to.deep.equal({ there: length });
      expect(await stored()).to.have.length(1200);
    });

    it('skips what was recorded here: begun within 25 seconds, or within 5 minutes where one does not know when', async () => {
      const at = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString();
      await record(
        play('ours', at(0), { origin: 'recorded' }),
        play('gap', at(36_000), { origin: 'gap', approximate: true }),
      );
      const report = await run(
        rowsOf([
          play('tautulli:1', at(25)),
          play('tautulli:2', at(-26)),
          play('tautulli:3', at(0), { userId: LINUS, viewer: 'linus' }),
          play('tautulli:4', at(10), { itemId: 'other' }),
          play('jellystat:5', at(299), { approximate: true }),
          play('jellystat:6', at(301), { approximate: true }),
          play('tautulli:7', at(36_299)),
          play('tautulli:8', at(20), { userId: 'ab5609bb-fce6-649f-c1e3-6d5aebe97b51' }),
        ]),
      );
      expect(skippedBy(report)).to.deep.equal({ near: 4 });
      expect((await stored()).map(({ id }) => id).sort()).to.deep.equal(
        ['gap', 'jellystat:6', 'ours', 'tautulli:2', 'tautulli:3', 'tautulli:4'].sort(),
      );
    });

    it('takes two plays of one program for two, though they began together', async () => {
      const report = await run(rowsOf([play('tautulli:1', AT), play('tautulli:2', AT), play('tautulli:2', AT)]));
      expect([report.added, skippedBy(report)]).to.deep.equal([2, { repeated: 1 }]);
    });

    it('only says what it would do when it is asked to', async () => {
      const dry = await fromFile('jellystat', 'jellystat-backup.json', { isDry: true });
      expect(await stored()).to.deep.equal([]);
      const { isDry: _, ...would } = dry;
      const { isDry: __, ...did } = await fromFile('jellystat', 'jellystat-backup.json');
      expect(would).to.deep.equal(did);
    });

    it('knows users by their id, else by their name, and two of one name are two', async () => {
      const report = await run(
        rowsOf([
          play('tautulli:1', '2025-01-01T00:00:00.000Z'),
          play('tautulli:2', '2025-01-02T00:00:00.000Z', { userId: '7003', viewer: 'linus' }),
          play('tautulli:3', '2025-01-03T00:00:00.000Z', { userId: '7004', viewer: 'linus' }),
        ]),
      );
      expect(report.users).to.deep.equal([
        { name: 'ada', as: 'Ada L.', plays: 1 },
        { name: 'linus', as: 'Linus', plays: 1 },
        { name: 'linus', as: null, plays: 1 },
      ]);
      expect((await stored()).map(({ userId, viewer }) => [userId, viewer])).to.deep.equal([
        [ADA, 'Ada L.'],
        [LINUS, 'Linus'],
        ['7004', 'linus'],
      ]);
    });

    it('says of titles that the server has what it knows of them, so that a series stays one', async () => {
      const report = await fromFile('playback-reporting', 'playback-reporting-local.tsv');
      const episode = (await stored()).find(({ episode }) => episode === 'Gran Dillama');
      expect(episode).to.include({ seriesId: 'caminandes', libraryId: 'shows', work: 'series:caminandes:caminandes' });
      expect(report.titles).to.deep.equal({ count: 7, present: 1 });
    });

    it('sets aside whom the config ignores, and finds them there the next time', async () => {
      const ignore = { users: [{ name: 'grace' }], libraries: [{ name: 'Shows' }] };
      const settings = { ...SETTINGS, history: { ...SETTINGS.history, ignore } };
      const report = await fromFile('jellystat', 'jellystat-backup.json', { settings });
      const aside = (await opened.cache.page(coreIgnored, 'home', '', 5000)).items;
      expect(aside.length).to.equal(report.ignored).and.be.greaterThan(10);
      expect(await stored()).to.have.length(33 - aside.length);
      expect((await fromFile('jellystat', 'jellystat-backup.json', { settings })).added).to.equal(0);
    });

    it('keeps plays that are older than anything', async () => {
      await run(rowsOf([play('tautulli:1', '2009-01-01T00:00:00.000Z')]));
      await opened.cache.prune(new Date(AT));
      expect(await stored()).to.have.length(1);
      expect(await opened.cache.rows(mediaPlaytime, {}, SCOPE)).to.have.length(1);
    });
  });
}
