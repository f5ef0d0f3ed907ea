/** The HTTP side over a real database and real keys, with a few hand-made widgets, a lookup and two actions. */
import 'reflect-metadata';
import { join } from 'node:path';
import {
  type ActionChecks,
  type ActionHandler,
  defineLookup,
  definePlugin,
  downloadPause,
  downloadQueue,
  fill,
  on,
  releaseRemove,
  requestAct,
  type SyncTask,
  Type,
  type WebhookReceiver,
} from '@sidelight/plugin-api';
import { directoryOf } from '@sidelight/plugin-api/testing';
import type { Request } from 'express';
import { AuditLog } from '#core/audit/audit-log.js';
import { openDatabase } from '#core/cache/database.js';
import { CodedError } from '#core/ground/errors.js';
import { silentLog } from '#core/ground/log.js';
import { payloadOf } from '#core/http/payload.js';
import { listen } from '#core/http/server.js';
import type { NewKey } from '#core/keys/api-key.js';
import { KeyStore } from '#core/keys/key-store.js';
import { Packs } from '#core/packs/packs.js';
import type { Source } from '#core/plugins/source.js';
import { createApp } from '#core/rest/app.js';
import type { HttpDeps, ServedWidget } from '#core/rest/deps.js';
import type { ServerSettings, Visitor } from '#core/settings/settings.js';
import type { DeliveryRow } from '#core/webhooks/delivery-log.js';
import { InboundWebhooks } from '#core/webhooks/inbound.js';
import type { Payload } from '#core/widgets/payload.js';
import { type ManualClock, manualClock } from '../../support/manual-clock.js';
import { tempFolder } from '../../support/temp-folder.js';
import { type Answer, exchange } from './exchange.js';

const response = Type.Object({ movies: Type.Integer(), text: Type.String() });
const widget = (id: string, path = `/api/widgets/${id}`): ServedWidget => ({
  id,
  path,
  summary: `The widget ${id}`,
  freshness: 'cached',
  response,
  defaults: {},
});

/** `late` is never ready and has a calendar, `broken` throws, `faulty` is a plugin’s that does, `storage` has a path of its own. */
export const WIDGETS = [
  widget('homepage'),
  {
    ...widget('late'),
    agenda: ({ movies, text }: { movies: number; text: string }) => [
      { id: 'all-day', title: `${text}; ${movies}`, day: '2026-12-31', kind: 'movie' },
      { id: 'at-an-hour', title: 'Live', day: '2026-11-05', at: '2026-11-05T20:30:00.000Z', text: 'finale' },
    ],
  },
  widget('broken'),
  widget('faulty'),
  widget('storage', '/api/library-storage'),
];
/** Larger than what is worth compressing, and not ASCII. */
export const HOMEPAGE: Payload = payloadOf({ movies: 3, text: 'Käse & Brot 🎬 '.repeat(200) });
const LATE = payloadOf({ movies: 4, text: 'late' });

const lookup = defineLookup({
  path: '/api/item-summary/:id',
  summary: 'One title',
  params: Type.Object({ id: Type.String({ minLength: 3 }) }),
  response: Type.Object({ id: Type.String() }),
  answer: async (_ask, { id }) => (id === 'missing' ? null : { id, secret: 'not declared' }),
});

/** Of the source `seedbox`; `idle` has none. */
export const WEBHOOK_SECRET = 'tell-me-everything';

