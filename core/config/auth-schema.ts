/** `auth:` of the config: who may sign in beside the administrator of the first run. */
import { Secret, Type } from '@sidelight/plugin-api';
import { section, texts } from './section.js';

const oidc = Type.Object(
  {
    issuer: Type.String({
      description: 'The issuer address, exactly as the provider states it.',
      format: 'http-url',
      examples: ['https://id.example.org'],
    }),
    clientId: Type.String({
      description: 'The client id of Sidelight at the provider.',
      minLength: 1,
      examples: ['sidelight'],
    }),
    clientSecret: Type.Optional(Secret('The client secret; omit it for a public client.')),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[!#-[\\]-~]+$' }), {
        description:
          'Scopes requested besides openid; default: profile. Many providers need an extra scope for groups.',
        examples: [['profile', 'groups']],
      }),
    ),
    adminClaim: Type.String({
      description: 'The claim that decides who is an administrator; a path such as realm_access.roles if it is nested.',
      default: 'groups',
      minLength: 1,
    }),
    admins: Type.Array(Type.String({ minLength: 1 }), {
      description: 'The values of that claim that make someone an administrator of Sidelight; nobody else can sign in.',
      minItems: 1,
      examples: [['sidelight-admins']],
    }),
    label: Type.String({
      description: 'The text of the button.',
      default: 'Sign in with single sign-on',
      minLength: 1,
    }),
  },
  {
    description:
      'An OpenID Connect provider whose users may sign in. It needs server.publicUrl; the redirect address is that and /login/oidc/callback.',
    additionalProperties: false,
  },
);

export const auth = section('How people sign in to the pages, besides the administrator created at the first run.', {
  proxyHeader: Type.Optional(
    Type.String({
      description: 'The request header in which an authenticating reverse proxy names the signed-in user.',
      pattern: '^[A-Za-z0-9-]+$',
      examples: ['Remote-User'],
    }),
  ),
  proxyNetworks: Type.Optional(
    Type.Array(Type.String({ format: 'network' }), {
      description: 'The only networks from which proxyHeader is trusted: those of the proxy itself.',
      examples: [['172.16.0.0/12']],
    }),
  ),
  signInWith: texts(
    'Ids of media server integrations whose administrators may sign in with their name and password there.',
    { minLength: 1 },
    ['media'],
  ),
  oidc: Type.Optional(oidc),
});
