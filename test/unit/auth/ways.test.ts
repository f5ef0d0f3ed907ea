/** What an integration may do with a name and a password, and what becomes of it. */
import {
  type CodeSignIn,
  definePlugin,
  fail,
  type Integration,
  mediaUsers,
  type SignedIn,
  Type,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Admins } from '#core/auth/admins.js';
import { Ways } from '#core/auth/ways.js';
import { createMemoryCache } from '#core/cache/memory.js';
import type { Source } from '#core/plugins/source.js';
import { manualClock } from '../../support/manual-clock.js';
import { recordingLog } from '../../support/recording-log.js';

type SignIn = NonNullable<Integration['signIn']>;

/** Has no administrator of its own. */
const admins = { exist: async () => false, matches: async () => false } as unknown as Admins;

function waysWith(signIn: SignIn | undefined, timeoutMs = 1000, signInByCode?: CodeSignIn) {
  const integration: Integration = {
    check: async () => ({}),
    ...(signIn === undefined ? {} : { signIn }),
    ...(signInByCode === undefined ? {} : { signInByCode }),
  };
  const plugin = definePlugin({ id: 'radio', title: 'Radio', config: Type.Object({}), create: () => integration });
  const source: Source = { id: 'attic', plugin, integration, schedule: {}, timeoutMs: 10 };
  const log = recordingLog();
  const cache = createMemoryCache();
  const auth = { proxyNetworks: [], signInWith: ['gone', 'attic'] };
  const sources = { get: (id: string) => (id === 'attic' ? source : undefined) };
  return {
    log,
    cache,
    ways: new Ways({ admins, sources, cache, auth: () => auth, clock: manualClock(), log, timeoutMs }),
  };
}

