/** `/settings/account`: who is signed in and how, and what they can change about that. */
import { type Request, type Response, Router } from 'express';
import { MIN_PASSWORD } from '../../auth/password.js';
import { CodedError } from '../../ground/errors.js';
import { exchangeOf } from '../../http/exchange.js';
import { OIDC, OWN, PROXY, type Visitor } from '../../settings/settings.js';
import { localPath } from '../local-path.js';
import { isTheme, THEME_COOKIE, themeCookie } from '../taste.js';
import { field, newPasswordFaults, view } from '../view.js';
import type { Web } from '../web.js';

type Faults = Readonly<Partial<Record<'current' | 'password' | 'again', string>>>;

interface AccountData {
  readonly name: string;
  readonly kind: 'own' | 'proxy' | 'oidc' | 'integration';
  /** The title of the integration, or the header of the proxy. */
  readonly via: string;
  /** What was just done, as a sentence; '' for nothing. */
  readonly done: string;
  readonly faults: Faults;
  /** Characters of a password. */
  readonly shortest: number;
}

const KINDS: ReadonlyMap<string, AccountData['kind']> = new Map([
  [OWN, 'own'],
  [PROXY, 'proxy'],
  [OIDC, 'oidc'],
]);
const PATH = '/settings/account';
const page = { view: view<AccountData>('account'), title: 'Account', assets: ['sign-in.css'] };
/** `?done=` → what it says. */
const DONE: Readonly<Record<string, string>> = {
  password: 'Your password was changed, and all other sessions were ended.',
};

export function accountPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  // For everybody: a page to sign in may be dark, too.
  router.post('/theme', (req, res) => {
    const theme = field(req, 'theme');
    if (!isTheme(theme)) throw new CodedError('bad_request', 'There is no such theme');
    res.cookie(THEME_COOKIE, theme, themeCookie(req, web.base || '/'));
    web.goTo(res, localPath(field(req, 'next'), web.base));
  });
  router.use(PATH, web.members);
  router.get(PATH, (req, res) => {
    const { done } = req.query;
    show(web, req, res, { done: typeof done === 'string' && Object.hasOwn(DONE, done) ? (DONE[done] ?? '') : '' });
  });
  router.post(`${PATH}/password`, (req, res) => changePassword(web, req, res));
  return router;
}

async function changePassword(web: Web, req: Request, res: Response): Promise<void> {
  const { admins, attempts, devices, log, sessions, sessionStore } = web.deps;
  const visitor = visitorOf(web, req);
  if (visitor.via !== OWN) throw new CodedError('bad_request', 'Sidelight does not store your password');
  const { address } = exchangeOf(req);
  const password = field(req, 'password');
  const faults = await newPasswordFaults(req);
  if (Object.keys(faults).length > 0) return show(web, req, res, { faults });
  const device = devices.known(req, visitor.name);
  const succeeded = attempts.begin(address, visitor.name, device);
  if (!(await admins.matches(visitor.name, field(req, 'current'), device !== undefined))) {
    log.warn('a change of the password was refused', { address });
    await noted(web, req, 'password.refused', visitor, 'refused');
    return show(web, req, res, { faults: { current: 'This is not your password' } });
  }
  succeeded();
  await admins.changePassword(visitor.name, password);
  await sessions.signIn(req, visitor);
  await sessionStore.endAll(req.sessionID);
  log.info(`${visitor.name} has another password now`, { address });
  await noted(web, req, 'password.changed', visitor);
  web.goTo(res, `${PATH}?done=password`);
}

function show(web: Web, req: Request, res: Response, { done = '', faults = {} }: Partial<AccountData>): void {
  const { name, via } = visitorOf(web, req);
  const kind = KINDS.get(via) ?? 'integration';
  const how = kind === 'proxy' ? (web.deps.settings.auth.proxyHeader ?? '') : web.deps.ways.titleOf(via);
  const data = { name, kind, via: how, done, faults, shortest: MIN_PASSWORD } as const;
  web.show(req, res, { ...page, data, status: Object.keys(faults).length > 0 ? 400 : 200 });
}

const noted = (web: Web, req: Request, route: string, { name }: Visitor, result = 'ok'): Promise<void> =>
  web.deps.services.audit.record({ kind: 'sign-in', who: name, route, address: exchangeOf(req).address, result });

function visitorOf(web: Web, req: Request): Visitor {
  const visitor = web.visitor(req);
  if (visitor === null) throw new CodedError('no_session', 'You are not signed in');
  return visitor;
}
