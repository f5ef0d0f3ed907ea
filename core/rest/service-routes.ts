/** Routes beside the API: is it alive, what is measured, what is documented. */
import type { IncomingMessage } from 'node:http';
import { type Request, Router } from 'express';
import { Refusal } from '../http/refusal.js';
import { holds, networkList } from '../keys/networks.js';
import type { HttpDeps } from './deps.js';
import type { Gate } from './gate.js';
import { METRICS_TYPE, type Metrics } from './metrics.js';

export interface ServiceParts {
  readonly deps: HttpDeps;
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly addressOf: (req: IncomingMessage) => string;
  /** The OpenAPI document as it is now. */
  readonly document: () => object;
}

export const notReady = (): Refusal => new Refusal('not_ready', 'Sidelight is not ready', { 'Retry-After': '5' });

export function serviceRouter({ deps, gate, metrics, addressOf, document }: ServiceParts): Router {
  const router = Router({ caseSensitive: true });
  router.get('/healthz', (_req, res) => void res.json({ ok: true }));
  router.get('/readyz', (_req, res) => {
    if (!deps.ready()) throw notReady();
    const fault = deps.databaseFault?.() ?? null;
    if (fault !== null) throw fault;
    res.json({ ok: true });
  });
  router.get('/metrics', async (req, res) => {
    const { open, networks } = deps.settings.metrics;
    if (!open && !holds(networkList(networks), addressOf(req))) await gate.admit(req, { scope: 'metrics' });
    res.type(METRICS_TYPE).send(await metrics.text());
  });
  router.get('/openapi.json', (_req, res) => void res.json(document()));
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json']) {
    router.all(path, (req: Request) => {
      throw new Refusal('method', `${req.method} is not allowed here`, { Allow: 'GET, HEAD' });
    });
  }
  return router;
}
