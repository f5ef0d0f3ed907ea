/** `/settings/sessions`: who is signed in, where and since when, and an end to it. Whoever is signed in may do everything, so each of them sees all. */
import { type Request, type Response, Router } from 'express';
import { hashOf, type ListedSession } from '../../auth/session-store.js';
import { exchangeOf } from '../../http/exchange.js';
import { OWN } from '../../settings/settings.js';
import { type Clockwork, type Moment, pastMoment } from '../moment.js';
import { field, view } from '../view.js';
import type { Web } from '../web.js';

interface SessionRow {
  readonly id: string;
  readonly name: string;
  /** Where they signed in, unless it was here. */
  readonly via: string;
  readonly device: string;
  readonly from: string;
  readonly since: Moment;
  readonly used: Moment | null;
  readonly isThis: boolean;
}

interface SessionsData {
  readonly rows: readonly SessionRow[];
  /** What was just done, as a sentence; '' for nothing. */
  readonly done: string;
}

const PATH = '/settings/sessions';
const page = { view: view<SessionsData>('sessions'), title: 'Sessions', assets: ['sessions.css'] };
/** `?done=` → what it says. */
const DONE = new Map([
  ['one', 'The session was ended: that browser is signed out.'],
  ['others', 'All other sessions were ended. Only this browser is signed in.'],
]);

export function sessionPages(web: Web): Router {
  const { log, sessionStore } = web.deps;
  const router = Router({ caseSensitive: true });
  router.use(PATH, web.members);
  router.get(PATH, (req, res) => show(web, req, res));
  router.post(`${PATH}/end`, async (req, res) => {
    await sessionStore.end(field(req, 'id'));
    log.info('a session was ended', { by: web.visitor(req)?.name, address: exchangeOf(req).address });
    await noted(web, req, 'sign_in.ended_one');
    web.goTo(res, `${PATH}?done=one`);
  });
  router.post(`${PATH}/end-others`, async (req, res) => {
    await sessionStore.endAll(req.sessionID);
    log.info('all other sessions were ended', { by: web.visitor(req)?.name, address: exchangeOf(req).address });
    await noted(web, req, 'sign_in.ended_elsewhere');
    web.goTo(res, `${PATH}?done=others`);
  });
  // Where a browser lands that was asked to sign in again before it could send one of these.
  router.get([`${PATH}/end`, `${PATH}/end-others`], (_req, res) => web.goTo(res, PATH));
  return router;
}

const noted = (web: Web, req: Request, route: string): Promise<void> =>
  web.deps.services.audit.record({
    kind: 'sign-in',
    who: web.visitor(req)?.name ?? '',
    route,
    address: exchangeOf(req).address,
  });

async function show(web: Web, req: Request, res: Response): Promise<void> {
  const { done } = req.query;
  const own = hashOf(req.sessionID);
  const rows = (await web.deps.sessionStore.list()).map((session) =>
    rowOf(web, session, session.id === own, web.clockwork(req)),
  );
  rows.sort((a, b) => Number(b.isThis) - Number(a.isThis));
  const data = { rows, done: typeof done === 'string' ? (DONE.get(done) ?? '') : '' };
  web.show(req, res, { ...page, data });
}

function rowOf({ deps }: Web, session: ListedSession, isThis: boolean, clock: Clockwork): SessionRow {
  const { id, visitor, since, usedAt, from, device } = session;
  return {
    ...{ id, name: visitor.name, from, isThis },
    via: visitor.via === OWN ? '' : deps.ways.titleOf(visitor.via),
    device: device === '' ? 'Unknown browser' : device,
    since: pastMoment(since, clock),
    used: usedAt === null ? null : pastMoment(usedAt, clock),
  };
}
