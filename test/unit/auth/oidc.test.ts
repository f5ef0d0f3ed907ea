/** Whom what a provider says makes an administrator, and what its failures are called. */
import { expect } from 'chai';
import * as client from 'openid-client';
import { admitted, grantOf, isInsecure, nameOf } from '#core/auth/oidc-claims.js';
import { explained } from '#core/auth/oidc-errors.js';
import type { OidcSettings } from '#core/settings/settings.js';

const settings = (more: Partial<OidcSettings> = {}): OidcSettings => ({
  issuer: 'https://id.example',
  clientId: 'tv',
  scopes: [],
  adminClaim: 'groups',
  admins: ['admins', 'owners'],
  label: 'Come in',
  ...more,
});

describe('what a provider says of somebody', () => {
  const by = (claims: object, more?: Partial<OidcSettings>) => admitted({ sub: 's', ...claims }, settings(more));

  it('makes them an administrator by a value of the claim alone, wherever it lies', () => {
    expect(by({ groups: ['users', 'owners'] })).to.equal('owners');
    expect(by({ groups: 'admins' })).to.equal('admins');
    expect(by({ realm: { roles: ['admins'] } }, { adminClaim: 'realm.roles' })).to.equal('admins');
    expect(by({ 'https://id.example/roles': ['admins'] }, { adminClaim: 'https://id.example/roles' })).to.equal(
      'admins',
    );
    expect(by({ sub: 'admins' }, { adminClaim: 'sub' })).to.equal('admins');
    for (const groups of [undefined, null, '', [], ['Admins'], 'admins,owners', true, { admins: true }, [['admins']]]) {
      expect(by({ groups }), JSON.stringify(groups)).to.equal(undefined);
    }
    expect(by({}, { adminClaim: 'constructor.name', admins: ['Object'] })).to.equal(undefined);
    expect(by({ email: 'admins' }, { adminClaim: 'email' })).to.equal(undefined);
    expect(by({ email: 'admins', email_verified: 'true' }, { adminClaim: 'email' })).to.equal(undefined);
    expect(by({ email: 'admins', email_verified: true }, { adminClaim: 'email' })).to.equal('admins');
  });

  it('is what they are called, but for a mail address', () => {
    expect(nameOf({ sub: 's', preferred_username: 'ada', name: 'Ada L.' })).to.equal('ada');
    expect(nameOf({ sub: 's', preferred_username: 'ada@example.org', name: 'Ada\u202E L.' })).to.equal('Ada L.');
    expect(nameOf({ sub: 'ada@example.org' })).to.match(/^user [0-9a-f]{8}$/);
  });

  it('holds for the settings that let them in', () => {
    const grant = grantOf(settings(), 'admins');
    expect(grantOf(settings({ label: 'x', scopes: ['y'], admins: ['admins'] }), 'admins')).to.equal(grant);
    for (const more of [{ issuer: 'https://evil.example' }, { clientId: 'x' }, { adminClaim: 'roles' }]) {
      expect(grantOf(settings(more), 'admins')).to.not.equal(grant);
    }
  });

  it('could be changed on the way over http, unless that is this machine', () => {
    for (const issuer of ['http://id.example', 'http://192.168.1.2:9091/a', 'http://127.0.0.1.evil.example']) {
      expect(isInsecure(issuer), issuer).to.equal(true);
    }
    for (const issuer of ['https://id.example', 'http://localhost:9091', 'http://127.0.0.1:1/a', 'http://[::1]:1']) {
      expect(isInsecure(issuer), issuer).to.equal(false);
    }
  });
});

describe('what goes wrong with a provider', () => {
  const codeOf = (error: unknown): string => explained(error).coded.code;
  const clientError = (code: string, cause?: unknown) =>
    Object.assign(new client.ClientError('x', { cause }), { code });

  it('has a code that says whose matter it is, and details for the log alone', () => {
    expect(codeOf(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }))).to.equal('oidc_down');
    for (const code of ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']) {
      expect(codeOf(clientError(code)), code).to.equal('oidc_down');
    }
    const late = (claim: string) =>
      clientError('OAUTH_JWT_TIMESTAMP_CHECK_FAILED', new Error('x', { cause: { claim } }));
    expect(codeOf(late('exp'))).to.equal('oidc_clock');
    expect(codeOf(late('auth_time'))).to.equal('oidc_stale');
    expect(codeOf(clientError('OAUTH_HTTP_REQUEST_FORBIDDEN'))).to.equal('oidc_invalid');
    expect(codeOf(new TypeError('a defect'))).to.equal('oidc_invalid');
    const { coded, detail } = explained(clientError('OAUTH_INVALID_RESPONSE', new Error('the nonce is another')));
    expect(coded.message).to.not.include('nonce');
    expect(detail).to.equal('OAUTH_INVALID_RESPONSE, x, the nonce is another');
  });
});
