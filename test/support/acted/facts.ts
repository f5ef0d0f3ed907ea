/** What is true at a moment, worked out from what was acted alone: what widgets have to say. */
import { dayAt } from './days.js';
import { grouped, type TruePlay, type Truth } from './script.js';
import type { ActedServer } from './server.js';

export interface Share {
  readonly plays: number;
  readonly seconds: number;
}

export type Window = '1' | '7' | '30' | 'all' | 'midnight';
export type Key = 'kind' | 'method' | 'client' | 'library' | 'user';

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** How the household wants to be seen. */
export interface View {
  /** Id of an account → whose it is. */
  readonly people?: ReadonlyMap<string, Person>;
  readonly counts?: (play: TruePlay) => boolean;
}

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const KINDS = {
  Movie: 'movie',
  Episode: 'episode',
  Audio: 'music',
  TvChannel: 'live',
  Video: 'other',
  Trailer: 'other',
};

export const kindOf = ({ act }: TruePlay): string => KINDS[act.title.type];
/** An episode counts for its series. */
export const workKindOf = (play: TruePlay): string => (play.act.title.type === 'Episode' ? 'series' : kindOf(play));
export const fullName = (play: TruePlay): string =>
  play.act.title.series === undefined ? play.name : `${play.name} – ${play.act.title.name}`;

/** Films by what the world calls them, all else by its name. */
const workOf = (play: TruePlay): string => {
  const { title } = play.act;
  return `${workKindOf(play)} ${title.providers?.['Tmdb'] ?? title.series ?? title.id}`;
};

export class Facts {
  readonly plays: readonly TruePlay[];
  private readonly people: ReadonlyMap<string, Person>;

  /** @param now epoch milliseconds */
  constructor(
    truth: Truth,
    readonly now: number,
    { people = new Map(), counts = () => true }: View = {},
  ) {
    this.people = people;
    this.plays = truth.plays(now).filter(counts);
  }

  /** Whose an account is, by its id. */
  ownerOf(id: string): string {
    return this.people.get(id)?.id ?? id;
  }

  /** How many people these servers know. */
  users(servers: readonly ActedServer[]): number {
    const ids = servers.flatMap((server) => server.users.map((user) => `${server.name}:${server.idOf(user)}`));
    return new Set(ids.map((id) => this.ownerOf(id))).size;
  }

  private personOf(play: TruePlay): Person {
    const account = accountOf(play);
    return this.people.get(account.id) ?? account;
  }

  /** A window that begins in the middle of a quarter of an hour leaves that quarter out. */
  private since(window: Window): number {
    if (window === 'all') return Number.NEGATIVE_INFINITY;
    if (window === 'midnight') return dayAt(this.now).from;
    return Math.ceil((this.now - Number(window) * DAY_MS) / QUARTER_MS) * QUARTER_MS;
  }

  seconds(play: TruePlay, window: Window): number {
    return play.seconds(this.since(window), this.now);
  }

  /** Those that were playing then. */
  in(window: Window): readonly TruePlay[] {
    return this.plays.filter((play) => this.seconds(play, window) > 0);
  }

  /** Those that began in the last minutes. */
  begun(minutes: number): number {
    return this.plays.filter(({ start }) => start >= this.now - minutes * 60_000).length;
  }

  total(window: Window): Share {
    return this.shareOf(this.in(window), window);
  }

  by(window: Window, keyOf: (play: TruePlay) => string): ReadonlyMap<string, Share> {
    const groups = grouped(this.in(window), keyOf);
    return new Map([...groups].map(([key, plays]) => [key, this.shareOf(plays, window)]));
  }

  /** As the widget `watch` divides time. */
  divided(window: Window, key: Key): ReadonlyMap<string, Share> {
    return this.by(window, (play) => this.keyOf(play, key));
  }

  persons(window: Window): ReadonlyMap<string, Share> {
    return this.divided(window, 'user');
  }

  /** Each with its plays, in lines that can be compared. */
  works(window: Window, kind = 'all'): readonly { readonly line: string; readonly seconds: number }[] {
    const chosen = this.in(window).filter((play) => kind === 'all' || workKindOf(play) === kind);
    return [...grouped(chosen, workOf).values()].map((plays) => {
      const [first] = plays as [TruePlay];
      const viewers = new Set(plays.map((play) => this.personOf(play).id)).size;
      const { seconds } = this.shareOf(plays, window);
      return { line: `${workKindOf(first)} ${first.name}: ${plays.length} by ${viewers}`, seconds };
    });
  }

  /** What each of them played last. */
  lastTitles(): ReadonlyMap<string, string> {
    return new Map(this.plays.map((play) => [this.personOf(play).id, fullName(play)]));
  }

  /** Plays with those that went on where they had stopped, the latest first: when that one began, and what they are. */
  stretches(): readonly { readonly line: string; readonly seconds: number }[] {
    const stretches: TruePlay[][] = [];
    for (const play of this.plays) {
      const isSame = (other: TruePlay | undefined): boolean =>
        other?.act.title.id === play.act.title.id && this.personOf(other).id === this.personOf(play).id;
      const earlier = play.act.from === undefined ? undefined : stretches.findLast((parts) => isSame(parts.at(-1)));
      if (earlier === undefined) stretches.push([play]);
      else earlier.push(play);
    }
    return stretches.map((parts) => {
      const last = parts.at(-1) as TruePlay;
      const line = `${this.personOf(last).name}: ${kindOf(last)} ${fullName(last)}, resumed ${parts.length - 1}`;
      return { line, seconds: this.shareOf(parts, 'all').seconds };
    });
  }

  /** The most that one server played at once. */
  peak(window: Window): number {
    const from = this.since(window);
    const count = (at: number, server: string): number =>
      this.plays.filter((play) => play.act.server.name === server && play.seconds(at, at + 1000) > 0).length;
    const moments = this.plays.flatMap((play) => [
      ...play.beginnings().filter((at) => at >= from && at <= this.now),
      ...(play.seconds(from, from + 1000) > 0 ? [from] : []),
    ]);
    const servers = ['attic', 'cellar'];
    return Math.max(0, ...moments.flatMap((at) => servers.map((server) => count(at, server))));
  }

  /** Of those that go on, some seconds are not written yet. */
  get goingOn(): number {
    return this.plays.filter((play) => play.seconds(this.now - 1000, this.now + 1000) > 0).length;
  }

  private shareOf(plays: readonly TruePlay[], window: Window): Share {
    return { plays: plays.length, seconds: plays.reduce((sum, play) => sum + this.seconds(play, window), 0) };
  }

  private keyOf(play: TruePlay, key: Key): string {
    const { server, title, device, unseen } = play.act;
    if (key === 'kind') return kindOf(play);
    if (key === 'user') return this.personOf(play).id;
    if (key === 'library') return title.library === undefined ? '' : `${server.name}:${title.library}`;
    if (unseen) return key === 'method' ? 'unknown' : '';
    return device[key];
  }
}

/** Everybody is an account, with the name of today. */
export function accountOf({ act: { server, user } }: TruePlay): Person {
  return { id: `${server.name}:${server.idOf(user)}`, name: server.nameOf(user) };
}
