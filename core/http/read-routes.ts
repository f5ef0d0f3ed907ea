import type { AnyLookup } from '@sidelight/plugin-api';
import { CodedError } from '../errors.js';
import { projectorOf } from '../widgets/serialise.js';
import type { HttpDeps } from './deps.js';
import { exchangeOf, type Handler } from './exchange.js';
import { type PayloadSender, payloadOf } from './payload.js';
import { variantOf } from './query.js';
import { checker } from './validate.js';

type Deps = Pick<HttpDeps, 'settings' | 'reader' | 'sources' | 'clock'>;

/** GET of a lookup: a route about one thing, named in its path. */
export function lookupHandler(lookup: AnyLookup, deps: Deps, sender: PayloadSender): Handler {
  const check = checker<Record<string, unknown>>(lookup.params, 'path');
  const project = projectorOf(lookup.response);
  return async (req, res) => {
    const params = check(req.params);
    const variant = variantOf(req.query, deps.settings.zone, deps.sources);
    const context = { now: deps.clock.now(), zone: variant.zone, limit: variant.limit };
    const answer = await lookup.answer((read) => deps.reader.ask(read, variant), params, context);
    if (answer === null)
      throw new CodedError('not_found', `There is nothing known as ${Object.values(params).join(', ')}`);
    sender.send(req, res, exchangeOf(req).requestId, payloadOf(project(answer)));
  };
}
