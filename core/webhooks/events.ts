/** What happened, told from the rows of a port before and after: pure comparisons. */
import {
  type AnyPort,
  type DigestItem,
  downloadQueue,
  type ItemOf,
  mediaSessions,
  opsHealth,
  type People,
  type Query,
  requestItems,
} from '@sidelight/plugin-api';
import type { EventType } from '../settings/settings.js';

export interface WebhookEvent {
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** `test`: somebody wants to see whether it arrives. */
export type Told = WebhookEvent | (Omit<WebhookEvent, 'type'> & { readonly type: 'test' });

type Row<P extends AnyPort> = ItemOf<P> & { readonly source: string };

/** A port that events come from. */
export interface Watch {
  readonly port: AnyPort;
  /** Which of its rows matter. */
  readonly query: Query;
  readonly types: readonly EventType[];
  /** Only rows of sources that were known both before and after. */
  compare(before: readonly object[], after: readonly object[], people: People): readonly WebhookEvent[];
}

interface WatchOf<P extends AnyPort> extends Omit<Watch, 'port' | 'compare'> {
  readonly port: P;
  compare(before: readonly Row<P>[], after: readonly Row<P>[], people: People): readonly WebhookEvent[];
}

// The cache gives rows of the port that it was asked for.
const watch = <P extends AnyPort>(watched: WatchOf<P>): Watch => watched as unknown as Watch;

/** Those of `rows` that have no counterpart in `others`. */
function missing<T>(rows: readonly T[], others: readonly T[], keyOf: (row: T) => string): readonly T[] {
  const keys = new Set(others.map(keyOf));
  return rows.filter((row) => !keys.has(keyOf(row)));
}

const globalId = ({ source, id }: { readonly source: string; readonly id: string }): string => `${source}:${id}`;
const event = (type: EventType, data: WebhookEvent['data']): WebhookEvent => ({ type, data });

/** Rows about the integrations themselves: plugins may add others. */
const integrations = watch({
  port: opsHealth,
  query: {},
  types: ['integration.down', 'integration.up'],
  compare(before, after) {
    const wasOk = new Map(before.map((row) => [globalId(row), row.ok]));
    const changed = after.filter((row) => row.id === row.source && (wasOk.get(globalId(row)) ?? row.ok) !== row.ok);
    return changed.map(({ source, name, ok, refused, message }) =>
      ok ? event('integration.up', { source, name }) : event('integration.down', { source, name, refused, message }),
    );
  },
});

const downloads = watch({
  port: downloadQueue,
  query: { where: { state: 'failed' } },
  types: ['download.failed'],
  compare: (before, after) =>
    missing(after, before, globalId).map((row) =>
      event('download.failed', { source: row.source, id: globalId(row), name: row.name, reason: row.reason ?? null }),
    ),
});

const isPending = ({ status }: Row<typeof requestItems>): boolean => status === 'pending';

const requests = watch({
  port: requestItems,
  query: {},
  types: ['request.pending'],
  compare: (before, after, people) =>
    missing(after.filter(isPending), before.filter(isPending), globalId).map((row) =>
      event('request.pending', {
        source: row.source,
        id: globalId(row),
        title: row.title,
        mediaType: row.type,
        requestedBy: people.of({ source: row.source, name: row.requestedBy }).name,
        requestedAt: row.requestedAt,
        is4k: row.is4k,
      }),
    ),
});

type Session = Row<typeof mediaSessions>;
/** A session that goes on with the next episode is another play. */
const playOf = (session: Session): string => JSON.stringify([session.source, session.id, session.itemId]);

const playData = (session: Session, people: People): WebhookEvent['data'] => ({
  source: session.source,
  sessionId: globalId(session),
  viewer: people.of({ source: session.source, userId: session.userId, name: session.viewer }).name,
  title: session.title,
  series: session.series ?? null,
  kind: session.kind,
  client: session.client,
  device: session.device,
  method: session.method,
});

const plays = watch({
  port: mediaSessions,
  query: {},
  types: ['play.started', 'play.stopped'],
  compare: (before, after, people) => [
    ...missing(before, after, playOf).map((session) => event('play.stopped', playData(session, people))),
    ...missing(after, before, playOf).map((session) => event('play.started', playData(session, people))),
  ],
});

export const WATCHES: readonly Watch[] = [integrations, downloads, requests, plays];

/** Numbers in a text do not make it another item: "3 h ago", "4 webhooks failed". */
const identityOf = ({ type, severity, source = '', text }: DigestItem): string =>
  JSON.stringify([type, severity, source, text.replace(/\d+/g, '#')]);

function without(items: readonly DigestItem[], others: readonly DigestItem[]): readonly DigestItem[] {
  const known = new Set(others.map(identityOf));
  return items.filter((item) => !known.has(identityOf(item)));
}

/** @param snoozed what was put off: it is not solved @returns null: it says the same */
export function digestChange(
  before: readonly DigestItem[],
  after: readonly DigestItem[],
  snoozed: readonly DigestItem[] = [],
): WebhookEvent | null {
  const added = without(after, before);
  const cleared = without(before, [...after, ...snoozed]);
  if (added.length === 0 && cleared.length === 0) return null;
  return { type: 'digest.changed', data: { ok: after.length === 0, added, cleared, items: after } };
}
