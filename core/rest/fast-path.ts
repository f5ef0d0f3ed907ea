/**
 * Answers a widget whose bytes are ready before Express sees the request. Whatever is not plainly fine is left to
 * Express, which says the same in the same headers, or says what is wrong.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf } from '../http/exchange.js';
import type { PayloadSender } from '../http/payload.js';
import type { Traffic } from '../http/traffic.js';
import type { Guarded } from '../keys/api-key.js';
import { withMarker } from '../widgets/payload.js';
import type { HttpDeps, ServedRegistry } from './deps.js';
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
  /** Without the base path. */
  readonly path: string;
  readonly guard: Guarded;
  /** Of an alias. */
  readonly marker: string | undefined;
}

/** Returns whether the request was answered. */
export function fastPath({ deps, gate, sender, traffic, addressOf }: FastParts) {
  const { registry, snapshots, clock, ready, settings } = deps;
  const { basePath, cors } = settings.server;
  let widgets = registry.widgets();
  let targets = targetsOf(registry, basePath);

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    if (registry.widgets() !== widgets) {
      widgets = registry.widgets();
      targets = targetsOf(registry, basePath);
    }
    const url = req.url ?? '';
    const target = targets.get(url);
    if (target === undefined || (req.method !== 'GET' && req.method !== 'HEAD') || !ready()) return false;
    if (cors.length > 0 && req.headers.origin !== undefined) return false;
    const begunAt = performance.now();
    const address = addressOf(req);
    const now = clock.now();
    const key = gate.recognise(req, target.guard, now, address);
    if (key === null) return false;
    const payload = snapshots.ready(target.id, key.privacy);
    if (payload === undefined || gate.charge(key, now, address) > 0) return false;
    const requestId = requestIdOf(req);
    const status = sender.send(req, res, requestId, withMarker(payload, target.marker));
    traffic.answered(req, status, url, { requestId, address, begunAt }, target.path);
    return true;
  };
}

/** By whole URL, with and without a slash at the end. What has a query, or no bytes of its own, is not among them. */
function targetsOf(registry: ServedRegistry, basePath: string): ReadonlyMap<string, Target> {
  const widgets = registry.widgets().map((widget) => ({ path: widget.path, widget, marker: undefined }));
  const aliases = registry
    .aliases()
    .flatMap(({ path, marker, target }) => (target.kind === 'widget' ? [{ path, widget: target.widget, marker }] : []));
  return new Map(
    [...widgets, ...aliases].flatMap(({ path, widget, marker }) => {
      const target = { id: widget.id, path, guard: guardOf(widget), marker };
      const url = basePath + path;
      return [[url, target] as const, [`${url}/`, target] as const];
    }),
  );
}
