/** The account of time: what each play adds to each quarter of an hour, whatever happens to the plays. */
import { mediaPlayback, mediaPlaytime, mediaSessions, mediaStreams } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Batch, Cache } from '#core/cache/cache.js';
import type { Playback, Session } from '#core/derivations/core-plays.js';
import { type Playtime, playtimeOf } from '#core/derivations/playtime.js';
import { addPlayed, quarterOf } from '#core/derivations/quarters.js';
import { workOf } from '#core/derivations/work.js';
import { recountPlays } from '#core/sync/recount.js';
import { recordingLog } from '../../support/recording-log.js';
import { onEachCache } from '../cache/on-each-cache.js';
import { session } from './scenario.js';
import { accountOf, declareAll, plays, tell } from './tell.js';

const film = (change: Partial<Playback> = {}): Playback => ({
  id: 'p1',
  userId: 'u1',
  viewer: 'Ada',
  itemId: 'i1',
  title: 'Metropolis',
  kind: 'movie',
  method: 'direct',
  client: 'Web',
  startedAt: '2026-11-20T22:10:00.000Z',
  playedSeconds: 7200,
  ...change,
});

const secondsOf = (rows: readonly { readonly at: string; readonly seconds: number }[]) =>
  rows.map(({ at, seconds }) => [at.slice(11, 16), seconds]);

describe('quarters of an hour', () => {
  it('hold all seconds that were spread over them, and not one more', () => {
    for (const seconds of [1, 59, 900, 901, 7200, 7201]) {
      const from = new Date('2026-11-20T22:10:13.500Z');
      for (const lasted of [0, 1, 700, 9999]) {
        const quarters = addPlayed([], from, new Date(from.getTime() + lasted * 1000), seconds);
        expect(quarters.reduce((sum, quarter) => sum + quarter.seconds, 0)).to.equal(seconds);
      }
    }
    expect(addPlayed([], new Date(0), new Date(0), 0)).to.deep.equal([]);
  });

  it('add up with what was there', () => {
    const before = [{ at: '2026-11-20T22:00:00.000Z', seconds: 60 }];
    const [from, to] = [new Date('2026-11-20T22:10:00.000Z'), new Date('2026-11-20T22:20:00.000Z')];
    expect(secondsOf(addPlayed(before, from, to, 600))).to.deep.equal([
      ['22:00', 360],
      ['22:15', 300],
    ]);
    expect(quarterOf(new Date('2026-11-20T22:29:59.999Z'))).to.equal('2026-11-20T22:15:00.000Z');
  });
});

describe('what a play adds', () => {
  it('is its seconds where they were played, from its start on where nobody tells', () => {
    const rows = playtimeOf(film({ playedSeconds: 2000 }));
    expect(secondsOf(rows)).to.deep.equal([
      ['22:00', 300],
      ['22:15', 900],
      ['22:30', 800],
    ]);
    expect(rows.map(({ begun }) => begun)).to.deep.equal([1, 0, 0]);
  });

  it('is where the recorder saw it: a pause over midnight is no watch time', () => {
    const quarters = [
      { at: '2026-11-20T22:00:00.000Z', seconds: 300 },
      { at: '2026-11-21T06:15:00.000Z', seconds: 60 },
    ];
    expect(secondsOf(playtimeOf(film({ quarters, playedSeconds: 360 })))).to.deep.equal([
      ['22:00', 300],
      ['06:15', 60],
    ]);
  });

  it('does not go beyond its end, nor lack the start of one that tells no seconds', () => {
    const hurried = film({ endedAt: '2026-11-20T22:14:00.000Z', playedSeconds: 480 });
    expect(secondsOf(playtimeOf(hurried))).to.deep.equal([['22:00', 480]]);
    const { playedSeconds: _, ...silent } = film();
    expect(playtimeOf(silent).map(({ seconds, begun }) => [seconds, begun])).to.deep.equal([[0, 1]]);
    expect(playtimeOf(film({ playedSeconds: 400 * 86_400 })).length).to.be.below(1000);
  });

  it('groups by kind and work, and tells accounts of one name apart', () => {
    expect(workOf(film({ tmdb: '603' }))).to.equal('movie:tmdb:603');
    expect(workOf(film())).to.equal('movie:i1:metropolis');
    const series = film({ kind: 'episode', seriesId: 's1', tmdb: '9' });
    expect(workOf(series)).to.equal('series:s1:metropolis');
    const { kind: _, itemId: __, ...old } = film();
    expect(workOf(old)).to.equal('other:metropolis');
    const { userId: ___, ...named } = film();
    expect(playtimeOf(named)[0]?.accountId).to.equal('name:Ada');
    expect(playtimeOf(film())[0]?.accountId).to.equal('u1');
  });

  it('can be grouped by, however long its names are', () => {
    const long = film({ title: '名'.repeat(400), viewer: 'é'.repeat(300), userId: 'u'.repeat(300) });
    for (const { subjectId } of playtimeOf(long)) {
      expect(Buffer.byteLength(subjectId)).to.be.at.most(500);
      expect(subjectId.split('\u001f')).to.have.lengthOf(4);
    }
  });
});

