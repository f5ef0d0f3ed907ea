import type { RequestHandler } from 'express';

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  'Access-Control-Allow-Headers': 'x-api-token, authorization, content-type, idempotency-key, if-none-match',
  'Access-Control-Max-Age': '600',
};
const EXPOSED = 'ETag, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';

/** Lets pages of the given origins read the API from a browser. A preflight carries no key, so it needs none. */
export const cors =
  (origins: readonly string[]): RequestHandler =>
  (req, res, next) => {
    const origin = req.headers.origin;
    if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) {
      next();
      return;
    }
    res.setHeader('Access-Control-Allow-Origin', origin);
    res.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
      next();
      return;
    }
    res.writeHead(204, { ...PREFLIGHT, Vary: 'Origin' }).end();
  };
