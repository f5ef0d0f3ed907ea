/** Sign-in with an OpenID Connect provider: authorization code with PKCE, state and nonce, by openid-client. */
import { createHash } from 'node:crypto';
import * as client from 'openid-client';
import { CodedError } from '../ground/errors.js';
import type { Log } from '../ground/log.js';
import { publicBase } from '../http/base-url.js';
import { OIDC, type OidcSettings, type ServerSettings, type Visitor } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { admitted, grantOf, isInsecure, nameOf } from './oidc-claims.js';
import { explained } from './oidc-errors.js';

export interface OidcParts {
  /** As they are now. */
  readonly settings: () => { readonly auth: { readonly oidc?: OidcSettings }; readonly server: ServerSettings };
  readonly clock: Clock;
  readonly log: Log;
}

/** What a browser took along to the provider, and has to bring back. */
export interface PendingOidc {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Where to go then, below the base path. */
  readonly next: string;
  /** ISO. */
  readonly begun: string;
  /** The provider has to ask who it is, unless it did so a few minutes ago. */
  readonly again: boolean;
}

export interface OidcAnswer {
  readonly visitor: Visitor;
  /** ISO: when the provider asked them who they are, as far as it says. */
  readonly proven: string | undefined;
}

export const CALLBACK = '/login/oidc/callback';
const TIMEOUT_S = 10;
/** Clocks of two machines in a home. */
const TOLERANCE_S = 60;
const PENDING_MS = 10 * 60_000;
/** How long what a provider says of itself is believed. */
const DISCOVERED_MS = 3_600_000;
/** For how long a proof of who somebody is opens what needs one. */
export const PROOF_MS = 10 * 60_000;

interface Discovered {
  readonly of: string;
  readonly until: number;
  readonly config: Promise<client.Configuration>;
}

export class Oidc {
  private discovered: Discovered | undefined;

  constructor(private readonly parts: OidcParts) {}

  /** What its button says; undefined where there is no provider. */
  label(): string | undefined {
    return this.parts.settings().auth.oidc?.label;
  }

  /** Whether what let somebody in would let them in today. */
  isStillAdmin({ grant }: Visitor): boolean {
    const { oidc } = this.parts.settings().auth;
    return oidc?.admins.some((value) => grantOf(oidc, value) === grant) === true;
  }

  /** @throws not_found, oidc_down, oidc_client, oidc_invalid */
  async begin(next: string, again: boolean): Promise<{ readonly pending: PendingOidc; readonly url: string }> {
    const { settings, config } = await this.ready();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: this.redirectUri(),
      scope: [...new Set(['openid', ...settings.scopes])].join(' '),
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(again ? { max_age: String(PROOF_MS / 1000) } : {}),
    });
    const begun = this.parts.clock.now().toISOString();
    return { pending: { state, nonce, verifier, next, begun, again }, url: url.href };
  }

  /**
   * @param query as the browser brought it back
   * @throws oidc_stale, oidc_refused, oidc_down, oidc_client, oidc_clock, oidc_invalid
   */
  async settle(pending: PendingOidc | undefined, query: URLSearchParams): Promise<OidcAnswer> {
    const now = this.parts.clock.now().getTime();
    const isCurrent = pending !== undefined && now - Date.parse(pending.begun) < PENDING_MS;
    if (!isCurrent || query.get('state') !== pending.state) {
      throw new CodedError('oidc_stale', 'This sign-in was started too long ago, or in another browser');
    }
    const { settings, config } = await this.ready();
    const back = new URL(this.redirectUri());
    back.search = query.toString();
    const claims = await this.explaining(async () => {
      const tokens = await client.authorizationCodeGrant(config, back, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
        ...(pending.again ? { maxAge: PROOF_MS / 1000 } : {}),
      });
      const told = tokens.claims();
      if (told === undefined) throw new CodedError('oidc_invalid', 'The provider did not say who signed in');
      const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await client.fetchUserInfo(config, tokens.access_token, told.sub) : {};
      return { ...more, ...told };
    });
    const name = nameOf(claims);
    const value = admitted(claims, settings);
    if (value === undefined) {
      throw new CodedError(
        'oidc_refused',
        `${name} is not an administrator according to the claim ${settings.adminClaim}`,
      );
    }
    const visitor = { name, via: OIDC, userId: claims.sub, grant: grantOf(settings, value) };
    const { auth_time: at } = claims;
    return { visitor, proven: typeof at === 'number' ? new Date(at * 1000).toISOString() : undefined };
  }

  redirectUri(): string {
    const base = publicBase(this.parts.settings().server);
    if (base === undefined) throw new CodedError('oidc_client', 'server.publicUrl is not set');
    return `${base}${CALLBACK}`;
  }

  private async ready(): Promise<{ readonly settings: OidcSettings; readonly config: client.Configuration }> {
    const { oidc } = this.parts.settings().auth;
    if (oidc === undefined) throw new CodedError('not_found', 'No sign-in provider is configured');
    const of = createHash('sha256').update(JSON.stringify(oidc)).digest('hex');
    const now = this.parts.clock.now().getTime();
    if (this.discovered?.of !== of || this.discovered.until <= now) {
      this.discovered = { of, until: now + DISCOVERED_MS, config: this.discover(oidc) };
    }
    const { discovered } = this;
    try {
      return { settings: oidc, config: await discovered.config };
    } catch (error) {
      // The next one asks again.
      if (this.discovered === discovered) this.discovered = undefined;
      throw error;
    }
  }

  private discover(settings: OidcSettings): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = settings;
    const isPlain = new URL(issuer).protocol === 'http:';
    if (isInsecure(issuer)) {
      this.parts.log.warn('the sign-in provider uses http: anyone on the network path can sign in as anyone', {
        setting: 'auth.oidc.issuer',
      });
    }
    return this.explaining(() =>
      client.discovery(
        new URL(issuer),
        clientId,
        { [client.clockTolerance]: TOLERANCE_S },
        clientSecret === undefined ? client.None() : secretAuth(clientSecret),
        {
          timeout: TIMEOUT_S,
          execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
        },
      ),
    );
  }

  private async explaining<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const { coded, detail } = explained(error);
      this.parts.log.warn(`nobody can sign in with the provider: ${coded.message}`, { detail });
      throw coded;
    }
  }
}

/** As the header where the provider takes it so, else in the form. */
const secretAuth = (secret: string): client.ClientAuth => {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (as, ...rest) => {
    const methods = as.token_endpoint_auth_methods_supported;
    return (methods === undefined || methods.includes('client_secret_basic') ? basic : post)(as, ...rest);
  };
};