export interface House {
  readonly url: string;
  readonly clock: ManualClock;
  readonly keys: KeyStore;
  readonly deps: HttpDeps;
  /** What was asked of the doubles, in order: "runNow seedbox queue". */
  readonly calls: string[];
  /** Webhooks that were recorded. */
  readonly deliveries: readonly Delivery[];
  key(more?: Partial<NewKey>): Promise<string>;
  get(path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  put(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

export type Delivery = DeliveryRow & { readonly source: string };

export interface HouseOptions {
  readonly server?: Partial<ServerSettings>;
  readonly openMetrics?: boolean;
  readonly metricsNetworks?: readonly string[];
  /** What the source `seedbox` does on an action. */
  readonly act?: (id: string, signal: AbortSignal) => Promise<void>;
  /** Whether the cache has a row with the id; it has by default. */
  readonly isThere?: (id: string) => boolean;
  /** What its handler says of ids. */
  readonly checks?: ActionChecks;
  /** In which its upstream sends its secret. */
  readonly secretHeaders?: readonly string[];
  readonly deps?: Partial<HttpDeps>;
}

let names = 0;

export async function openHouse(options: HouseOptions = {}): Promise<House> {
  const folder = tempFolder();
  const clock = manualClock();
  const calls: string[] = [];
  const database = await openDatabase({ kind: 'sqlite', file: join(folder.path, 'test.db') });
  const keys = new KeyStore(database, { keys: [] }, clock, silentLog);
  await keys.start();
  const sources = [sourceOf('seedbox', calls, options), { ...sourceOf('idle', calls, {}), integration: null }];
  const deliveries: Delivery[] = [];
  const engine: HttpDeps['engine'] = {
    of: () => ({ state: 'up' }),
    mayAsk: () => true,
    report: (source, error) => void calls.push(`report ${source} ${error === null ? 'well' : 'failed'}`),
    runNow: async (source, tasks) => void calls.push(`runNow ${source} ${tasks.join(' ')}`),
  };
  const deps: HttpDeps = {
    settings: {
      server: { host: '127.0.0.1', port: 0, basePath: '', trustProxy: [], cors: [], hsts: false, ...options.server },
      zone: 'Europe/Berlin',
      metrics: { open: options.openMetrics ?? false, networks: options.metricsNetworks ?? [] },
      log: { level: 'info', format: 'text' },
      secrets: ['hunter2'],
    },
    registry: {
      widgets: () => WIDGETS,
      widget: (id) => WIDGETS.find((known) => known.id === id),
      lookups: () => [lookup],
      aliases: () => [],
      settingsOf: () => ({}),
      actions: () => [downloadPause, requestAct, releaseRemove],
    },
    catalog: { response: Type.Object({ endpoints: Type.Array(Type.String()) }), render: () => ({ endpoints: [] }) },
    packs: new Packs({ widgets: () => [], actions: () => [], packs: () => [], packOwner: () => 'core' }, silentLog),
    snapshots: {
      ready: (id) => (id === 'homepage' ? HOMEPAGE : undefined),
      async payload(id, variant) {
        if (id === 'broken') throw new Error('a secret of the inside');
        if (id === 'faulty')
          throw new CodedError('widget_failed', 'The widget faulty of the plugin acme could not be rendered');
        calls.push(`payload ${id} ${JSON.stringify(variant)}`);
        return id === 'homepage' ? HOMEPAGE : LATE;
      },
      async explained(id, variant) {
        calls.push(`explained ${id} ${JSON.stringify(variant)}`);
        return LATE;
      },
    },
    changes: {
      // Streams end at once.
      watch: (_ids, watcher) => {
        setImmediate(() => watcher.end());
        return () => undefined;
      },
    },
    reader: {
      ask: () => Promise.reject(new Error('nothing is asked')),
      outdate: () => undefined,
      people: () => directoryOf([], []),
      veil: () => null,
    },
    sources: {
      all: () => sources,
      get: (id) => sources.find((source) => source.id === id),
      filling: () => sources,
      serving: () => [],
    },
    engine,
    webhooks: new InboundWebhooks(engine, clock, silentLog, {
      record: (source, row) => void deliveries.push({ source, ...row }),
    }),
    visitors: {
      open: (_req, _res, next) => next(),
      of: visitorOf,
      isOwnForm: (req) => req.get('x-own-form') === 'yes',
    },
    pages: (_req, _res, next) => next(),
    keys,
    database,
    ownActions: new Map(),
    audit: new AuditLog(database, { secrets: ['hunter2'] }, clock, silentLog),
    cache: {
      generation: () => 7,
      fetchedAt: () => new Map([['seedbox', '2026-11-20T11:59:30.000Z']]),
      port: () => downloadQueue,
      named: async (_port, _source, [id = '']) => (options.isThere?.(id) === false ? [] : [{ id } as never]),
    },
    clock,
    log: silentLog,
    version: '1.2.3',
    ready: () => true,
    ...options.deps,
  };
  const server = await listen(createApp(deps), { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${server.port}`;
  const send = (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    exchange(
      `${url}${path}`,
      { method, headers: { 'content-type': 'application/json', ...headers } },
      typeof body === 'string' ? body : JSON.stringify(body),
    );
  return {
    url,
    clock,
    keys,
    deps,
    calls,
    deliveries,
    key: async (more = {}) => (await keys.create({ name: `key ${++names}`, ...more })).key,
    get: (path, headers = {}, method = 'GET') => exchange(`${url}${path}`, { method, headers }),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    async close() {
      await server.close(1000);
      await keys.stop();
      await database.destroy();
      folder.remove();
    },
  };
}

/** The header x-visitor stands for a session. */
function visitorOf(req: Request): Visitor | null {
  const name = req.get('x-visitor');
  return name === undefined ? null : { name, via: 'password' };
}

function sourceOf(id: string, calls: string[], { act, checks, secretHeaders }: HouseOptions): Source {
  const handler: ActionHandler = {
    action: downloadPause,
    ...checks,
    run: async (input: { readonly id: string }, signal) => {
      calls.push(`run ${JSON.stringify(input)}`);
      await act?.(input.id, signal);
    },
  };
  const release = on(releaseRemove, async (input) => void calls.push(`remove ${JSON.stringify(input)}`), {
    find: async () => true,
  });
  const queue: SyncTask = fill(downloadQueue, '1m', async () => []);
  const webhook: WebhookReceiver = {
    ...(secretHeaders === undefined ? {} : { secretHeaders }),
    receive(body, headers) {
      calls.push(`receive ${JSON.stringify(body)} ${headers['x-event'] ?? ''}`.trimEnd());
      if (body === 'nonsense') throw new TypeError(`what is ${body}?`);
      const event = headers['x-event'] ?? 'ping';
      const afterMs = Number(headers['x-again']);
      return { event, run: ['queue'], ...(headers['x-again'] ? { again: { run: ['queue'], afterMs } } : {}) };
    },
  };
  const integration = {
    check: async () => ({}),
    actions: [handler, release],
    tasks: [{ ...queue, id: 'queue' }],
    webhook,
  };
  const plugin = definePlugin({ id: 'test', title: 'Test', config: Type.Object({}), create: () => integration });
  const secret = id === 'seedbox' ? { webhookSecret: WEBHOOK_SECRET } : {};
  return { id, plugin, integration, schedule: {}, timeoutMs: 10_000, ...secret };
}
