/** What the config has that is easier to guess or to overhear than it should be. Pure. */
import type { Notice } from '../ops/notices.js';
import type { Settings } from '../settings/settings.js';
import { isInsecure } from './oidc-claims.js';

/** Of a key or a secret that somebody thought up. */
const SHORTEST = 16;

const weak = (id: string, text: string): Notice => ({ id, type: 'weak_secret', severity: 'warn', text });

/** What is there already goes on working: it is told, not refused. */
export function weakSpots({
  auth,
  integrations,
  keys,
}: Pick<Settings, 'auth' | 'integrations' | 'keys'>): readonly Notice[] {
  return [
    ...keys.flatMap(({ name, key }) =>
      isShort(key)
        ? [
            weak(
              `weak-key:${name}`,
              `The key "${name}" in the config has fewer than ${SHORTEST} characters: ${INSTEAD}`,
            ),
          ]
        : [],
    ),
    ...integrations.flatMap(({ id, webhookSecret }) =>
      isShort(webhookSecret)
        ? [
            {
              ...weak(`weak-webhook:${id}`, `Its webhookSecret has fewer than ${SHORTEST} characters: ${INSTEAD}`),
              source: id,
            },
          ]
        : [],
    ),
    ...(auth.oidc !== undefined && isInsecure(auth.oidc.issuer)
      ? [
          weak(
            'oidc-http',
            'The sign-in provider uses http, so anyone on the network path can sign in as anyone: use an https address for auth.oidc.issuer',
          ),
        ]
      : []),
  ];
}

const INSTEAD = 'generate a longer one, for example with `openssl rand -hex 24`, and change it on both sides';

const isShort = (text: string | undefined): boolean => text !== undefined && text.length < SHORTEST;
