/** GET /api/events: server-sent events that name the widgets whose payload changed, and no payload. */
import { type Static, Type } from '@sidelight/plugin-api';
import type { Request, RequestHandler, Response } from 'express';
import { CodedError } from '../ground/errors.js';
import { exchangeOf } from '../http/exchange.js';
import type { HeaderList } from '../http/headers.js';
import { tooMany } from '../http/refusal.js';
import { type ApiKey, type Guarded, may } from '../keys/api-key.js';
import type { Watcher } from '../widgets/changes.js';
import type { HttpDeps } from './deps.js';
import { type Gate, presentedKey } from './gate.js';
import { guardOf } from './routes.js';
import { checker } from './validate.js';

export const eventsQuery = Type.Object(
  {
    widgets: Type.Optional(
      Type.String({ description: 'Only these widgets: ids, separated by commas; default: all that the key may read' }),
    ),
  },
  { additionalProperties: false },
);

export interface EventParts {
  readonly deps: Pick<HttpDeps, 'registry' | 'changes' | 'clock'>;
  readonly gate: Gate;
  /** Of every answer. */
  readonly headers: HeaderList;
}

interface Streamed extends Pick<ApiKey, 'privacy'> {
  readonly ids: readonly string[];
  readonly guard: Guarded;
}

/** Streams at once, of everybody and of one key or visitor. */
export const MAX_STREAMS = 100;
export const MAX_STREAMS_EACH = 10;
/** Proxies end a connection that is silent for a minute. */
const HEARTBEAT_MS = 15_000;
/** Whoever is signed in comes again after so long, and is asked anew who they are. */
const LONGEST_MS = 5 * 60_000;
/** A client that has so much waiting for it does not read. */
const MAX_WAITING_BYTES = 64 * 1024;
/** After which browsers come again. */
const RETRY_MS = 3000;

const check = checker<Static<typeof eventsQuery>>(eventsQuery, 'query');

export function eventStream({ deps, gate, headers }: EventParts) {
  const open = new Map<string, number>();

  return (guard: Guarded): RequestHandler =>
    async (req, res) => {
      const key = await gate.admit(req, guard);
      const { widgets } = check(req.query);
      const ids = widgetsOf(widgets, key, deps.registry);
      const { requestId } = exchangeOf(req);
      const before = open.get(key.id) ?? 0;
      if (req.method === 'HEAD') return void begin(res, requestId, headers).end();
      if (before >= MAX_STREAMS_EACH || sumOf(open) >= MAX_STREAMS) {
        throw tooMany('Too many event streams are open', RETRY_MS, MAX_STREAMS_EACH);
      }
      open.set(key.id, before + 1);
      begin(res, requestId, headers).write(`retry: ${RETRY_MS}\n\n`);
      stream(req, res, { ids, guard, privacy: key.privacy }, () => {
        const left = (open.get(key.id) ?? 1) - 1;
        if (left > 0) open.set(key.id, left);
        else open.delete(key.id);
      });
    };

  function stream(req: Request, res: Response, { ids, guard, privacy }: Streamed, gone: () => void): void {
    const { clock, changes } = deps;
    const { address } = exchangeOf(req);
    const endsAt = clock.now().getTime() + LONGEST_MS;
    const send = (text: string): void => {
      if (!res.write(text) && res.writableLength > MAX_WAITING_BYTES) res.destroy();
    };
    const watcher: Watcher = {
      tell: (id, etag) => send(`event: widget\ndata: ${JSON.stringify({ id, etag })}\n\n`),
      end: () => void res.end(),
    };
    const leave = changes.watch(ids, watcher, privacy);
    const isWelcome = (now: Date): boolean =>
      presentedKey(req.headers) !== '' ? gate.recognise(req, guard, now, address) !== null : now.getTime() < endsAt;
    let cancel = (): void => undefined;
    const beat = (): void => {
      if (!isWelcome(clock.now())) return void res.end();
      send(': here\n\n');
      cancel = clock.after(HEARTBEAT_MS, beat);
    };
    cancel = clock.after(HEARTBEAT_MS, beat);
    // Who has said that they send no more has left: they had nothing to send.
    req.socket.once('end', () => res.destroy());
    res.on('close', () => {
      cancel();
      leave();
      gone();
    });
  }
}

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

/** @throws bad_request for an id that there is not, scope for one that the key may not read */
function widgetsOf(asked: string | undefined, key: ApiKey, registry: HttpDeps['registry']): readonly string[] {
  const mayRead = (id: string): boolean => {
    const widget = registry.widget(id);
    return widget !== undefined && may(key, guardOf(widget), 'GET');
  };
  if (asked === undefined) return registry.widgets().flatMap(({ id }) => (mayRead(id) ? [id] : []));
  const ids = [...new Set(asked.split(',').map((id) => id.trim()))];
  for (const id of ids) {
    if (registry.widget(id) === undefined)
      throw new CodedError('bad_request', `"widgets" names "${id}", which is not a widget`);
    if (!mayRead(id))
      throw new CodedError('scope', `The key "${key.name}" (${key.scope}) does not cover the widget ${id}`);
  }
  return ids;
}

function begin(res: Response, requestId: string, headers: HeaderList): Response {
  res.writeHead(200, [
    ...headers,
    ...['X-Request-Id', requestId],
    ...['Content-Type', 'text/event-stream; charset=utf-8'],
    ...['Cache-Control', 'no-store'],
    // nginx would keep what is written until there is more of it.
    ...['X-Accel-Buffering', 'no'],
  ]);
  res.flushHeaders();
  return res;
}
