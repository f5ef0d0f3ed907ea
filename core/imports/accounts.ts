/** Whose plays they become: users of the media server, by their id, else by their name. */
import { mediaUsers } from '@sidelight/plugin-api';
import type { Cache } from '../cache/cache.js';
import type { Playback } from '../derivations/core-plays.js';

interface User {
  readonly id: string;
  readonly name: string;
}

/** Somebody of a file. */
export interface Matched {
  /** As the file calls them, else their id. */
  readonly name: string;
  /** The user of the media server; null: there is none, so that they stay as the file has them. */
  readonly user: User | null;
  plays: number;
}

const plain = (id: string): string => id.replaceAll('-', '').toLowerCase();

export class Accounts {
  private readonly byId: ReadonlyMap<string, User>;
  private readonly byName = new Map<string, User | null>();
  /** Somebody of the file → their user here. */
  private readonly users = new Map<string, User | null>();
  /** By whom they are here. */
  private readonly met = new Map<string, Matched>();
  /** User → whose they are in the file: two of one name are two people. */
  private readonly taken = new Map<string, string>();

  constructor(users: readonly User[]) {
    this.byId = new Map(users.map((user) => [plain(user.id), user]));
    for (const user of users) {
      const name = user.name.toLowerCase();
      this.byName.set(name, this.byName.has(name) ? null : user);
    }
  }

  static async of(cache: Pick<Cache, 'rows'>, source: string): Promise<Accounts> {
    return new Accounts(await cache.rows(mediaUsers, {}, { now: new Date(0), zone: 'UTC', sources: [source] }));
  }

  /** The play as one of a user of the media server. */
  withUser(play: Playback): Playback {
    const { userId, viewer } = play;
    const key = keyOf(play);
    const known = this.users.get(key);
    const user = known === undefined ? (this.byId.get(plain(userId ?? '')) ?? this.named(viewer, key)) : known;
    this.users.set(key, user);
    const theirs = user === null ? play : { ...play, userId: user.id, viewer: user.name };
    const name = viewer ?? user?.name ?? userId ?? 'nobody';
    if (!this.met.has(keyOf(theirs))) this.met.set(keyOf(theirs), { name, user, plays: 0 });
    return theirs;
  }

  /** @param play with its user */
  count(play: Playback): void {
    const match = this.met.get(keyOf(play));
    if (match !== undefined) match.plays += 1;
  }

  list(): readonly Matched[] {
    return [...this.met.values()].filter(({ plays }) => plays > 0);
  }

  private named(viewer: string | undefined, key: string): User | null {
    const user = this.byName.get(viewer?.toLowerCase() ?? '') ?? null;
    if (user === null || (this.taken.get(user.id) ?? key) !== key) return null;
    this.taken.set(user.id, key);
    return user;
  }
}

const keyOf = ({ userId, viewer }: Playback): string => userId ?? `name:${viewer ?? ''}`;
