/** Compares what widgets say at a moment with the facts: counts are equal, watch time within 1 %. */
import { expect } from 'chai';
import { type Facts, type Key, kindOf, type Share, type Window } from './facts.js';
import type { ActedServer } from './server.js';

type Payload = Readonly<Record<string, unknown>>;
type Items = readonly Payload[];
export type Ask = (id: string, query?: Readonly<Record<string, string>>) => Promise<Payload>;

const WINDOWS: readonly Window[] = ['1', '7', '30', 'all'];
const KEYS: readonly Key[] = ['kind', 'user', 'client', 'method', 'library'];
/** Of hours with one decimal. */
const ROUNDED = 180;
/** The beginning of a play is seen with the next poll. */
const POLLED = 31;
/** A play that goes on is written every 30 seconds. */
const UNWRITTEN = 40;

const itemsOf = (payload: Payload): Items => payload['items'] as Items;
const number = (payload: Payload, field: string): number => Number(payload[field]);

export class Agreement {
  constructor(
    private readonly facts: Facts,
    private readonly ask: Ask,
    private readonly servers: readonly ActedServer[],
  ) {}

  async all(): Promise<void> {
    await this.sessions();
    await this.viewers();
    await this.users();
    await this.activity();
    for (const window of WINDOWS) {
      await this.watch(window);
      await this.statistics(window);
    }
  }

  private async sessions(): Promise<void> {
    const { facts } = this;
    const figures = {
      recent: facts.begun(15),
      today: facts.in('midnight').length,
      day: facts.in('1').length,
      viewersToday: facts.persons('midnight').size,
      users: facts.users(this.servers),
    };
    const told = await this.ask('sessions');
    const { recent, today, last24h: day, viewersToday, users } = told;
    expect({ recent, today, day, viewersToday, users }, 'sessions').to.deep.equal(figures);
    const {
      sessionsRecent,
      sessionsToday,
      sessionsDay,
      viewersToday: viewers,
      users: known,
    } = await this.ask('homepage');
    expect([sessionsRecent, sessionsToday, sessionsDay, viewers, known], 'homepage').to.deep.equal(
      Object.values(figures),
    );
  }

  private async viewers(): Promise<void> {
    const told = await this.ask('viewers');
    const persons = this.facts.persons('midnight');
    expect([told['viewersToday'], told['today']]).to.deep.equal([persons.size, this.facts.in('midnight').length]);
    this.shares('viewers', hourly(itemsOf(told)), persons, ROUNDED);
    this.titles(itemsOf(told));
  }

  private async users(): Promise<void> {
    // An account of somebody has all that is theirs.
    const accounts = itemsOf(await this.ask('users'));
    const items = accounts.map((item) => ({ ...item, id: this.facts.ownerOf(String(item['id'])) }));
    const active = hourly(items).filter(([, { plays }]) => plays > 0);
    const persons = this.facts.persons('30');
    expect([...new Map(active).keys()], 'users').to.have.members([...persons.keys()]);
    this.shares('users', [...new Map(active)], persons, ROUNDED);
    this.titles(items.filter((item) => number(item, 'plays') > 0));
  }

  private titles(items: Items): void {
    const last = this.facts.lastTitles();
    for (const { id, lastTitle } of items) expect(lastTitle, String(id)).to.equal(last.get(String(id)));
  }

  private async activity(): Promise<void> {
    const { facts } = this;
    for (const kind of ['all', 'movie', 'episode', 'music', 'live']) {
      const told = await this.ask('activity', { kind });
      const ofKind = facts.plays.filter((play) => kind === 'all' || kindOf(play) === kind);
      expect(told['count'], `activity ${kind}`).to.equal(ofKind.length);
      const stretches = facts.stretches().filter(({ line }) => kind === 'all' || line.includes(`: ${kind} `));
      const lines = itemsOf(told).map((item) => ({
        line: `${item['viewer']}: ${item['kind']} ${item['title']}, resumed ${item['resumes']}`,
        seconds: number(item, 'playedSeconds'),
      }));
      this.lines(`activity ${kind}`, lines, stretches, 2 * POLLED);
    }
  }

