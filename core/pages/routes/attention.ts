/** `/settings/attention`: what needs attention, and what was put off, for how long and by whom. */
import { digestSnooze, digestWake } from '@sidelight/plugin-api';
import { redact } from '@sidelight/plugin-api/errors';
import { type Request, Router } from 'express';
import { CodedError } from '../../ground/errors.js';
import { exchangeOf } from '../../http/exchange.js';
import { failureOf } from '../../http/refusal.js';
import { type Attention, isSpan } from '../../widgets/snoozes.js';
import { type Clockwork, comingMoment, type Moment, pastMoment } from '../moment.js';
import { type NoticeView, noticeView } from '../sources/source-state.js';
import { field, view } from '../view.js';
import type { Web } from '../web.js';

interface Item extends NoticeView {
  readonly id: string;
}

interface SnoozedItem extends Item {
  readonly by: string;
  readonly at: Moment;
  /** null: until it changes. */
  readonly until: Moment | null;
}

interface AttentionData {
  readonly items: readonly Item[];
  readonly snoozed: readonly SnoozedItem[];
  /** What was just done, as a sentence; '' for nothing. */
  readonly done: string;
}

const PATH = '/settings/attention';
const page = {
  view: view<AttentionData>('attention'),
  title: 'Needs attention',
  assets: ['status.css', 'attention.css'],
};
/** `?done=` → what it says. */
const DONE = new Map([
  ['snoozed', 'Snoozed. Dashboards count it as snoozed.'],
  ['woken', 'It is shown again.'],
]);

export function attentionPages(web: Web): Router {
  const { snoozes } = web.deps.services;
  const router = Router({ caseSensitive: true });
  router.use(PATH, web.members);
  router.get(PATH, async (req, res) => {
    const { done } = req.query;
    const attention = await snoozes.attention();
    const { settings } = web.deps;
    const said = typeof done === 'string' ? (DONE.get(done) ?? '') : '';
    web.show(req, res, { ...page, data: { ...dataOf(attention, settings.secrets, web.clockwork(req)), done: said } });
  });
  router.post(`${PATH}/snooze`, async (req, res) => {
    const span = field(req, 'for');
    if (!isSpan(span)) throw new CodedError('bad_request', 'Choose for how long: a day, a week, or until it changes');
    await noted(web, req, digestSnooze.path, (id, by) => snoozes.snooze(id, span, by));
    web.goTo(res, `${PATH}?done=snoozed`);
  });
  router.post(`${PATH}/wake`, async (req, res) => {
    await noted(web, req, digestWake.path, (id) => snoozes.wake(id));
    web.goTo(res, `${PATH}?done=woken`);
  });
  // Where a browser lands that was asked to sign in again before it could send one of these.
  router.get([`${PATH}/snooze`, `${PATH}/wake`], (_req, res) => web.goTo(res, PATH));
  return router;
}

/** What is done here is in the audit as if a key had asked for it. */
async function noted(
  web: Web,
  req: Request,
  route: string,
  act: (id: string, by: string) => Promise<void>,
): Promise<void> {
  const who = web.visitor(req)?.name ?? '';
  const target = field(req, 'id');
  const { address } = exchangeOf(req);
  const event = { kind: 'action', who, keyPrefix: 'session:', route, target, address } as const;
  try {
    await act(target, who);
    await web.deps.services.audit.record(event);
  } catch (error) {
    await web.deps.services.audit.record({ ...event, result: failureOf(error).code });
    throw error;
  }
}

function dataOf(
  { items, snoozed }: Attention,
  secrets: readonly string[],
  clock: Clockwork,
): Pick<AttentionData, 'items' | 'snoozed'> {
  const itemOf = ({ id, severity, text }: Attention['items'][number]): Item => ({
    id,
    ...noticeView(severity, redact(text, secrets)),
  });
  return {
    items: items.map(itemOf),
    snoozed: snoozed.map((entry) => ({
      ...itemOf(entry),
      by: entry.by,
      at: pastMoment(entry.at, clock),
      until: entry.until === undefined ? null : comingMoment(entry.until, clock),
    })),
  };
}
