import type { HttpDeps, ServedWidget } from './deps.js';
import { exchangeOf, type Handler } from './exchange.js';
import { type PayloadSender, payloadOf } from './payload.js';
import { isDefault, variantOf } from './query.js';

type Deps = Pick<HttpDeps, 'settings' | 'snapshots' | 'sources' | 'catalog'>;

/** GET of a widget: ready bytes, or those of another variant. */
export const widgetHandler =
  (widget: ServedWidget, { settings, snapshots, sources }: Deps, sender: PayloadSender): Handler =>
  async (req, res) => {
    const variant = variantOf(req.query, settings.zone, sources);
    const ready = isDefault(variant, settings.zone) ? snapshots.ready(widget.id) : undefined;
    const payload = ready ?? (await snapshots.payload(widget.id, variant));
    sender.send(req, res, exchangeOf(req).requestId, payload);
  };

export const catalogHandler =
  ({ settings, sources, catalog }: Deps, sender: PayloadSender): Handler =>
  (req, res) => {
    variantOf(req.query, settings.zone, sources);
    sender.send(req, res, exchangeOf(req).requestId, payloadOf(catalog.render()));
  };
