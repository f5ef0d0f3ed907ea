import type { ApiKey } from '../keys/api-key.js';
import type { Visitor } from './visitor.js';

/** Somebody who is signed in, as the API knows callers: a key for all of it, which is kept nowhere. */
export const sessionKey = ({ name, via }: Visitor): ApiKey => ({
  id: `session:${via}:${name}`,
  name,
  prefix: `session:${name}`,
  scope: 'full',
  widgets: null,
  networks: null,
  perMinute: null,
  expiresAt: null,
  createdAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
  useCount: 0,
  declared: true,
});
