/** The pages and who may see them, made from the services of the daemon. */
import { Router } from 'express';
import { Admins } from '../auth/admins.js';
import { instanceSecret } from '../auth/instance-secret.js';
import { SessionStore } from '../auth/session-store.js';
import { Sessions } from '../auth/sessions.js';
import type { HttpDeps } from '../http/deps.js';
import { presentedKey } from '../http/gate.js';
import type { WebDeps } from './web-deps.js';
import { webRouter } from './web-router.js';

export interface OpenedWeb extends Pick<HttpDeps, 'visitors' | 'pages'> {
  readonly deps: WebDeps;
}

/** @param parts whose `settings` may change later */
export async function openWeb(
  parts: Omit<WebDeps, 'admins' | 'sessions' | 'sessionStore' | 'secret'>,
): Promise<OpenedWeb> {
  const { database, clock, settings } = parts;
  const secret = await instanceSecret(database);
  const sessionStore = new SessionStore(database, clock);
  const sessions = new Sessions({
    store: sessionStore,
    secret,
    basePath: settings.server.basePath,
    auth: () => parts.settings.auth,
  });
  const deps: WebDeps = {
    ...parts,
    get settings() {
      return parts.settings;
    },
    admins: new Admins(database, clock),
    sessions,
    sessionStore,
    secret,
  };
  return { deps, pages: webRouter(deps), visitors: visitorsOf(sessions) };
}

/** A request with a key is the key’s, whoever is signed in beside it. */
function visitorsOf(sessions: Sessions): HttpDeps['visitors'] {
  const open = Router().use(...sessions.open);
  return {
    open: (req, res, next) =>
      presentedKey(req.headers) === '' && sessions.concerns(req) ? open(req, res, next) : next(),
    of: (req) => sessions.visitor(req),
    isOwnForm: (req) => sessions.isOwnForm(req),
  };
}
