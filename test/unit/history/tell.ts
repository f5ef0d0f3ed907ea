/** Tells plays and sessions to a cache, with all that is derived from them. */
import {
  type AnyWidget,
  mediaItems,
  mediaLibraries,
  mediaPlayback,
  mediaPlaytime,
  mediaSessions,
  mediaUsers,
  mismatch,
} from '@sidelight/plugin-api';
import { askedReads, defaultsOf, type QueryValues, queryKey } from '@sidelight/plugin-api/host';
import { directoryOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import type { Batch, Cache, Change } from '#core/cache/cache.js';
import type { Playback } from '#core/derivations/core-plays.js';
import { deriveBatch } from '#core/derivations/derive.js';
import { pastOf } from '#core/derivations/past.js';
import type { Playtime } from '#core/derivations/playtime.js';
import { corePorts } from '#core/derivations/ports.js';

const SETTINGS = { history: { minPlaySeconds: 60, resumeMinutes: 60 }, downloads: { stallMinutes: 10 } };

export async function declareAll(cache: Cache): Promise<void> {
  for (const port of [mediaSessions, mediaPlayback, mediaUsers, mediaLibraries, mediaItems, ...corePorts])
    await cache.declare(port);
}

export async function tell(
  cache: Cache,
  batch: Omit<Batch, 'task' | 'fills'> & Partial<Batch>,
): Promise<ReadonlySet<string>> {
  const past = { ...pastOf(cache, batch.source), fetchedAt: () => undefined };
  return cache.commit(await deriveBatch({ task: 't', fills: [], ...batch }, new Set(), SETTINGS, past));
}

export const plays = (...items: readonly Playback[]): Change => ({ port: mediaPlayback.id, kind: 'append', items });

/** Source → the rows of the account, as they are kept. */
export async function accountOf(cache: Cache, source: string): Promise<readonly Playtime[]> {
  const rows = await cache.rows(mediaPlaytime, {}, { now: new Date(), zone: 'UTC', sources: [source] });
  return rows.map(({ source: _, ...row }) => row);
}

/** What a widget answers from this cache, as the daemon has it rendered. */
export async function shownBy(cache: Cache, widget: AnyWidget, given: QueryValues, now: string, zone = 'UTC') {
  const query = { ...defaultsOf(widget.query), ...given };
  const reads = askedReads(widget);
  const scope = { now: new Date(now), zone };
  const answers = Object.entries(reads.get('') ?? reads.get(queryKey(query)) ?? {}).map(async ([name, read]) => {
    const { kind, port, query: asked = {} } = read;
    if (kind === 'digest' || port === undefined) throw new Error(`${name} asks no port`);
    const answer = await cache[kind](port, asked, scope);
    return [name, kind === 'rows' ? { items: answer, sources: [] } : answer] as const;
  });
  const people = directoryOf(
    [],
    cache.port(mediaUsers.id) === undefined ? [] : await cache.rows(mediaUsers, {}, scope),
  );
  const ctx = { ...scope, limit: 8, settings: {}, query, people };
  const payload: unknown = widget.render(Object.fromEntries(await Promise.all(answers)), ctx);
  expect(mismatch(widget.response, payload)).to.equal(undefined);
  return payload as Readonly<Record<string, unknown>> & {
    readonly items: readonly Readonly<Record<string, unknown>>[];
  };
}