describe('signing in with an integration', () => {
  const WRONG = { refused: 'Wrong name or password' };
  const SILENT = { refused: 'Radio (attic) does not answer: try again later' };

  it('is offered by those that are listed, are there, and can do it', async () => {
    const can = waysWith(async (name) => ({ name, admin: true })).ways;
    expect(await can.list()).to.deep.equal([{ id: 'attic', title: 'Radio (attic)', isOwn: false, byCode: false }]);
    expect(await waysWith(undefined).ways.list()).to.deep.equal([]);
    expect(await waysWith(undefined).ways.signIn('attic', 'ada', 'secret')).to.deep.equal(WRONG);
    expect(await can.signIn('gone', 'ada', 'secret')).to.deep.equal(WRONG);
  });

  it('makes a visitor of an administrator, by the name that the integration gives', async () => {
    const seen: unknown[] = [];
    const { ways } = waysWith(async (...given) => {
      seen.push(...given.slice(0, 2));
      return { name: 'Ada', admin: true };
    });
    expect(await ways.signIn('attic', 'ada', ' se cret ')).to.deep.equal({ visitor: { name: 'Ada', via: 'attic' } });
    expect(seen).to.deep.equal(['ada', ' se cret ']);
  });

  it('refuses everybody else, and takes nothing but true for an administrator', async () => {
    const answers = [{ name: 'Ben', admin: false }, { name: 'Ben', admin: 'yes' }, { name: 'Ben' }];
    for (const answer of answers) {
      const { ways } = waysWith(async () => answer as { name: string; admin: boolean });
      expect(await ways.signIn('attic', 'ben', 'x')).to.deep.equal({
        refused: 'Ben is not an administrator of Radio (attic)',
      });
    }
    const { ways, log } = waysWith(async () => Promise.reject(fail('auth_failed', 'no')));
    expect(await ways.signIn('attic', 'ben', 'x')).to.deep.equal(WRONG);
    expect(log.lines).to.deep.equal([]);
  });

  it('says so when it fails in any other way, without the password in the log', async () => {
    const failing: readonly SignIn[] = [
      async () => Promise.reject(fail('unreachable', 'POST /login?p=hunter22 timed out')),
      () => {
        throw new TypeError('hunter22 is not a function');
      },
      async () => undefined as unknown as { name: string; admin: boolean },
      async () => ({ admin: true }) as { name: string; admin: boolean },
    ];
    for (const signIn of failing) {
      const { ways, log } = waysWith(signIn);
      expect(await ways.signIn('attic', 'ada', 'hunter22')).to.deep.equal(SILENT);
      expect(log.lines).to.have.lengthOf(1);
      expect(log.lines[0])
        .to.match(/^warn nobody can sign in with attic: /)
        .and.not.include('hunter22');
    }
  });

  it('gives up on one that never answers, and tells it so', async () => {
    let signal: AbortSignal | undefined;
    const { ways } = waysWith((_name, _password, given) => {
      signal = given;
      return new Promise(() => undefined);
    }, 20);
    expect(await ways.signIn('attic', 'ada', 'secret')).to.deep.equal(SILENT);
    expect(signal?.aborted).to.equal(true);
  });

  it('says why somebody cannot come in at all', async () => {
    const { ways } = waysWith(async () => Promise.reject(fail('refused', 'this account is disabled')));
    expect(await ways.signIn('attic', 'cleo', 'x')).to.deep.equal({ refused: 'this account is disabled' });
  });

  it('goes by a code where that is switched on, and is asked seldom whether it is', async () => {
    const asked: string[] = [];
    const confirmed: (SignedIn | null)[] = [null, { name: 'Ada', admin: true, userId: 'u1' }];
    const { ways } = waysWith(async () => ({ name: 'Ada', admin: true }), 1000, {
      offered: async () => asked.push('offered') > 0,
      begin: async () => ({ code: '357174', secret: 's' }),
      settle: async (secret) => {
        asked.push(secret);
        const answer = confirmed.shift();
        if (answer === undefined) throw fail('not_found', 'no such code');
        return answer;
      },
    });
    expect((await ways.list()).map(({ byCode }) => byCode)).to.deep.equal([true]);
    expect((await ways.list()).map(({ byCode }) => byCode)).to.deep.equal([true]);
    expect(await ways.beginCode('attic')).to.deep.equal({ code: '357174', secret: 's' });
    expect(await ways.settleCode('attic', 's')).to.equal(null);
    expect(await ways.settleCode('attic', 's')).to.deep.equal({ visitor: { name: 'Ada', via: 'attic', userId: 'u1' } });
    expect(await ways.settleCode('attic', 's')).to.deep.equal({ refused: 'The code has expired: start again' });
    expect(asked).to.deep.equal(['offered', 's', 's', 's']);
    expect(await ways.beginCode('gone')).to.deep.equal({ refused: 'Codes are not available: sign in with a password' });
    const off = waysWith(async () => ({ name: 'Ada', admin: true })).ways;
    expect(await off.beginCode('attic')).to.deep.equal({ refused: 'Codes are not available: sign in with a password' });
  });

  it('holds until the users are synced without them as an administrator', async () => {
    const { ways, cache } = waysWith(undefined);
    await cache.declare(mediaUsers);
    const sync = (at: string, ...users: readonly object[]) =>
      cache.commit({
        source: 'attic',
        task: 'users',
        at,
        fills: [mediaUsers.id],
        changes: [{ port: mediaUsers.id, kind: 'replace', items: users }],
      });
    const since = '2026-11-20T12:00:00.000Z';
    const ada = { name: 'Ada', via: 'attic', userId: 'u1' };
    const holds = () => [ways.isStillAdmin(ada, since), ways.isStillAdmin({ name: 'Ada', via: 'attic' }, since)];
    expect(holds(), 'nothing is known').to.deep.equal([true, true]);
    await sync('2026-11-20T11:59:00.000Z', { id: 'u2', name: 'Ben', admin: true });
    expect(holds(), 'not asked since').to.deep.equal([true, true]);
    await sync('2026-11-20T12:01:00.000Z', { id: 'u1', name: 'Ada L.', admin: true });
    expect(holds(), 'renamed').to.deep.equal([true, false]);
    await sync('2026-11-20T12:02:00.000Z', { id: 'u1', name: 'Ada', admin: true, disabled: true });
    expect(holds(), 'disabled').to.deep.equal([false, false]);
    await sync('2026-11-20T12:03:00.000Z', { id: 'u1', name: 'Ada', admin: false });
    expect(holds(), 'an ordinary user').to.deep.equal([false, false]);
    await sync('2026-11-20T12:04:00.000Z', { id: 'u1', name: 'Ada', admin: true });
    expect(holds(), 'again').to.deep.equal([true, true]);
    await sync('2026-11-20T12:05:00.000Z');
    expect(holds(), 'deleted').to.deep.equal([false, false]);
  });
});
