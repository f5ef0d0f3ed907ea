/** `/setup`: the first run, which makes the administrator. Open only while there is none. */
import { type Request, type Response, Router } from 'express';
import { nameFault } from '../../auth/admins.js';
import { isSameToken, setupToken } from '../../auth/instance.js';
import { MIN_PASSWORD } from '../../auth/password.js';
import { CodedError } from '../../ground/errors.js';
import { exchangeOf } from '../../http/exchange.js';
import { OWN } from '../../settings/settings.js';
import { field, newPasswordFaults, view } from '../view.js';
import type { Web } from '../web.js';

/** What is wrong with a field, by its name. */
type Faults = Readonly<Partial<Record<'token' | 'name' | 'password' | 'again', string>>>;

interface SetupData {
  readonly token: string;
  readonly name: string;
  readonly faults: Faults;
  /** Characters of a password. */
  readonly shortest: number;
}

const page = { view: view<SetupData>('setup'), title: 'First run', assets: ['sign-in.css'] };

export function setupPages(web: Web): Router {
  const { admins, attempts, database, devices, log, sessions } = web.deps;
  const show = (req: Request, res: Response, typed: Omit<SetupData, 'shortest'>): void => {
    const status = Object.keys(typed.faults).length > 0 ? 400 : 200;
    web.show(req, res, { ...page, data: { ...typed, shortest: MIN_PASSWORD }, status });
  };

  const router = Router({ caseSensitive: true });
  router.get('/setup', async (req, res) => {
    if (await admins.exist()) return web.goTo(res, '/login');
    const { token } = req.query;
    show(req, res, { token: typeof token === 'string' ? token : '', name: '', faults: {} });
  });
  router.post('/setup', async (req, res) => {
    if (await admins.exist()) throw new CodedError('admin_exists', 'An administrator already exists');
    const { address } = exchangeOf(req);
    const token = field(req, 'token');
    const name = field(req, 'name').trim();
    const succeeded = attempts.begin(address);
    const isToken = isSameToken(token, await setupToken(database));
    if (isToken) succeeded();
    const faults = { ...(isToken ? {} : { token: WRONG_TOKEN }), ...(await faultsOf(req)) };
    if (Object.keys(faults).length > 0) return show(req, res, { token, name, faults });
    await admins.createFirst(name, field(req, 'password'));
    await sessions.signIn(req, { name, via: OWN });
    devices.remember(req, res, name);
    log.info(`${name} is the administrator now`, { address });
    await web.deps.services.audit.record({ kind: 'sign-in', who: name, route: 'admin.made', address });
    web.goTo(res, '/');
  });
  return router;
}

const WRONG_TOKEN = 'This is not the right token';

async function faultsOf(req: Request): Promise<Faults> {
  const name = nameFault(field(req, 'name'));
  return { ...(name === undefined ? {} : { name }), ...(await newPasswordFaults(req)) };
}
