/** `/login/oidc`: to the OpenID Connect provider, and back. A link and no form: pages send forms to nobody else. */
import { Router } from 'express';
import { CALLBACK } from '../../auth/oidc.js';
import { exchangeOf } from '../../http/exchange.js';
import { OIDC } from '../../settings/settings.js';
import { localPath } from '../local-path.js';
import type { Web } from '../web.js';

export function oidcPages(web: Web): Router {
  const { attempts, devices, log, oidc, sessions } = web.deps;
  const { audit } = web.deps.services;
  const router = Router({ caseSensitive: true });
  router.get('/login/oidc', async (req, res) => {
    const next = localPath(String(req.query['next'] ?? '/'), web.base);
    const again = req.query['again'] !== undefined;
    if (web.visitor(req) !== null && !again) return web.goTo(res, next);
    // A picture or a frame of another site would use up the tries of whoever looks at it.
    if ((req.get('sec-fetch-dest') ?? 'document') !== 'document') return web.goTo(res, '/login');
    attempts.begin(exchangeOf(req).address, undefined, devices.known(req, OIDC));
    const { pending, url } = await oidc.begin(next, again);
    await sessions.keepOidc(req, pending);
    res.set('Cache-Control', 'no-store').redirect(303, url);
  });
  router.get(CALLBACK, async (req, res) => {
    const pending = await sessions.takeOidc(req);
    const { visitor, proven } = await oidc.settle(pending, new URL(req.originalUrl, 'http://here').searchParams);
    await sessions.signIn(req, visitor, proven ?? null);
    devices.remember(req, res, OIDC);
    const { address } = exchangeOf(req);
    log.info(`${visitor.name} signed in`, { address, with: OIDC });
    await audit.record({ kind: 'sign-in', who: visitor.name, route: 'sign_in.done', address, target: OIDC });
    web.goTo(res, pending?.next ?? '/');
  });
  return router;
}
