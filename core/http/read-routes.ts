import type { AnyLookup } from '@sidelight/plugin-api';
import { CodedError } from '../errors.js';
import type { HttpDeps } from './deps.js';
import { exchangeOf, type Handler } from './exchange.js';
import { type PayloadSender, payloadOf } from './payload.js';
import { variantOf } from './query.js';
import { checker } from './validate.js';

type Deps = Pick<HttpDeps, 'settings' | 'reader' | 'sources' | 'clock'>;

/** GET of a lookup: a route about one thing, named in its path. */
export function lookupHandler(lookup: AnyLookup, deps: Deps, sender: PayloadSender): Handler {
  const { settings, reader, sources, clock } = deps;
  const check = checker<Record<string, unknown>>(lookup.params, 'path');
  return async (req, res) => {
    const params = check(req.params);
    const variant = variantOf(req.query, settings.zone, sources);
    const context = { now: clock.now(), zone: variant.zone, limit: variant.limit };
    const answer = await lookup.answer((read) => reader.ask(read, variant), params, context);
    if (answer === null)
      throw new CodedError('not_found', `There is nothing known as ${Object.values(params).join(', ')}`);
    sender.send(req, res, exchangeOf(req).requestId, payloadOf(answer));
  };
}
