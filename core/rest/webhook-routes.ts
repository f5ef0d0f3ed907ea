/** `POST` or `PUT /api/webhooks/<integration>`: taken and answered at once; what it leads to comes later. */
import { promisify } from 'node:util';
import { type Request, type RequestHandler, type Response, Router, raw } from 'express';
import { inTime } from '../http/bodies.js';
import { exchangeOf } from '../http/exchange.js';
import type { HeaderList } from '../http/headers.js';
import { failureOf, Refusal } from '../http/refusal.js';
import type { Source } from '../plugins/source.js';
import type { HttpDeps } from './deps.js';
import { webhookBody } from './webhook-body.js';
import { presentedSecrets, secretHeadersOf, WebhookGate } from './webhook-gate.js';

export const WEBHOOKS = '/api/webhooks';

const LIMIT_BYTES = 1_048_576;
/** Headers that prove who is asking: the integration has no use for them. */
const PROOFS = new Set(['authorization', 'cookie', 'x-webhook-secret', 'x-api-token']);

/** @param common headers of every answer */
export function webhookRouter(deps: Pick<HttpDeps, 'sources' | 'clock' | 'webhooks'>, common: HeaderList): Router {
  const { sources, clock, webhooks } = deps;
  const gate = new WebhookGate({ sources, clock, turnedAway: (source) => webhooks.turnedAway(source) });
  const path = `${WEBHOOKS}/:id`;
  const router = Router({ caseSensitive: true });
  const take = async (req: Request<{ id: string }>, res: Response): Promise<void> => {
    const { address, requestId } = exchangeOf(req);
    const presented = (own: readonly string[]) => presentedSecrets(req.headers, req.query['secret'], own);
    const source = gate.admit(req.params.id, presented, address);
    try {
      const bytes = await bytesOf(req, res);
      webhooks.receive(source, await webhookBody(bytes, req.get('content-type')), toldHeaders(req, source));
    } catch (error) {
      webhooks.failed(source.id, failureOf(error).status);
      throw error;
    }
    res.writeHead(204, ['X-Request-Id', requestId, ...common, 'Cache-Control', 'no-store']).end();
  };
  // Some programs let their user choose between the two.
  router.post(path, inTime(clock), take);
  router.put(path, inTime(clock), take);
  router.all(path, (req) => {
    throw new Refusal('method', `${req.method} is not allowed here`, { Allow: 'POST, PUT' });
  });
  return router;
}

const readRaw = promisify(raw({ type: () => true, limit: LIMIT_BYTES }));

async function bytesOf(req: Request, res: Parameters<RequestHandler>[1]): Promise<Buffer> {
  await readRaw(req, res);
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}

function toldHeaders(req: Request, source: Source): Readonly<Record<string, string>> {
  const proofs = new Set([...PROOFS, ...secretHeadersOf(source)]);
  const told = Object.entries(req.headers).filter(([name, value]) => value !== undefined && !proofs.has(name));
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}
