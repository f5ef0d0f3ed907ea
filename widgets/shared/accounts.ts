/** Accounts that came of invitations, and what became of these. Pure. */
import {
  ago,
  type inviteAccounts,
  type inviteUses,
  listOf,
  type mediaServer,
  type mediaUsers,
  type RenderContext,
} from '@sidelight/plugin-api';
import { flag, int, NO_LABEL, nullable, oneOf, text, time } from './fields.js';
import { until } from './labels.js';
import { globalId, type RowOf, soonestFirst } from './rows.js';

type Account = RowOf<typeof inviteAccounts>;
type Use = RowOf<typeof inviteUses>;
type User = RowOf<typeof mediaUsers>;
type Server = RowOf<typeof mediaServer>;

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;

export const accountFields = {
  accounts: int('Accounts managed by the invite managers'),
  endingWeek: int('Of those: end within 7 days'),
  joinedMonth: int('Of those: created in the last 30 days'),
  ending: listOf({
    id: text(),
    user: text(),
    server: text('The name of the media server'),
    expiresAt: nullable(time()),
    disabled: flag(),
    invite: text('The name of the invitation'),
  }),
  uses: listOf({
    id: text(),
    invite: text('The name of the invitation'),
    user: text('Empty if it expired unused'),
    at: time(),
    ended: oneOf('used', 'expired', 'revoked', 'unknown'),
  }),
};

interface Answers {
  readonly accounts: { readonly items: readonly Account[] };
  readonly uses: { readonly items: readonly Use[] };
}

export function accountFacts({ accounts, uses }: Answers, { now, limit }: RenderContext) {
  const from = now.getTime();
  const ending = accounts.items.filter(({ expiresAt }) => {
    const ends = Date.parse(expiresAt ?? '');
    return ends >= from && ends <= from + WEEK_MS;
  });
  return {
    accounts: accounts.items.length,
    endingWeek: ending.length,
    joinedMonth: accounts.items.filter(({ createdAt }) => from - Date.parse(createdAt ?? '') <= MONTH_MS).length,
    ending: ending
      .toSorted(soonestFirst((account) => account.expiresAt))
      .slice(0, limit)
      .map((account) => accountRow(account, now)),
    uses: uses.items.slice(0, limit).map((use) => useRow(use, now)),
  };
}

const accountRow = (account: Account, now: Date) => ({
  id: globalId(account.source, account.id),
  user: account.user,
  server: account.server ?? '',
  expiresAt: account.expiresAt ?? null,
  disabled: account.disabled ?? false,
  invite: account.label ?? '',
  label: account.expiresAt === undefined ? NO_LABEL : until(account.expiresAt, now),
});

const useRow = (use: Use, now: Date) => ({
  id: globalId(use.source, use.id),
  invite: use.label,
  user: use.user ?? '',
  at: use.at,
  ended: use.ended ?? (use.user === undefined ? ('unknown' as const) : ('used' as const)),
  label: ago(use.at, now),
});

/**
 * When an account of a media server ends, as its invite manager says. They share no id in most cases: it is the account of
 * that name on the server of that name, whatever the server is called where there is only one.
 */
export function endsOf(accounts: readonly Account[], servers: readonly Server[]) {
  const ending = accounts.filter(({ expiresAt }) => expiresAt !== undefined);
  const nameOf = (source: string) => servers.find((server) => server.source === source)?.name;
  return ({ id, name, source }: User): string | undefined =>
    ending.find(
      (one) =>
        one.user.toLowerCase() === name.toLowerCase() &&
        (servers.length < 2 || one.id === id || (one.server !== undefined && one.server === nameOf(source))),
    )?.expiresAt;
}
