import { readable } from '@sidelight/plugin-api/host';
import { privacyOf } from '../settings/privacy.js';
import type { KeySettings } from '../settings/settings.js';
import { expiryOf, type StoredKey } from './api-key.js';
import { hashKey, isWellFormed, prefixOf } from './format.js';

const PREFIX = 'declared:';

export const isDeclaredId = (id: string): boolean => id.startsWith(PREFIX);

/** Keys of the YAML in the form of stored ones. They are never written to the database. */
export const declaredKeys = (entries: readonly KeySettings[], now: Date): readonly StoredKey[] =>
  entries.flatMap((entry) => {
    const hash = entry.key === undefined ? entry.hash?.toLowerCase() : hashKey(entry.key);
    if (hash === undefined) return [];
    return [
      {
        id: PREFIX + entry.name,
        name: readable(entry.name),
        // Ten characters of a key that somebody thought up may be most of it.
        prefix: entry.key !== undefined && isWellFormed(entry.key) ? prefixOf(entry.key) : '',
        hash,
        scope: entry.scope,
        widgets: entry.widgets ?? null,
        actions: entry.actions ?? null,
        networks: entry.networks ?? null,
        perMinute: entry.perMinute ?? null,
        privacy: privacyOf(entry),
        expiresAt: entry.expires === undefined ? null : expiryOf(entry.expires, now),
        createdAt: null,
        lastUsedAt: null,
        lastUsedFrom: null,
        useCount: 0,
        declared: true,
      },
    ];
  });
