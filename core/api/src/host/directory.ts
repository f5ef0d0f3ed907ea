/** Who is behind an account, from what the YAML says and what media servers call their users today. Pure. */
import type { ItemOf } from '../port.js';
import type { mediaUsers } from '../vocabulary/index.js';
import type { Account, People, Person } from '../widget.js';

/** One of `people:`. */
export interface NamedPerson {
  readonly name: string;
  /** `name`: of the account, or its id. */
  readonly accounts: readonly { readonly source: string; readonly name: string }[];
}

export type KnownUser = Pick<ItemOf<typeof mediaUsers>, 'id' | 'name'> & { readonly source: string };

/** Upper and lower case are one, as they are to media servers. */
const keyOf = (source: string, name: string): string => JSON.stringify([source, name.toLowerCase()]);

/**
 * Where the user is known today its id and its name of today say who it is; an older name in a row might be somebody else's by
 * now. Where only a name is given, it is that of the user who has it today.
 */
export function directoryOf(named: readonly NamedPerson[], users: readonly KnownUser[]): People {
  const owners = new Map(
    named.flatMap(({ name, accounts }) => accounts.map((one) => [keyOf(one.source, one.name), name] as const)),
  );
  const byId = new Map(users.map((user) => [keyOf(user.source, user.id), user]));
  const byName = new Map(users.map((user) => [keyOf(user.source, user.name), user]));

  const personOf = ({ source, userId, name = '' }: Account): Person => {
    const user = userId === undefined ? byName.get(keyOf(source, name)) : byId.get(keyOf(source, userId));
    const id = user?.id ?? userId;
    const today = user?.name ?? name;
    const owner = (id === undefined ? undefined : owners.get(keyOf(source, id))) ?? owners.get(keyOf(source, today));
    return owner === undefined ? { id: `${source}:${id ?? today}`, name: today } : { id: owner, name: owner };
  };

  const known = new Map<string, Person>();
  return {
    of(account) {
      const key = JSON.stringify([account.source, account.userId, account.name]);
      const person = known.get(key) ?? Object.freeze(personOf(account));
      known.set(key, person);
      return person;
    },
  };
}
