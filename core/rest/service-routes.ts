/** Routes beside the API: is it alive, what is measured, what is documented. */
import { type Request, Router } from 'express';
import { Refusal } from '../http/refusal.js';
import type { Traffic } from '../http/traffic.js';
import type { HttpDeps } from './deps.js';
import type { Gate } from './gate.js';
import { METRICS_TYPE, metricsText } from './metrics.js';

export interface ServiceParts {
  readonly deps: HttpDeps;
  readonly gate: Gate;
  readonly traffic: Traffic;
  /** The OpenAPI document as it is now. */
  readonly document: () => object;
}

export const notReady = (): Refusal => new Refusal('not_ready', 'Sidelight is not ready', { 'Retry-After': '5' });

export function serviceRouter({ deps, gate, traffic, document }: ServiceParts): Router {
  const router = Router({ caseSensitive: true });
  router.get('/healthz', (_req, res) => void res.json({ ok: true }));
  router.get('/readyz', (_req, res) => {
    if (!deps.ready()) throw notReady();
    res.json({ ok: true });
  });
  router.get('/metrics', async (req, res) => {
    if (!deps.settings.metrics.open) await gate.admit(req, { scope: 'full' });
    res.type(METRICS_TYPE).send(metricsText(deps, traffic));
  });
  router.get('/openapi.json', (_req, res) => void res.json(document()));
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json']) {
    router.all(path, (req: Request) => {
      throw new Refusal('method', `${req.method} is not possible here`, { Allow: 'GET, HEAD' });
    });
  }
  return router;
}
