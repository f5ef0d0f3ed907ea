/** A real OpenID Connect provider on loopback, by the library oidc-provider: whoever is asked for is signed in at once. */

import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'sidelight', secret: 'a secret of the provider, long enough' };

export interface TestProvider {
  readonly issuer: string;
  /** Whom it takes a browser for. */
  who: string;
  /** Their claims, by what they are called. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** Seconds until what it says of somebody is over: less than none, as if its clock were behind. */
  lifeS: number;
  /** The query of each request for a sign-in. */
  readonly asked: URLSearchParams[];
  /** How many were asked who they are. */
  logins: number;
  /** Goes through it as a browser would: where that is sent in the end. */
  through(url: string, jar?: Map<string, string>): Promise<string>;
  close(): Promise<void>;
}

/** @param redirectUri of the client */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people: TestProvider['people'] = new Map();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
    cookies: { keys: ['of a test'] },
    scopes: ['openid', 'groups'],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'name'],
      groups: ['groups'],
      email: ['email', 'email_verified'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: () => self.lifeS, Interaction: 600, Session: 3600 },
    pkce: { required: () => true },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new provider.Grant({
        accountId: ctx.oidc.session?.accountId ?? '',
        clientId: ctx.oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid profile groups email');
      await grant.save();
      return grant;
    },
  });
  const self: TestProvider = {
    issuer,
    who: 'ada',
    people,
    lifeS: 3600,
    asked: [],
    logins: 0,
    through: (url, jar = new Map()) => follow(issuer, url, jar),
    close: () => closed(server),
  };
  const callback = provider.callback();
  server.on('request', (req, res) => {
    const url = new URL(req.url ?? '/', issuer);
    if (url.pathname === '/auth') self.asked.push(url.searchParams);
    if (url.pathname.startsWith('/interaction/')) {
      self.logins += 1;
      const result =
        self.who === ''
          ? { error: 'access_denied' }
          : { login: { accountId: self.who, ts: Math.floor(Date.now() / 1000) } };
      void provider.interactionFinished(req, res, result);
      return;
    }
    void callback(req, res);
  });
  return self;
}

const closed = (server: Server): Promise<void> => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
};

async function follow(issuer: string, begin: string, jar: Map<string, string>): Promise<string> {
  let url = begin;
  for (let hops = 0; hops < 10 && url.startsWith(issuer); hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url).href;
  }
  return url;
}
