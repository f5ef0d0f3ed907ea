/** Plays and watch time, by window: who watched what. */
import {
  type Account,
  cached,
  type Group,
  type ItemOf,
  mediaPlayback,
  mediaPlaytime,
  mediaStreams,
  mediaUsers,
  type People,
  type Person,
  type Since,
  Type,
  tally,
  top,
} from '@sidelight/plugin-api';
import { fullTitle } from './labels.js';
import { globalId, type RowOf } from './rows.js';

/** One question of everybody who shows the latest plays. */
export const latestPlays = cached(mediaPlayback, { newest: 250 });

/** By a field, with plays told apart. */
const watchedSince = <F extends Field>(since: Since, by: F) =>
  top(mediaPlaytime, { since, by, distinct: 'playId', sum: 'seconds' });

/** Playback counts by window. A play counts for each day in which it was playing. */
export const playReads = {
  recent: tally(mediaPlayback, { since: '15m' }),
  today: tally(mediaPlaytime, { since: 'midnight', distinct: 'playId' }),
  watched: watchedSince('midnight', 'subjectId'),
  day: tally(mediaPlaytime, { since: '24h', distinct: 'playId' }),
  users: cached(mediaUsers),
};

const WINDOWS = { '1': '24h', '7': '7d', '30': '30d', '90': '90d', '365': '365d' } as const;

export type Days = keyof typeof WINDOWS | 'all';

/** The parameter by which a widget looks back. */
export const days = () =>
  Type.Enum(['1', '7', '30', '90', '365', 'all'], { default: '7', description: 'How many days to look back' });

type Field = 'subjectId' | 'libraryId' | 'client' | 'method' | 'kind';

/** Seconds and plays by a field. All that was ever played comes from counters, which add up but tell nothing apart. */
export function playedBy(days: Days, by: Field) {
  if (days === 'all') {
    return { seconds: top(mediaPlaytime, { by, sum: 'seconds' }), begun: top(mediaPlaytime, { by, sum: 'begun' }) };
  }
  const watched = watchedSince(WINDOWS[days], by);
  return { seconds: watched, begun: watched };
}

/** The same without groups. */
export function playedIn(days: Days) {
  if (days === 'all') {
    return { total: tally(mediaPlaytime, { sum: 'seconds' }), totalBegun: tally(mediaPlaytime, { sum: 'begun' }) };
  }
  const watched = tally(mediaPlaytime, { since: WINDOWS[days], distinct: 'playId', sum: 'seconds' });
  return { total: watched, totalBegun: watched };
}

/** How many plays such an answer stands for. */
export const playsOf = (answer: { readonly distinct: number; readonly sum: number }, days: Days): number =>
  days === 'all' ? answer.sum : answer.distinct;

/** Numbers of streams that played at once, each as a group. */
export const streamsIn = (days: Days) =>
  top(mediaStreams, { by: 'streams', ...(days === 'all' ? {} : { since: WINDOWS[days] }) });

export const peakOf = (streams: readonly Group[]): number =>
  Math.max(0, ...streams.map(({ key }) => Number(key)).filter(Number.isFinite));

export interface Played {
  readonly key: string;
  readonly source: string | null;
  readonly plays: number;
  readonly seconds: number;
}

interface ByField {
  readonly seconds: readonly Group[];
  readonly begun: readonly Group[];
}

/** The groups of both answers as one list. */
export function played(answers: ByField, days: Days): readonly Played[] {
  const plays = playsIn(answers, days);
  return answers.seconds.map((group) => ({
    key: group.key,
    source: group.source,
    plays: plays(group),
    seconds: group.sum,
  }));
}

/** How many plays a group of seconds stands for. One answer may tell both. */
function playsIn({ seconds, begun }: ByField, days: Days): (group: Group) => number {
  if (seconds === begun) return (group) => playsOf(group, days);
  const idOf = ({ key, source }: Group): string => globalId(source ?? '', key);
  const plays = new Map(begun.map((group) => [idOf(group), playsOf(group, days)]));
  return (group) => plays.get(idOf(group)) ?? 0;
}