  private async watch(days: Window): Promise<void> {
    const { facts } = this;
    for (const by of KEYS) {
      const where = `watch ${days} by ${by}`;
      const told = await this.ask('watch', { days, by });
      const total = facts.total(days);
      expect([told['plays'], told['peakStreams']], where).to.deep.equal([total.plays, facts.peak(days)]);
      this.near(where, number(told, 'seconds'), total.seconds);
      this.near(where, number(told, 'hours') * 3600, total.seconds, ROUNDED);
      const windows = { Today: 'midnight', Week: '7', All: 'all' } as const;
      for (const [name, window] of Object.entries(windows)) {
        this.near(`${where} ${name}`, number(told, `seconds${name}`), facts.total(window).seconds);
        this.near(`${where} ${name}`, number(told, `hours${name}`) * 3600, facts.total(window).seconds, ROUNDED);
      }
      const shares = itemsOf(told).map((item): [string, Share] => [
        String(item['id']),
        { plays: number(item, 'plays'), seconds: number(item, 'seconds') },
      ]);
      this.shares(where, shares, facts.divided(days, by));
    }
  }

  private async statistics(days: Window): Promise<void> {
    const { facts } = this;
    for (const kind of ['all', 'movie', 'series', 'music', 'live']) {
      const where = `statistics ${days} of ${kind}`;
      const told = await this.ask('statistics', { days, kind });
      const works = facts.works(days, kind);
      const lines = itemsOf(told).map((item) => ({
        line: `${item['kind']} ${item['title']}: ${item['plays']} by ${item['viewers']}`,
        seconds: number(item, 'hours') * 3600,
      }));
      this.lines(where, lines, works, ROUNDED);
      expect([told['titles'], told['plays']], where).to.deep.equal([works.length, sum(works.map(playsIn))]);
      this.near(where, number(told, 'hours') * 3600, sum(works.map(({ seconds }) => seconds)), ROUNDED);
      expect(works.filter(isTop).map(nameIn), where).to.include.members(works.length === 0 ? [] : [told['topTitle']]);
      if (kind !== 'all') continue;
      const persons = facts.persons(days);
      expect([told['users'], told['peakStreams']], where).to.deep.equal([persons.size, facts.peak(days)]);
      this.shares(where, hourly(told['people'] as Items), persons, ROUNDED);
      for (const [field, top] of [
        ['topMovie', 'movie'],
        ['topSeries', 'series'],
      ] as const) {
        const names = facts.works(days, top).filter(isTop).map(nameIn);
        expect(names.length === 0 ? [''] : names, `${where} ${field}`).to.include(told[field]);
      }
    }
  }

  /** @param least seconds by which each may differ, however short it is */
  private shares(
    where: string,
    told: readonly (readonly [string, Share])[],
    facts: ReadonlyMap<string, Share>,
    least = 0,
  ): void {
    const counts = (shares: Iterable<readonly [string, Share]>) =>
      [...shares].map(([id, { plays }]) => `${id}: ${plays}`);
    expect(counts(told), where).to.have.members(counts(facts));
    for (const [id, { seconds }] of told) {
      this.near(`${where} ${id}`, seconds, facts.get(id)?.seconds ?? 0, Math.max(POLLED, least));
    }
  }

  private lines(where: string, told: readonly Line[], facts: readonly Line[], least: number): void {
    const [ours, true_] = [told.toSorted(byLine), facts.toSorted(byLine)];
    expect(
      ours.map(({ line }) => line),
      where,
    ).to.deep.equal(true_.map(({ line }) => line));
    for (const [n, { line, seconds }] of ours.entries()) {
      this.near(`${where} ${line}`, seconds, true_[n]?.seconds ?? 0, least);
    }
  }

  private near(where: string, told: number, seconds: number, least = 0): void {
    const room = Math.max(seconds * 0.01, least) + this.facts.goingOn * UNWRITTEN;
    expect(told, where).to.be.within(seconds - room, seconds + room);
  }
}

interface Line {
  readonly line: string;
  readonly seconds: number;
}

const byLine = (a: Line, b: Line): number => (a.line < b.line ? -1 : a.line > b.line ? 1 : a.seconds - b.seconds);
const playsIn = ({ line }: Line): number => Number(/: (\d+) by \d+$/.exec(line)?.[1]);
const nameIn = ({ line }: Line): string => /^\w+ (.*): \d+ by \d+$/.exec(line)?.[1] ?? '';
const isTop = (one: Line, _: number, all: readonly Line[]): boolean => playsIn(one) === Math.max(...all.map(playsIn));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const hourly = (items: Items): readonly (readonly [string, Share])[] =>
  items.map((item) => [String(item['id']), { plays: number(item, 'plays'), seconds: number(item, 'hours') * 3600 }]);
