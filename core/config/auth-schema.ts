/** `auth:` of the config: who may sign in beside the administrator of the first run. */
import { Secret, Type } from '@sidelight/plugin-api';
import { section, texts } from './section.js';

const oidc = Type.Object(
  {
    issuer: Type.String({
      description: 'The address of the provider, as it writes itself.',
      format: 'http-url',
      examples: ['https://id.example.org'],
    }),
    clientId: Type.String({
      description: 'What the provider calls this Sidelight.',
      minLength: 1,
      examples: ['sidelight'],
    }),
    clientSecret: Type.Optional(Secret('Its secret there. Left out for a public client, which has none.')),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[!#-[\\]-~]+$' }), {
        description:
          'What is asked for beside openid, profile if not given; many providers tell groups with a scope of their own.',
        examples: [['profile', 'groups']],
      }),
    ),
    adminClaim: Type.String({
      description:
        'The claim that says who is an administrator; a path such as realm_access.roles where it lies deeper.',
      default: 'groups',
      minLength: 1,
    }),
    admins: Type.Array(Type.String({ minLength: 1 }), {
      description: 'The values of that claim that make an administrator of Sidelight: nobody else gets in.',
      minItems: 1,
      examples: [['sidelight-admins']],
    }),
    label: Type.String({ description: 'What the button says.', default: 'Sign in with single sign-on', minLength: 1 }),
  },
  {
    description:
      'An OpenID Connect provider whose users may sign in. It needs server.publicUrl; the redirect address is that and /login/oidc/callback.',
    additionalProperties: false,
  },
);

export const auth = section('How people sign in to the pages, beside the administrator that the first run makes.', {
  proxyHeader: Type.Optional(
    Type.String({
      description: 'The request header in which an authenticating reverse proxy names who is signed in.',
      pattern: '^[A-Za-z0-9-]+$',
      examples: ['Remote-User'],
    }),
  ),
  proxyNetworks: Type.Optional(
    Type.Array(Type.String({ format: 'network' }), {
      description: 'The only networks from which proxyHeader is believed: those of the proxy itself.',
      examples: [['172.16.0.0/12']],
    }),
  ),
  signInWith: texts(
    'Integrations whose administrators may sign in with their name and password there: ids of media servers.',
    { minLength: 1 },
    ['media'],
  ),
  oidc: Type.Optional(oidc),
});
