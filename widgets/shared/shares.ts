/** How watch time divides by kind, library, client or person. */
import type { Group, ItemOf, mediaLibraries, People, SeriesPoint } from '@sidelight/plugin-api';
import { accountOf, type Days, type Played, personsOf, played, watchedOf } from './plays.js';
import { globalId } from './rows.js';

export interface Share {
  /** Empty: of these plays nobody told it. */
  readonly id: string;
  readonly name: string;
  readonly plays: number;
  readonly seconds: number;
}

export type DividedBy = 'kind' | 'method' | 'client' | 'library' | 'user';

/** The field of a play that each goes by. */
export const SHARE_FIELDS = {
  kind: 'kind',
  method: 'method',
  client: 'client',
  library: 'libraryId',
  user: 'subjectId',
} as const;

export const KIND_NAMES: Readonly<Record<string, string>> = {
  movie: 'Films',
  episode: 'Series',
  music: 'Music',
  live: 'Live TV',
  other: 'Other',
};

interface Answers {
  readonly seconds: readonly Group[];
  readonly begun: readonly Group[];
}

interface Around {
  readonly days: Days;
  readonly people: People;
  readonly libraries: readonly (ItemOf<typeof mediaLibraries> & { readonly source: string })[];
}

/** @param answers of `playedBy` with the field of `SHARE_FIELDS` */
export function sharesOf(answers: Answers, by: DividedBy, { days, people, libraries }: Around): readonly Share[] {
  if (by === 'user') return personsOf(watchedOf(answers, days, people));
  const libraryNames = new Map(libraries.map(({ source, id, name }) => [globalId(source, id), name]));
  const named = ({ key, source }: Played): Pick<Share, 'id' | 'name'> => {
    const id = source === null ? key : globalId(source, key);
    if (by === 'library') return { id, name: libraryNames.get(id) ?? 'A removed library' };
    return { id, name: by === 'kind' ? (KIND_NAMES[key] ?? key) : key };
  };
  return played(answers, days).map((one) => ({ ...one, ...named(one) }));
}

/** The groups of a series, whenever they were. */
export function inAll(points: readonly SeriesPoint[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { key, source, count, distinct, sum } of points) {
    const id = globalId(source ?? '', key ?? '');
    const before = groups.get(id) ?? { count: 0, distinct: 0, sum: 0 };
    groups.set(id, {
      ...{ key: key ?? '', source, count: before.count + count },
      ...{ distinct: before.distinct + distinct, sum: before.sum + sum },
    });
  }
  return [...groups.values()];
}

/** The people behind accounts. @param groups by `accountId` */
export function personShares(groups: readonly Group[], people: People): readonly Share[] {
  const persons = new Map<string, Share>();
  for (const { key, source, distinct, sum } of groups) {
    const { id, name } = people.of(accountOf(source ?? '', key, ''));
    const before = persons.get(id) ?? { plays: 0, seconds: 0 };
    persons.set(id, {
      id,
      name: name || 'A removed account',
      plays: before.plays + distinct,
      seconds: before.seconds + sum,
    });
  }
  return [...persons.values()];
}
