/** Whose plays do not count: what `history.ignore` means for one integration. */
import { definePort, mediaFiles, mediaItems, mediaLibraries, mediaPlayback, mediaUsers } from '@sidelight/plugin-api';
import type { AccountSettings, Settings } from '../settings/settings.js';
import type { Playback } from './core-plays.js';
import type { DerivationSettings, Past } from './derivation.js';

/** Plays that do not count, as they are: they come back when the config says so. */
export const coreIgnored = definePort({
  id: 'core.ignored',
  keep: 'log',
  key: (play) => play.id,
  at: (play) => play.startedAt,
  index: ['userId'],
  item: mediaPlayback.item,
});

/** Sorted, so that the same has the same text. */
export interface Ignoring {
  readonly userIds: readonly string[];
  /** Of users whose id is not known, in lower case. */
  readonly names: readonly string[];
  readonly libraryIds: readonly string[];
}

interface Thing {
  readonly id: string;
  readonly name: string;
}

const low = (text: string): string => text.toLowerCase();
const isCalled = ({ id, name }: Thing, wanted: string): boolean => low(id) === wanted || low(name) === wanted;

/** null: everything of this integration counts. */
export async function ignoringOf(source: string, settings: DerivationSettings, past: Past): Promise<Ignoring | null> {
  const { users = [], libraries = [] } = settings.history.ignore ?? {};
  const named = namesOf(withAccounts(users, settings.people ?? []), source);
  const shelves = namesOf(libraries, source);
  if (named.length + shelves.length === 0) return null;
  const people = named.length === 0 ? [] : ((await past.rows(mediaUsers)) as readonly Thing[]);
  const all = shelves.length === 0 ? [] : ((await past.rows(mediaLibraries)) as readonly Thing[]);
  const found = named.map((name) => [name, people.filter((one) => isCalled(one, name))] as const);
  return {
    userIds: found.flatMap(([, users]) => users.map(({ id }) => id)).sort(),
    names: found.flatMap(([name, users]) => (users.length === 0 ? [name] : [])).sort(),
    libraryIds: shelves
      .flatMap((name) => {
        const known = all.filter((one) => isCalled(one, name));
        return known.length === 0 ? [name] : known.map(({ id }) => id);
      })
      .sort(),
  };
}

const namesOf = (accounts: readonly AccountSettings[], source: string): readonly string[] => [
  ...new Set(accounts.filter((one) => one.source === undefined || one.source === source).map(({ name }) => low(name))),
];

/** A name alone that is one of `people:` means all accounts of that person. */
const withAccounts = (users: readonly AccountSettings[], people: Settings['people']): readonly AccountSettings[] =>
  users.flatMap((user): readonly AccountSettings[] => {
    const person = user.source === undefined ? people.find(({ name }) => low(name) === low(user.name)) : undefined;
    return person === undefined ? [user] : person.accounts;
  });

/** A user who has got another name since is known by the id; a name counts where no user has it now. */
export function isIgnored({ userId, viewer, libraryId }: Playback, { userIds, names, libraryIds }: Ignoring): boolean {
  if (userId !== undefined && (userIds.includes(userId) || names.includes(low(userId)))) return true;
  if (viewer !== undefined && names.includes(low(viewer))) return true;
  return libraryId !== undefined && libraryIds.some((id) => low(id) === low(libraryId));
}

/** Media servers seldom say in which library a title lies that is played: the title does, or a file of it. */
export async function withLibraries(plays: readonly Playback[], past: Past): Promise<readonly Playback[]> {
  const ids = [...new Set(plays.flatMap(({ itemId, libraryId }) => (libraryId === undefined ? (itemId ?? []) : [])))];
  if (ids.length === 0) return plays;
  const libraries = new Map<string, string>();
  const titles = (await past.rows(mediaItems, { id: ids })) as readonly { id: string; libraryId: string }[];
  for (const { id, libraryId } of titles) libraries.set(id, libraryId);
  const others = ids.filter((id) => !libraries.has(id));
  const files = others.length === 0 ? [] : await past.rows(mediaFiles, { itemId: others });
  for (const { itemId, libraryId } of files as readonly { itemId: string; libraryId: string }[])
    libraries.set(itemId, libraryId);
  return plays.map((play) => {
    const libraryId = play.libraryId ?? libraries.get(play.itemId ?? '');
    return libraryId === undefined ? play : { ...play, libraryId };
  });
}
