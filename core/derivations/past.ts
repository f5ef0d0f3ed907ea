/** What a cache holds of one source, as derivations ask for it. */
import type { Cache } from '../cache/cache.js';
import type { Past } from './derivation.js';

export const pastOf = (cache: Pick<Cache, 'port' | 'rows' | 'named' | 'fetchedAt'>, source: string): Past => ({
  async rows(port, where, newest) {
    if (cache.port(port.id) === undefined) return [];
    const query = { ...(where === undefined ? {} : { where }), ...(newest === undefined ? {} : { newest }) };
    // No window is asked for: it is no matter when it is.
    const rows = await cache.rows(port, query, { now: new Date(0), zone: 'UTC', sources: [source] });
    return rows.map(withoutSource);
  },
  named: (port, keys) => cache.named(port, source, keys),
  fetchedAt: (port) => cache.fetchedAt(port.id).get(source),
});

function withoutSource({ source: _, ...item }: { readonly source: string }): object {
  return item;
}
