/**
 * Answers a widget whose bytes are ready before Express sees the request. Whatever is not plainly fine is left to
 * Express, which says the same in the same headers, or says what is wrong.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf } from '../http/exchange.js';
import type { PayloadSender } from '../http/payload.js';
import type { Traffic } from '../http/traffic.js';
import type { Guarded } from '../keys/api-key.js';
import type { HttpDeps, ServedWidget } from './deps.js';
import type { Gate } from './gate.js';
import { guardOf } from './routes.js';

export interface FastParts {
  readonly deps: Pick<HttpDeps, 'settings' | 'registry' | 'snapshots' | 'clock' | 'ready'>;
  readonly gate: Gate;
  readonly sender: PayloadSender;
  readonly traffic: Traffic;
  readonly addressOf: (req: IncomingMessage) => string;
}

interface Target {
  readonly id: string;
  readonly guard: Guarded;
}

/** Returns whether the request was answered. */
export function fastPath({ deps, gate, sender, traffic, addressOf }: FastParts) {
  const { registry, snapshots, clock, ready, settings } = deps;
  const { basePath, cors } = settings.server;
  let widgets = registry.widgets();
  let targets = targetsOf(widgets, basePath);

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    if (registry.widgets() !== widgets) {
      widgets = registry.widgets();
      targets = targetsOf(widgets, basePath);
    }
    const url = req.url ?? '';
    const target = targets.get(url);
    if (target === undefined || (req.method !== 'GET' && req.method !== 'HEAD') || !ready()) return false;
    if (cors.length > 0 && req.headers.origin !== undefined) return false;
    const address = addressOf(req);
    const now = clock.now();
    const key = gate.recognise(req, target.guard, now, address);
    if (key === null) return false;
    const payload = snapshots.ready(target.id);
    if (payload === undefined || gate.charge(key, now, address) > 0) return false;
    const requestId = requestIdOf(req);
    const status = sender.send(req, res, requestId, payload);
    traffic.answered(req, status, url, { requestId, address });
    return true;
  };
}

/** By whole URL, with and without a slash at the end. What has a query, or no bytes of its own, is not among them. */
const targetsOf = (widgets: readonly ServedWidget[], basePath: string): ReadonlyMap<string, Target> =>
  new Map(
    widgets.flatMap((widget) => {
      const target = { id: widget.id, guard: guardOf(widget) };
      const url = basePath + widget.path;
      return [[url, target] as const, [`${url}/`, target] as const];
    }),
  );
