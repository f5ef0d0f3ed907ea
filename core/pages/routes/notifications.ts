/** `/settings/notifications`: who is told of events, what became of each delivery, and a test. */
import { type ItemOf, opsWebhooks } from '@sidelight/plugin-api';
import { type Request, Router } from 'express';
import { exchangeOf } from '../../http/exchange.js';
import type { EventType, WebhookFormat, WebhookSettings } from '../../settings/settings.js';
import type { Outcome } from '../../webhooks/deliver.js';
import { type Clockwork, type Moment, pastMoment } from '../moment.js';
import { field, view } from '../view.js';
import type { Web } from '../web.js';

interface Delivery {
  readonly at: Moment;
  /** "to family-chat", "from films". */
  readonly who: string;
  readonly what: string;
  readonly outcome: string;
  readonly ok: boolean;
}

interface Target {
  readonly name: string;
  readonly format: string;
  /** The address may hold a secret: only where it leads. */
  readonly host: string;
  readonly events: readonly string[];
  readonly last: Delivery | null;
}

interface NotificationsData {
  readonly targets: readonly Target[];
  readonly deliveries: readonly Delivery[];
  /** What came of a test that was just sent; null: none was. */
  readonly tested: { readonly ok: boolean; readonly text: string } | null;
}

type Row = ItemOf<typeof opsWebhooks> & { readonly source: string };

const PATH = '/settings/notifications';
const ROWS = 50;
/** The last of each target is looked for among so many. */
const LOOKED_AT = 500;
const page = {
  view: view<NotificationsData>('notifications'),
  title: 'Notifications',
  assets: ['status.css', 'sections.css', 'audit.css', 'notifications.css'],
};

const FORMATS: Readonly<Record<WebhookFormat, string>> = {
  sidelight: 'Sidelight’s own events',
  discord: 'Discord',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  slack: 'Slack',
  apprise: 'Apprise',
};

const EVENTS: Readonly<Record<EventType, string>> = {
  'digest.changed': 'What needs attention changed',
  'integration.down': 'An integration is down',
  'integration.up': 'An integration is back',
  'download.failed': 'A download failed',
  'request.pending': 'Someone requests a title',
  'play.started': 'Someone starts watching',
  'play.stopped': 'Someone stops watching',
};

export function notificationPages(web: Web): Router {
  const { deps } = web;
  const { audit, outbound } = deps.services;
  const router = Router({ caseSensitive: true });
  router.use(PATH, web.members);
  router.get(PATH, async (req, res) => web.show(req, res, { ...page, data: await dataOf(web, req) }));
  router.post(`${PATH}/test`, async (req, res) => {
    const name = field(req, 'name');
    const outcome = await outbound.test(name);
    const who = web.visitor(req)?.name ?? '';
    const { address } = exchangeOf(req);
    const result = outcome.ok ? 'ok' : 'upstream';
    const told = { kind: 'action', who, keyPrefix: 'session:', route: 'webhook.tested', target: name } as const;
    await audit.record({ ...told, address, result });
    const tested = { ok: outcome.ok, text: `${name}: ${sentenceOf(outcome)}` };
    web.show(req, res, { ...page, data: { ...(await dataOf(web, req)), tested } });
  });
  // Where a browser lands that was asked to sign in again before it could send it.
  router.get(`${PATH}/test`, (_req, res) => web.goTo(res, PATH));
  return router;
}

async function dataOf(web: Web, req: Request): Promise<NotificationsData> {
  const { cache, settings } = web.deps;
  const clockwork = web.clockwork(req);
  const rows = await cache.rows(opsWebhooks, { newest: LOOKED_AT }, { now: clockwork.now, zone: settings.zone });
  return {
    targets: settings.webhooks.map((target) => targetOf(target, rows, clockwork)),
    deliveries: rows.slice(0, ROWS).map((row) => deliveryOf(row, clockwork)),
    tested: null,
  };
}

function targetOf({ name, url, format, events }: WebhookSettings, rows: readonly Row[], clock: Clockwork): Target {
  const last = rows.find((row) => row.direction === 'out' && row.name === name);
  return {
    name,
    format: FORMATS[format],
    host: new URL(url).host,
    events: events.map((event) => EVENTS[event]),
    last: last === undefined ? null : deliveryOf(last, clock),
  };
}

const deliveryOf = ({ at, direction, name, event, ok, status }: Row, clock: Clockwork): Delivery => ({
  at: pastMoment(at, clock),
  who: direction === 'out' ? `to ${name}` : `from ${name}`,
  what: event === 'test' ? 'A test' : (EVENTS[event as EventType] ?? event),
  outcome: direction === 'in' && ok ? 'Taken' : sentenceOf({ ok, ...(status === undefined ? {} : { status }) }),
  ok,
});

const sentenceOf = ({ ok, status }: Outcome): string => {
  if (ok) return 'Delivered';
  return status === undefined ? 'No answer' : `Refused with status ${status}`;
};
