/**
 * Answers a widget whose bytes are ready before Express sees the request. Whatever is not plainly fine is left to
 * Express, which says the same in the same headers, or says what is wrong.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Guarded } from '../keys/scopes.js';
import type { HttpDeps, ServedWidget } from './deps.js';
import type { Gate } from './gate.js';
import type { PayloadSender } from './payload.js';
import { requestIdOf } from './request-id.js';
import { guardOf, WIDGETS } from './routes.js';
import type { Traffic } from './traffic.js';

export interface FastParts {
  readonly deps: Pick<HttpDeps, 'settings' | 'registry' | 'snapshots' | 'clock' | 'ready'>;
  readonly gate: Gate;
  readonly sender: PayloadSender;
  readonly traffic: Traffic;
  readonly addressOf: (req: IncomingMessage) => string;
}

/** Returns whether the request was answered. A widget with a path of its own is found there, by Express. */
export function fastPath({ deps, gate, sender, traffic, addressOf }: FastParts) {
  const { registry, snapshots, clock, ready, settings } = deps;
  const prefix = `${settings.server.basePath}${WIDGETS}/`;
  const crossOrigin = settings.server.cors.length > 0;
  const guards = new WeakMap<ServedWidget, Guarded>();

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const url = req.url ?? '';
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !url.startsWith(prefix)) return false;
    if (crossOrigin && req.headers.origin !== undefined) return false;
    const id = url.slice(prefix.length, url.endsWith('/') ? -1 : undefined);
    const widget = registry.widget(id);
    if (widget === undefined || !ready()) return false;
    let guard = guards.get(widget);
    if (guard === undefined) {
      guard = guardOf(widget);
      guards.set(widget, guard);
    }
    if (guard.scope === 'full') return false;
    const address = addressOf(req);
    const now = clock.now();
    const key = gate.recognise(req, guard, now, address);
    if (key === null) return false;
    const payload = snapshots.ready(id);
    if (payload === undefined || gate.charge(key, now, address) > 0) return false;
    const requestId = requestIdOf(req);
    const status = sender.send(req, res, requestId, payload);
    traffic.answered(req, status, url, { requestId, address });
    return true;
  };
}
