import {
  ago,
  cached,
  dayOf,
  defineWidget,
  hours,
  inviteAccounts,
  listOf,
  mediaServer,
  mediaUsers,
  newestFirst,
  optional,
} from '@sidelight/plugin-api';
import { endsOf } from './shared/accounts.js';
import { flag, int, nullable, num, object, text, time } from './shared/fields.js';
import { accountsOf, lastTitles, latestPlays, personsOf, playedBy, watchedOf } from './shared/plays.js';
import { globalId } from './shared/rows.js';

export const widget = defineWidget({
  id: 'users',
  summary: 'Users of the media servers, last active first',
  reads: {
    all: cached(mediaUsers),
    watched: optional(playedBy('30', 'subjectId').seconds),
    plays: optional(latestPlays),
    accounts: optional(cached(inviteAccounts)),
    servers: optional(cached(mediaServer)),
  },
  response: object({
    users: int('Users who may sign in, like the next two'),
    admins: int(),
    activeToday: int('Users with activity since local midnight'),
    disabledUsers: int('Users who may not sign in: listed, but not counted'),
    items: listOf({
      id: text(),
      name: text(),
      admin: flag(),
      lastAt: nullable(time()),
      disabled: flag('May not sign in'),
      lastTitle: text('The title they played last'),
      plays: int('In the last 30 days, like hours'),
      hours: num(),
      watched: text('Formatted hours; empty for none'),
      expiresAt: nullable(time('When the account expires, if an invite manager knows')),
    }),
  }),
  tile: {
    title: 'Users',
    group: 'playback',
    icon: 'mdi-account-multiple',
    for: 'admin',
    stats: [
      { field: 'users', label: 'Users', format: 'number' },
      { field: 'admins', label: 'Admins', format: 'number' },
      { field: 'activeToday', label: 'Active today', format: 'number' },
    ],
    list: { items: 'items', name: 'name', details: ['lastTitle', 'watched'], at: 'lastAt' },
  },
  render: ({ all, watched, plays, accounts, servers }, { now, zone, limit, people }) => {
    const hoursOf = new Map(
      personsOf(watchedOf({ seconds: watched, begun: watched }, '30', people)).map((person) => [person.id, person]),
    );
    const endOf = endsOf(accounts.items, servers.items);
    const last = lastTitles(plays.items, people);
    const persons = accountsOf(all.items.toSorted(newestFirst((user) => user.lastAt)), people);
    const counted = persons.filter(({ disabled }) => !disabled);
    const isToday = (at: string | undefined): boolean => at !== undefined && dayOf(at, zone) === dayOf(now, zone);
    return {
      users: counted.length,
      admins: counted.filter(({ accounts }) => accounts.some(isAdmin)).length,
      activeToday: counted.filter(({ accounts }) => isToday(accounts[0]?.lastAt)).length,
      disabledUsers: persons.length - counted.length,
      items: persons.slice(0, limit).map((person) => {
        const { plays = 0, seconds = 0 } = hoursOf.get(person.id) ?? {};
        // The account that was active last speaks for the person.
        const [latest] = person.accounts;
        const { source = '', id = '', lastAt, lastTitle = '' } = latest ?? {};
        return {
          id: globalId(source, id),
          name: person.name,
          admin: person.accounts.some(isAdmin),
          lastAt: lastAt ?? null,
          disabled: person.disabled,
          lastTitle: last.get(person.id) ?? lastTitle,
          plays,
          hours: hours(seconds),
          watched: plays === 0 ? '' : `${hours(seconds)} h in 30 days`,
          expiresAt: (latest && endOf(latest)) ?? null,
          label: person.disabled ? 'disabled' : ago(lastAt, now),
        };
      }),
    };
  },
});

const isAdmin = ({ admin }: { readonly admin: boolean }): boolean => admin;
