/** The pages and who may see them, made from the services of the daemon. */
import { join } from 'node:path';
import { messageOf } from '@sidelight/plugin-api/errors';
import { Router } from 'express';
import type { AuditLog } from '../audit/audit-log.js';
import { Admins } from '../auth/admins.js';
import { Attempts } from '../auth/attempts.js';
import { Devices } from '../auth/devices.js';
import { instanceSecret } from '../auth/instance.js';
import { Oidc } from '../auth/oidc.js';
import type { Passwords } from '../auth/password.js';
import { SessionStore } from '../auth/session-store.js';
import { Sessions } from '../auth/sessions.js';
import { Ways } from '../auth/ways.js';
import { ImportJobs } from '../imports/import-jobs.js';
import { startImport } from '../imports/import-process.js';
import { Spool } from '../imports/spool.js';
import { Budgets } from '../keys/budget.js';
import { householdOf } from '../keys/networks.js';
import type { HttpDeps } from '../rest/deps.js';
import { presentedKey } from '../rest/gate.js';
import { OIDC, type Visitor } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { PackMemory } from './start/steps.js';
import type { WebDeps } from './web-deps.js';
import { webRouter } from './web-router.js';

export interface OpenedWeb extends Pick<HttpDeps, 'visitors' | 'pages'> {
  readonly packTaken: () => void;
  readonly deps: WebDeps;
}

/** What is made here. */
type Made =
  | 'packMemory'
  | 'admins'
  | 'sessions'
  | 'sessionStore'
  | 'ways'
  | 'oidc'
  | 'devices'
  | 'attempts'
  | 'imports';

/**
 * @param parts whose `settings` may change later
 * @param passwords how they are kept, unless as always
 */
export async function openWeb(parts: Omit<WebDeps, Made>, passwords?: Passwords): Promise<OpenedWeb> {
  const { cache, database, clock, log, services, settings } = parts;
  const secret = await instanceSecret(database);
  const store = new SessionStore(database, clock);
  const { basePath } = settings.server;
  const admins = new Admins(database, clock, passwords);
  const ways = new Ways({ admins, sources: services.host, cache, auth: () => parts.settings.auth, clock, log });
  const oidc = new Oidc({ settings: () => parts.settings, clock, log });
  const isStillAdmin = (visitor: Visitor, since: string): boolean =>
    visitor.via === OIDC ? oidc.isStillAdmin(visitor) : ways.isStillAdmin(visitor, since);
  const sessions = new Sessions({ store, secret, clock, basePath, settings: () => parts.settings, isStillAdmin });
  const spool = new Spool(join(settings.dataDir, 'imports'));
  await spool.open();
  const deps: WebDeps = {
    ...parts,
    get settings() {
      return parts.settings;
    },
    packMemory: new PackMemory(database),
    admins,
    sessions,
    sessionStore: store,
    ways,
    oidc,
    devices: new Devices({ secret, clock, basePath }),
    attempts: new Attempts(clock, tellingOnce(services.audit, clock)),
    imports: { spool, jobs: new ImportJobs({ spool, start: startImport(settings), clock, log }) },
  };
  return { deps, pages: webRouter(deps), visitors: visitorsOf(sessions), packTaken: () => void remember(deps) };
}

/** Whoever tries on and on is one event a minute. */
function tellingOnce(audit: AuditLog, clock: Clock): (address: string) => void {
  const told = new Budgets();
  return (address) => {
    const isTold = told.take(householdOf(address), { perMinute: 1, burst: 1 }, clock.now().getTime()) > 0;
    if (!isTold) void audit.record({ kind: 'refusal', who: '', route: 'sign_in.locked', address, result: 'refused' });
  };
}

/** A download does not fail because of this. */
async function remember({ packMemory, log }: WebDeps): Promise<void> {
  try {
    await packMemory.take();
  } catch (error) {
    log.warn('it could not be remembered that a pack was taken', { error: messageOf(error) });
  }
}

/** A request with a key is the key’s, whoever is signed in beside it. */
function visitorsOf(sessions: Sessions): HttpDeps['visitors'] {
  const open = Router().use(...sessions.openQuietly);
  return {
    open: (req, res, next) =>
      presentedKey(req.headers) === '' && sessions.concerns(req) ? open(req, res, next) : next(),
    of: (req) => sessions.visitor(req),
    isOwnForm: (req) => sessions.isOwnForm(req),
  };
}
