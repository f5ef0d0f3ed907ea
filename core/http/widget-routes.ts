import type { HttpDeps, ServedWidget } from './deps.js';
import { exchangeOf, type Handler } from './exchange.js';
import { type PayloadSender, payloadOf } from './payload.js';
import { isDefault, variantOf } from './query.js';

type Deps = Pick<HttpDeps, 'settings' | 'snapshots' | 'sources' | 'catalog'>;

/** GET of a widget: ready bytes, or those of another variant. */
export const widgetHandler =
  ({ id }: ServedWidget, deps: Deps, sender: PayloadSender): Handler =>
  async (req, res) => {
    const { zone } = deps.settings;
    const variant = variantOf(req.query, zone, deps.sources);
    const ready = isDefault(variant, zone) ? deps.snapshots.ready(id) : undefined;
    const payload = ready ?? (await deps.snapshots.payload(id, variant));
    sender.send(req, res, exchangeOf(req).requestId, payload);
  };

export const catalogHandler =
  (deps: Deps, sender: PayloadSender): Handler =>
  (req, res) => {
    variantOf(req.query, deps.settings.zone, deps.sources);
    sender.send(req, res, exchangeOf(req).requestId, payloadOf(deps.catalog.render()));
  };
