/** Three days of two households in a world whose figures are known: what is recorded, and what every widget says of it. */
import { mediaPlayback, mediaPlaytime } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Batch } from '#core/cache/cache.js';
import { createMemoryCache } from '#core/cache/memory.js';
import { silentLog } from '#core/ground/log.js';
import { recountPlays } from '#core/sync/recount.js';
import { widget as activity } from '#widgets/activity.js';
import { widget as nowplaying } from '#widgets/nowplaying.js';
import { widget as sessions, summary } from '#widgets/sessions.js';
import { widget as statistics } from '#widgets/statistics.js';
import { widget as users } from '#widgets/users.js';
import { widget as viewers } from '#widgets/viewers.js';
import { widget as watch } from '#widgets/watch.js';
import { Agreement } from '../../support/acted/agree.js';
import { DAYS, dayAt, households, threeDays } from '../../support/acted/days.js';
import { accountOf, Facts, type View } from '../../support/acted/facts.js';
import { actedHouse, type Household } from '../../support/acted/house.js';
import { grouped, stage, type TruePlay, Truth } from '../../support/acted/script.js';
import { type ManualClock, manualClock } from '../../support/manual-clock.js';
import { declareAll, tell } from './tell.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const START = '2026-10-23T21:59:00.000Z';
const END = '2026-10-27T04:00:00+01:00';
const WIDGETS = [activity, nowplaying, sessions, statistics, users, viewers, watch];

/** When everything is asked for. */
const MOMENTS = [
  ['at 00:30, in the middle of a film', '2026-10-25T00:30:00+02:00'],
  ['at 2:45, before the clocks change', '2026-10-25T02:45:00+02:00'],
  ['at 2:45 again, after they did', '2026-10-25T02:45:00+01:00'],
  ['after a daemon that was off for 20 minutes', '2026-10-25T17:15:00+01:00'],
  ['at ten past six, between two songs', '2026-10-26T18:10:00+01:00'],
  ['at midnight, in the middle of a film', '2026-10-27T00:00:00+01:00'],
  ['at 00:30 of the last night', '2026-10-27T00:30:00+01:00'],
  ['at the end', END],
  ['of one person with two accounts', '2026-10-27T04:02:00+01:00'],
  ['once plays that did not count do again', '2026-10-27T04:04:00+01:00'],
] as const;
/** The daemon is off: a restart, and a longer time. */
const OFF = [
  ['2026-10-24T17:00:03+02:00', '2026-10-24T17:00:21+02:00'],
  ['2026-10-25T16:05:00+01:00', '2026-10-25T16:25:00+01:00'],
] as const;

const NOBODY = { users: [], libraries: [] };
/** When the config says something else of people: who is one, and who does not count. */
const PROBE = { ...NOBODY, users: [{ source: 'attic', name: 'Probe' }] };
const BEN = [
  {
    name: 'Benjamin',
    accounts: [
      { source: 'attic', name: 'Ben' },
      { source: 'cellar', name: 'Benny' },
    ],
  },
];
const CONFIGS = [
  // In the middle of what they play
  ['2026-10-26T13:10:00+01:00', { people: [], ignore: PROBE }],
  ['2026-10-27T04:01:00+01:00', { people: BEN, ignore: PROBE }],
  ['2026-10-27T04:03:00+01:00', { people: BEN, ignore: NOBODY }],
] as const;

