/** GET /api/widgets/bundle: several widgets in one answer, each with the status that its own route would have. */
import { IsoTime, type Static, Type } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Request } from 'express';
import { CodedError } from '../ground/errors.js';
import { exchangeOf } from '../http/exchange.js';
import { failureOf } from '../http/refusal.js';
import { type ApiKey, may } from '../keys/api-key.js';
import { type Payload, readyPayload } from '../widgets/payload.js';
import type { Variant } from '../widgets/variant.js';
import type { HttpDeps } from './deps.js';
import { isDefault, variantQuery, variantReader } from './query.js';
import { guardOf } from './routes.js';

/** As many as a wall of tiles has. */
const MOST = 64;

const ownQuery = Type.Object({
  widgets: Type.String({
    pattern: `^[a-z0-9-]+(,[a-z0-9-]+){0,${MOST - 1}}$`,
    description: `Ids of widgets, separated by commas, at most ${MOST}`,
    examples: ['homepage,nowplaying'],
  }),
});

export const bundleQuery = Type.Object(
  { ...ownQuery.properties, ...variantQuery.properties },
  { additionalProperties: false },
);

export const bundleResponse = Type.Object({
  service: Type.Boolean(),
  updatedAt: IsoTime(),
  widgets: Type.Record(
    Type.String(),
    Type.Object({
      status: Type.Integer({ description: 'The status of the widget’s own route: 200, 403, 404 …' }),
      body: Type.Record(Type.String(), Type.Unknown(), {
        description: 'The response of the widget’s own route; an error if the status is not 200',
      }),
    }),
    { description: 'By id, in the requested order' },
  ),
});

interface Entry {
  readonly status: number;
  readonly body: string;
  /** What tells two bodies apart. */
  readonly tag: string;
}

export type Bundle = (req: Request, key: ApiKey) => Promise<Payload>;

const readVariant = variantReader(ownQuery);

/** A widget that fails, is forbidden or unknown harms no other: its entry says so. */
export function bundler(
  deps: Pick<HttpDeps, 'settings' | 'registry' | 'snapshots' | 'sources' | 'clock' | 'log'>,
): Bundle {
  const { registry, snapshots, settings } = deps;

  return async (req, key) => {
    const { query, ...asked } = readVariant(req.query, settings.zone, deps.sources);
    const variant = { ...asked, privacy: key.privacy };
    const { widgets } = query as Static<typeof ownQuery>;
    const ids = [...new Set(widgets.split(','))];
    const { requestId } = exchangeOf(req);
    const entries = await Promise.all(ids.map((id) => entryOf(id, variant, key, requestId)));
    const listed = ids.map((id, at) => `"${id}":{"status":${entries[at]?.status},"body":${entries[at]?.body}}`);
    const updatedAt = deps.clock.now().toISOString();
    const text = `{"service":true,"updatedAt":"${updatedAt}","widgets":{${listed.join(',')}}}`;
    return readyPayload(Buffer.from(text), ids.map((id, at) => `${id} ${entries[at]?.tag}`).join('\n'));
  };

  async function entryOf(id: string, variant: Variant, key: ApiKey, requestId: string): Promise<Entry> {
    try {
      const { bytes, etag } = await payloadOf(id, variant, key);
      return { status: 200, body: bytes.toString(), tag: etag };
    } catch (error) {
      const { status, code, message, hint } = failureOf(error);
      if (status === 500) deps.log.error('a request failed', { requestId, widget: id, error: messageOf(error) });
      const body = JSON.stringify({ error: { code, message, hint, requestId } });
      return { status, body, tag: `${code} ${message}` };
    }
  }

  async function payloadOf(id: string, variant: Variant, key: ApiKey): Promise<Payload> {
    const widget = registry.widget(id);
    if (widget === undefined) throw new CodedError('not_found', `There is no widget ${id}`);
    if (!may(key, guardOf(widget), 'GET')) {
      throw new CodedError('scope', `The key "${key.name}" (${key.scope}) does not cover the widget ${id}`);
    }
    if (widget.defaults === null) {
      throw new CodedError('bad_request', `The widget ${id} needs its own parameters: use its route`);
    }
    const ready = isDefault({ ...variant, query: widget.defaults }, settings.zone, widget.defaults)
      ? snapshots.ready(id)
      : undefined;
    return ready ?? snapshots.payload(id, variant);
  }
}
