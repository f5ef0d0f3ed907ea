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
    const { user } = this.matchOf(play);
    return user === null ? play : { ...play, userId: user.id, viewer: user.name };
  }

  count(play: Playback): void {
    this.matchOf(play).plays += 1;
  }

  list(): readonly Matched[] {
    return [...this.met.values()].filter(({ plays }) => plays > 0);
  }

  private matchOf({ userId, viewer }: Playback): Matched {
    const key = userId ?? `name:${viewer ?? ''}`;
    const known = this.met.get(key);
    if (known !== undefined) return known;
    const user = this.byId.get(plain(userId ?? '')) ?? this.named(viewer, key);
    const match: Matched = { name: viewer ?? user?.name ?? userId ?? 'nobody', user, plays: 0 };
    this.met.set(key, match);
    return match;
  }

  private named(viewer: string | undefined, key: string): User | null {
    const user = this.byName.get(viewer?.toLowerCase() ?? '') ?? null;
    if (user === null || (this.taken.get(user.id) ?? key) !== key) return null;
    this.taken.set(user.id, key);
    return user;
  }
}