describe('three days in a world whose figures are known', function () {
  this.timeout(0);
  const clock: ManualClock = manualClock(START);
  const { attic, cellar } = households(clock);
  const truth = new Truth();
  const acts = threeDays({ attic, cellar });
  /** What `nowplaying` said whenever it was asked, and what was true. */
  const shown: { readonly at: string; readonly told: unknown; readonly truth: unknown }[] = [];
  /** Moment → what its widgets were wrong about; null: nothing. */
  const verdicts = new Map<string, unknown>();
  let house: Awaited<ReturnType<typeof actedHouse>>;

  async function look(): Promise<void> {
    const { playing, paused } = await house.widget('nowplaying');
    const there = [attic.present(), cellar.present()];
    shown.push({
      at: clock.now().toISOString(),
      told: { playing, paused },
      truth: {
        playing: there.reduce((sum, one) => sum + one.playing, 0),
        paused: there.reduce((sum, one) => sum + one.paused, 0),
      },
    });
  }

  async function until(at: string): Promise<void> {
    for (let left = 1; left > 0; ) {
      left = Date.parse(at) - clock.now().getTime();
      await clock.advance(Math.min(left, 7 * MINUTE));
      if (left > 0) await look();
    }
  }

  let view: View = {};
  async function configure({ people, ignore }: Household): Promise<void> {
    await house.apply({ people, ignore });
    const servers = { attic, cellar };
    const owned = people.flatMap(({ name, accounts }) =>
      accounts.map(({ source, name: user }) => {
        const id = `${source}:${servers[source as keyof typeof servers].idOf(user)}`;
        return [id, { id: name, name }] as const;
      }),
    );
    view = {
      people: new Map(owned),
      counts: ({ act }) => !ignore.users.some(({ source, name }) => source === act.server.name && name === act.user),
    };
  }

  async function judge(at: string): Promise<void> {
    const facts = new Facts(truth, clock.now().getTime(), view);
    const verdict = new Agreement(facts, house.widget, [attic, cellar]).all().then(
      () => null,
      (error: unknown) => error,
    );
    verdicts.set(at, await verdict);
  }

  before(async () => {
    house = await actedHouse({ servers: [attic, cellar], widgets: WIDGETS, summaries: [summary], clock });
    for (const server of [attic, cellar]) {
      const titles = acts.filter((act) => act.server === server).map(({ title }) => title);
      await house.shelve(server.name, titles, START);
    }
    stage(acts, truth, clock);
    // The server hangs while two people watch.
    clock.after(Date.parse('2026-10-25T20:30:00+01:00') - clock.now().getTime(), () => attic.hang(36 * SECOND));
    clock.after(Date.parse('2026-10-26T08:00:00+01:00') - clock.now().getTime(), () =>
      cellar.rename('Cleo', 'Cleopatra'),
    );
    await house.start();
    const events = [
      ...MOMENTS.map(([, at]) => [at, () => judge(at)] as const),
      ...CONFIGS.map(([at, config]) => [at, () => configure(config)] as const),
      ...OFF.flatMap(([off, on]) => [[off, house.stop] as const, [on, house.start] as const]),
    ];
    for (const [at, happen] of events.toSorted(([a], [b]) => Date.parse(a) - Date.parse(b))) {
      if (happen === house.start) await clock.advance(Date.parse(at) - clock.now().getTime());
      else await until(at);
      await happen();
    }
  });
  after(() => house.stop());

  const within = (figure: number, fact: number, share: number, least = 0): void => {
    expect(figure).to.be.within(fact - Math.max(least, fact * share), fact + Math.max(least, fact * share));
  };
  const played = (plays: readonly { readonly playedSeconds?: number | undefined }[]): number =>
    plays.reduce((sum, { playedSeconds = 0 }) => sum + playedSeconds, 0);
  const watched = (plays: readonly TruePlay[]): number => plays.reduce((sum, play) => sum + play.seconds(), 0);

  it('has each play once, with its start and its length', async () => {
    const plays = (await house.plays()).toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
    const acted = truth.plays();
    expect(plays.map(({ source, userId, title }) => `${source}:${userId} ${title}`)).to.deep.equal(
      acted.map((play) => `${accountOf(play).id} ${play.name}`),
    );
    for (const [index, play] of plays.entries()) {
      within(play.playedSeconds ?? 0, acted[index]?.seconds() ?? 0, 0.01, 31);
      within(Date.parse(play.startedAt), acted[index]?.start ?? 0, 0, 30 * SECOND);
    }
  });

  it('has watched as long as everybody did, in all, by account and by local day', async () => {
    const plays = await house.plays();
    within(played(plays), watched(truth.plays()), 0.01);
    for (const server of [attic, cellar]) {
      for (const user of server.users) {
        const own = plays.filter(({ source, userId }) => source === server.name && userId === server.idOf(user));
        within(
          played(own),
          watched(truth.plays().filter(({ act }) => act.server === server && act.user === user)),
          0.01,
        );
      }
    }
    const days = new Map<string, number>();
    for (const { at, seconds } of await house.playtime()) {
      const { name } = dayAt(Date.parse(at));
      days.set(name, (days.get(name) ?? 0) + seconds);
    }
    expect([...days.keys()]).to.have.members(DAYS.map(([name]) => name));
    for (const [name, from, to] of DAYS) {
      const seconds = truth.plays().reduce((sum, play) => sum + play.seconds(Date.parse(from), Date.parse(to)), 0);
      within(days.get(name) ?? 0, seconds, 0.01);
    }
  });

  for (const [moment, at] of MOMENTS) {
    it(`has every widget say what is true ${moment}`, () => {
      expect(verdicts).to.include.keys(at);
      if (verdicts.get(at) !== null) throw verdicts.get(at);
    });
  }

  it('has shown who was there, and nobody else, whenever it was asked', () => {
    expect(shown.filter(({ told }) => JSON.stringify(told) !== '{"playing":0,"paused":0}')).to.have.length.above(100);
    expect(shown.map(({ at, told }) => [at, told])).to.deep.equal(shown.map(({ at, truth: fact }) => [at, fact]));
  });

  it('has an account of time that a recount of its plays gives once more', async () => {
    const rows = await house.playtime();
    const cache = createMemoryCache();
    await declareAll(cache);
    for (const [source, plays] of grouped(await house.plays(), ({ source }) => source)) {
      const items = plays.map(({ source: _, ...play }) => play);
      const changes = [{ port: mediaPlayback.id, kind: 'append' as const, items }];
      await cache.commit({ source, task: 't', at: END, fills: [], changes });
    }
    const retell = async (_: string, make: (at: string) => Promise<Batch | null>): Promise<void> => {
      const batch = await make(END);
      if (batch !== null) await tell(cache, batch);
    };
    await recountPlays({ cache, log: silentLog, retell }, () => true);
    const recounted = await cache.rows(mediaPlaytime, {}, { now: clock.now(), zone: 'UTC' });
    expect(recounted).to.have.length.above(100);
    expect(recounted).to.have.deep.members(rows);
  });
});