onEachCache('the account of time', (subject) => {
  let cache: Cache;
  beforeEach(async () => {
    ({ cache } = subject);
    await declareAll(cache);
  });

  /** Polls a film from 22:10 UTC on, which is 23:10 in Berlin. */
  async function watch(minutes: number, ...others: readonly Session[]): Promise<Date> {
    const start = Date.parse('2026-11-20T22:10:00.000Z');
    let at = start;
    for (let minute = 0; minute <= minutes; minute++) {
      at = start + minute * 60_000;
      const items = [session(minute * 60), ...others];
      const changes = [{ port: mediaSessions.id, kind: 'replace', items }] as const;
      await tell(cache, { source: 'tv', at: new Date(at).toISOString(), changes });
    }
    return new Date(at);
  }

  it('has one play today at 00:30, in the middle of a film, and its seconds since midnight', async () => {
    const now = await watch(80);
    for (const [zone, seconds] of [
      ['Europe/Berlin', 1800],
      ['UTC', 4800],
      ['Asia/Kathmandu', 4800],
    ] as const) {
      const query = { since: 'midnight', distinct: 'playId', sum: 'seconds' } as const;
      const today = await cache.tally(mediaPlaytime, query, { now, zone });
      expect(today.distinct, zone).to.equal(1);
      expect(today.sum, zone).to.be.closeTo(seconds, seconds / 10);
    }
    const began = await cache.tally(mediaPlayback, { since: 'midnight' }, { now, zone: 'Europe/Berlin' });
    expect(began.count).to.equal(0);
  });

  it('knows how many streams played at once, those that were paused not among them', async () => {
    const second = session(0, { id: 's2', deviceId: 'd2', kind: 'live' });
    const third = session(0, { id: 's3', deviceId: 'd3', paused: true });
    const now = await watch(3, second, third);
    const groups = await cache.top(mediaStreams, { by: 'streams', since: '24h' }, { now, zone: 'UTC' });
    expect(groups.map(({ key }) => key)).to.deep.equal(['2']);
  });

  it('says of each play what it is grouped by, whoever tells it', async () => {
    const { work: _, ...imported } = film({ tmdb: '603', origin: 'imported' });
    await tell(cache, { source: 'tv', at: '', changes: [plays(imported)] });
    expect((await cache.named(mediaPlayback, 'tv', ['p1']))[0]?.work).to.equal('movie:tmdb:603');
  });

  it('follows plays that are rewritten and removed, and does nothing when it is told the same', async () => {
    const at = '2026-11-21T12:00:00.000Z';
    await tell(cache, { source: 'tv', at, changes: [plays(film(), film({ id: 'p2' }))] });
    expect([...(await tell(cache, { source: 'tv', at, changes: [plays(film())] }))]).to.deep.equal([]);
    const shorter = film({ startedAt: '2026-11-20T22:30:00.000Z', playedSeconds: 600 });
    await tell(cache, { source: 'tv', at, changes: [plays(shorter)] });
    expect(await accountOf(cache, 'tv')).to.have.deep.members([
      ...playtimeOf(shorter),
      ...playtimeOf(film({ id: 'p2' })),
    ]);
    const remove = { port: mediaPlayback.id, kind: 'patch', upsert: [], remove: ['p1', 'p2'] } as const;
    await tell(cache, { source: 'tv', at, changes: [remove] });
    expect(await accountOf(cache, 'tv')).to.deep.equal([]);
  });

  it('is what a recount of the plays gives, after any history', async () => {
    const random = chance(7);
    const pick = (most: number): number => Math.floor(random() * most);
    const anyPlay = (): Playback => {
      const from = Date.parse('2026-10-24T20:00:00.000Z') + pick(200) * 613_000;
      const startedAt = new Date(from).toISOString();
      const playedSeconds = pick(9000);
      const end = new Date(from + pick(12_000) * 1000);
      const told = film({ id: `p${pick(15)}`, userId: `u${pick(3)}`, title: `T${pick(4)}`, startedAt, playedSeconds });
      const shape = pick(4);
      if (shape === 0) return { ...told, origin: 'gap', approximate: true, endedAt: end.toISOString() };
      if (shape === 1) return { ...told, origin: 'native', kind: 'episode', method: 'remux' };
      const quarters = [...addPlayed([], new Date(from), end, playedSeconds)];
      return shape === 2 ? { ...told, origin: 'recorded', quarters } : { id: told.id, title: 'Old', startedAt };
    };
    for (let step = 0; step < 60; step++) {
      const source = pick(2) === 0 ? 'tv' : 'attic';
      const many = Array.from({ length: 1 + pick(4) }, anyPlay);
      const upsert = many.map((play) => ({ ...play, id: `${play.id}x` }));
      const patch = { port: mediaPlayback.id, kind: 'patch', upsert, remove: [`p${pick(15)}`] } as const;
      await tell(cache, { source, at: '', changes: pick(3) === 0 ? [patch, plays(...many)] : [plays(...many)] });
    }
    for (const source of ['tv', 'attic']) {
      const { items } = await cache.page(mediaPlayback, source, '', 1000);
      expect(items).to.not.be.empty;
      expect(await accountOf(cache, source)).to.have.deep.members(items.flatMap(playtimeOf));
    }
  });

  it('goes where the plays of a source go', async () => {
    await tell(cache, { source: 'tv', at: '', changes: [plays(film())] });
    await cache.rename('tv', 'salon');
    expect(await accountOf(cache, 'salon')).to.have.deep.members([...playtimeOf(film())]);
    await cache.forget('salon', 'everything');
    expect(await accountOf(cache, 'salon')).to.deep.equal([]);
  });

  it('takes in plays that were stored before it was kept, in steps, and goes on after an interruption', async () => {
    const stored = Array.from({ length: 450 }, (_, n) => film({ id: `p${n}`, userId: `u${n % 5}` }));
    await cache.commit({ source: 'attic', task: 't', at: '', fills: [], changes: [plays(...stored)] });
    expect(await accountOf(cache, 'attic')).to.deep.equal([]);
    let pages = 0;
    const parts = {
      cache,
      log: recordingLog(),
      retell: async (_: string, make: (at: string) => Promise<Batch | null>) => {
        const batch = await make('2026-11-21T12:00:00.000Z');
        if (batch === null) return;
        pages += 1;
        await tell(cache, batch);
      },
    };
    await recountPlays(parts, () => pages < 1);
    expect(pages).to.equal(1);
    expect(await accountOf(cache, 'attic')).to.have.lengthOf(200 * playtimeOf(film()).length);
    await recountPlays(parts, () => true);
    expect(pages).to.equal(3);
    expect(inOrder(await accountOf(cache, 'attic'))).to.deep.equal(inOrder(stored.flatMap(playtimeOf)));
    await recountPlays(parts, () => true);
    expect(pages).to.equal(3);
    // What it is merged with may not have been told yet.
    await cache.commit({ source: 'cellar', task: 't', at: '', fills: [], changes: [plays(film({ id: 'late' }))] });
    await cache.rename('cellar', 'attic');
    await recountPlays(parts, () => true);
    const all = [...stored, film({ id: 'late' })].flatMap(playtimeOf);
    expect(inOrder(await accountOf(cache, 'attic'))).to.deep.equal(inOrder(all));
  });
});

/** Thousands of rows are compared side by side, not each with each. */
const inOrder = (rows: readonly Playtime[]): readonly Playtime[] =>
  rows.toSorted((one, other) => (mediaPlaytime.key(one) < mediaPlaytime.key(other) ? -1 : 1));

/** Numbers that look like chance, the same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
