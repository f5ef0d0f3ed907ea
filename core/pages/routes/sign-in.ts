/** `/login`, with a password or a code, and `/logout`; the first run is beside them. */
import { type Request, type Response, Router } from 'express';
import type { Way } from '../../auth/ways.js';
import { exchangeOf } from '../../http/exchange.js';
import type { Visitor } from '../../settings/settings.js';
import { localPath } from '../local-path.js';
import { field, view } from '../view.js';
import type { Web } from '../web.js';
import { oidcPages } from './oidc.js';
import { setupPages } from './setup.js';

interface LoginData {
  readonly ways: readonly Way[];
  /** The id of the one that is chosen. */
  readonly way: string;
  readonly name: string;
  /** Where to go then, below the base path. */
  readonly next: string;
  /** Why it was refused; null before the first try. */
  readonly refused: string | null;
  /** Whether a reverse proxy signs people in, too. */
  readonly proxied: boolean;
  /** What the button of the OpenID Connect provider says; null where there is none. */
  readonly oidc: string | null;
}

interface CodeData {
  readonly code: string;
  /** Of the way in. */
  readonly title: string;
}

/** How often the page with the code looks whether it was confirmed. */
const LOOK_SECONDS = 3;

const codePage = { view: view<CodeData>('login-code'), title: 'Sign in with a code', assets: ['sign-in.css'] };
const page = { view: view<LoginData>('login'), title: 'Sign in', assets: ['sign-in.css'] };

export function signInPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.use(setupPages(web), oidcPages(web));
  router.get('/login', async (req, res) => {
    const next = localPath(String(req.query['next'] ?? '/'), web.base);
    if (web.visitor(req) !== null) return web.goTo(res, next);
    const data = await blank(web, next);
    if (data.ways.length === 0 && !data.proxied && data.oidc === null) return web.goTo(res, '/setup');
    web.show(req, res, { ...page, data });
  });
  router.post('/login', (req, res) => signIn(web, req, res));
  router.post('/login/code', (req, res) => beginCode(web, req, res));
  router.get('/login/code', (req, res) => settleCode(web, req, res));
  router.post('/logout', async (req, res) => {
    const visitor = web.visitor(req);
    await web.deps.sessions.signOut(req, res);
    if (visitor !== null) await noted(web, req, 'sign_in.ended', visitor);
    web.goTo(res, '/');
  });
  return router;
}

async function signIn(web: Web, req: Request, res: Response): Promise<void> {
  const { attempts, devices, log, sessions, ways } = web.deps;
  const { address } = exchangeOf(req);
  const name = field(req, 'name');
  const way = field(req, 'with');
  const next = localPath(field(req, 'next'), web.base);
  const device = devices.known(req, name);
  const succeeded = attempts.begin(address, name, device);
  const answer = await ways.signIn(way, name, field(req, 'password'), device !== undefined);
  if (!('visitor' in answer)) return refuse(web, req, res, { way, name, next, refused: answer.refused });
  succeeded();
  await sessions.signIn(req, answer.visitor);
  devices.remember(req, res, name);
  log.info(`${answer.visitor.name} signed in`, { address, with: way });
  await noted(web, req, 'sign_in.done', answer.visitor);
  web.goTo(res, next);
}

async function beginCode(web: Web, req: Request, res: Response): Promise<void> {
  const { attempts, sessions, ways } = web.deps;
  const way = field(req, 'with');
  const next = localPath(field(req, 'next'), web.base);
  attempts.begin(exchangeOf(req).address);
  const begun = await ways.beginCode(way);
  if ('refused' in begun) return refuse(web, req, res, { way, name: '', next, refused: begun.refused });
  await sessions.keepCode(req, { way, next, ...begun });
  web.goTo(res, '/login/code');
}

/** Looks whether the code was confirmed; until then the page asks for itself again. */
async function settleCode(web: Web, req: Request, res: Response): Promise<void> {
  const { log, sessions, ways } = web.deps;
  const pending = sessions.pendingCode(req);
  if (web.visitor(req) !== null || pending === undefined) return web.goTo(res, '/login');
  const { way, next, code, secret } = pending;
  const answer = await ways.settleCode(way, secret);
  if (answer === null) {
    res.set('Refresh', String(LOOK_SECONDS));
    return web.show(req, res, { ...codePage, data: { code, title: ways.titleOf(way) } });
  }
  if ('refused' in answer) {
    await sessions.keepCode(req, null);
    return refuse(web, req, res, { way, name: '', next, refused: answer.refused });
  }
  await sessions.signIn(req, answer.visitor);
  log.info(`${answer.visitor.name} signed in by a code`, { address: exchangeOf(req).address, with: way });
  await noted(web, req, 'sign_in.done', answer.visitor);
  web.goTo(res, next);
}

const noted = (web: Web, req: Request, route: string, { name, via }: Visitor): Promise<void> =>
  web.deps.services.audit.record({ kind: 'sign-in', who: name, route, target: via, address: exchangeOf(req).address });

type Typed = Pick<LoginData, 'way' | 'name' | 'next' | 'refused'>;

async function refuse(web: Web, req: Request, res: Response, typed: Typed): Promise<void> {
  const data = { ...(await blank(web, typed.next)), ...typed };
  // Without the name: a password is easily typed in its place. And only a way that there is: the form may send anything.
  const known = data.ways.find(({ id }) => id === typed.way);
  const { address } = exchangeOf(req);
  web.deps.log.warn('a sign-in was refused', { address, ...(known === undefined ? {} : { with: known.id }) });
  const event = { kind: 'refusal', who: '', route: 'sign_in.refused', address, result: 'refused' } as const;
  await web.deps.services.audit.record({ ...event, ...(known === undefined ? {} : { target: known.id }) });
  web.show(req, res, { ...page, data, status: 401 });
}

async function blank({ deps }: Web, next: string): Promise<LoginData> {
  const ways = await deps.ways.list();
  const proxied = deps.settings.auth.proxyHeader !== undefined;
  return { ways, way: ways[0]?.id ?? '', name: '', next, refused: null, proxied, oidc: deps.oidc.label() ?? null };
}
