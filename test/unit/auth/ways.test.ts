/** What an integration may do with a name and a password, and what becomes of it. */
import { definePlugin, fail, type Integration, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Admins } from '#core/auth/admins.js';
import { Ways } from '#core/auth/ways.js';
import type { Source } from '#core/plugins/source.js';
import { recordingLog } from '../../support/recording-log.js';

type SignIn = NonNullable<Integration['signIn']>;

/** Has no administrator of its own. */
const admins = { exist: async () => false, matches: async () => false } as unknown as Admins;

function waysWith(signIn: SignIn | undefined, timeoutMs = 1000) {
  const integration: Integration = { check: async () => ({}), ...(signIn === undefined ? {} : { signIn }) };
  const plugin = definePlugin({ id: 'radio', title: 'Radio', config: Type.Object({}), create: () => integration });
  const source: Source = { id: 'attic', plugin, integration, schedule: {}, timeoutMs: 10 };
  const log = recordingLog();
  const auth = { proxyNetworks: [], signInWith: ['gone', 'attic'] };
  const sources = { get: (id: string) => (id === 'attic' ? source : undefined) };
  return { log, ways: new Ways({ admins, sources, auth: () => auth, log, timeoutMs }) };
}

describe('signing in with an integration', () => {
  const WRONG = { refused: 'Name or password is wrong' };
  const SILENT = { refused: 'Radio (attic) does not answer: try again later' };

  it('is offered by those that are listed, are there, and can do it', async () => {
    const can = waysWith(async (name) => ({ name, admin: true })).ways;
    expect(await can.list()).to.deep.equal([{ id: 'attic', title: 'Radio (attic)', isOwn: false }]);
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
        refused: 'Ben is no administrator of Radio (attic)',
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
});
