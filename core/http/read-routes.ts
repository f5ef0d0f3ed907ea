import type { AnyLookup } from '@sidelight/plugin-api';
import { CodedError } from '../errors.js';
import { answerLookup } from '../widgets/lookups.js';
import type { HttpDeps } from './deps.js';
import { exchangeOf, type Handler } from './exchange.js';
import { type PayloadSender, payloadOf } from './payload.js';
import { variantOf } from './query.js';
import { checker } from './validate.js';

type Deps = Pick<HttpDeps, 'settings' | 'reader' | 'sources' | 'clock'>;

/** GET of a lookup: a route about one thing, named in its path. */
export function lookupHandler(lookup: AnyLookup, deps: Deps, sender: PayloadSender): Handler {
  const check = checker<Record<string, unknown>>(lookup.params, 'path');
  return async (req, res) => {
    const params = check(req.params);
    const variant = variantOf(req.query, deps.settings.zone, deps.sources);
    const answer = await answerLookup(lookup, params, variant, deps);
    if (answer === null)
      throw new CodedError('not_found', `There is nothing known as ${Object.values(params).join(', ')}`);
    sender.send(req, res, exchangeOf(req).requestId, payloadOf(answer));
  };
}