/** What somebody watched of one work. */
export interface Watched {
  readonly work: string;
  readonly kind: string;
  readonly title: string;
  /** null: nobody knows. */
  readonly person: Person | null;
  readonly plays: number;
  readonly seconds: number;
}

/** Of an answer to `playReads`. */
export const watchedToday = (watched: readonly Group[], people: People): readonly Watched[] =>
  watchedOf({ seconds: watched, begun: watched }, '1', people);

/** Of groups by `subjectId`. */
export function watchedOf(answers: ByField, days: Days, people: People): readonly Watched[] {
  const known = watchedBy.get(people) ?? new WeakMap<Group, Watched>();
  watchedBy.set(people, known);
  const plays = days === 'all' ? playsIn(answers, days) : null;
  const list: Watched[] = [];
  for (const group of answers.seconds) {
    const watched = known.get(group) ?? watchedIn(group, people);
    known.set(group, watched);
    list.push(plays === null ? watched : { ...watched, plays: plays(group) });
  }
  return list;
}

/** A group that nothing has changed is the same object as before, and tells the same of the same people. */
const watchedBy = new WeakMap<People, WeakMap<Group, Watched>>();

function watchedIn({ key, source, distinct, sum }: Group, people: People): Watched {
  const [work = '', title = '', account = '', viewer = ''] = key.split('\u001f');
  const person = account === '' ? null : people.of(accountOf(source ?? '', account, viewer));
  return { work, kind: work.split(':', 1)[0] ?? '', title, person, plays: distinct, seconds: sum };
}

/** The account that a play or its playtime names; `name:Ada` is one of which only the name is known. */
export const accountOf = (source: string, accountId: string, name: string): Account =>
  accountId.startsWith('name:')
    ? { source, name: accountId.slice('name:'.length) }
    : { source, userId: accountId, name };

type Play = RowOf<typeof mediaPlayback>;

/** "Series – Episode" of an episode. */
export const titleOf = (play: ItemOf<typeof mediaPlayback>): string =>
  play.episode === undefined ? play.title : fullTitle(play.title, play.episode);

export const personOf = ({ source, userId, viewer }: Play, people: People): Person =>
  people.of({ source, userId: userId || undefined, name: viewer });

/** Person → what they played last. */
export function lastTitles(plays: readonly Play[], people: People): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const play of plays) {
    const { id } = personOf(play, people);
    if (!titles.has(id)) titles.set(id, titleOf(play));
  }
  return titles;
}

export interface PersonPlays extends Person {
  readonly plays: number;
  readonly seconds: number;
}

/** The people among them, who watched longest first. A play is one of one person, so that plays add up. */
export function personsOf(watched: readonly Watched[]): readonly PersonPlays[] {
  const persons = new Map<string, { -readonly [K in keyof PersonPlays]: PersonPlays[K] }>();
  for (const { person, plays, seconds } of watched) {
    if (person === null) continue;
    const known = persons.get(person.id);
    if (known === undefined) {
      persons.set(person.id, { ...person, plays, seconds });
      continue;
    }
    known.plays += plays;
    known.seconds += seconds;
  }
  return [...persons.values()].sort((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1));
}

type User = RowOf<typeof mediaUsers>;

/** Somebody with all accounts on media servers. */
export interface PersonAccounts extends Person {
  readonly accounts: readonly User[];
  /** May not sign in anywhere. */
  readonly disabled: boolean;
}

/** In the order of their first accounts. */
export function accountsOf(users: readonly User[], people: People): readonly PersonAccounts[] {
  const persons = new Map<string, PersonAccounts>();
  for (const user of users) {
    const person = people.of({ source: user.source, userId: user.id, name: user.name });
    const { accounts = [], disabled = true } = persons.get(person.id) ?? {};
    persons.set(person.id, {
      ...person,
      accounts: [...accounts, user],
      disabled: disabled && user.disabled === true,
    });
  }
  return [...persons.values()];
}

/** One who may not sign in is no user of today. */
export const usersIn = (users: readonly User[], people: People): number =>
  accountsOf(users, people).filter(({ disabled }) => !disabled).length;
