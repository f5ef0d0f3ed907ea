/** Headers of answers: what browsers may do with them, and which other origins may read them. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

type Kind = 'data' | 'page' | 'explorer' | 'tile';

const PAGE = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

const DIRECTIVES: Readonly<Record<Kind, Readonly<Record<string, string[]>>>> = {
  data: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  page: PAGE,
  explorer: { ...PAGE, styleSrc: ["'self'", "'unsafe-inline'"] },
  tile: { ...PAGE, formAction: ["'none'"] },
};

/**
 * What helmet would set on each response, asked once. `data`: nothing may be loaded from it. `page`: its own scripts,
 * styles and images only. `explorer`: the same, for a page whose library writes styles into its elements. `tile`: a page
 * whose address is a secret. Sidelight is mostly reached over plain http in a home, so nothing here demands https.
 * @param frames who may show it in a frame, as a policy names them: nobody, where none is given
 */
export function securityHeaders(kind: Kind, frames: readonly string[] = []): HeaderList {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...DIRECTIVES[kind], ...(frames.length === 0 ? {} : { frameAncestors: [...frames] }) },
    },
    strictTransportSecurity: false,
    // It knows no origins, and would forbid what the policy allows.
    xFrameOptions: frames.length === 0 ? { action: 'deny' } : false,
    // Without an origin of theirs, forms of a page could not be told from those of others.
    referrerPolicy: { policy: kind === 'data' || kind === 'tile' ? 'no-referrer' : 'same-origin' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // About links, downloads and scripts of a page: they say nothing about data, and each header costs on every answer.
    ...(kind === 'data' ? { dnsPrefetchControl: false, ieNoOpen: false, permittedCrossDomainPolicies: false } : {}),
    xssFilter: kind !== 'data',
  })(res.req, res, () => undefined);
  return Object.entries(res.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}

/** Sets them, in place of what was set before. */
export function setHeaders(res: ServerResponse, headers: HeaderList): void {
  for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i] ?? '', headers[i + 1] ?? '');
}

export const withHeaders =
  (headers: HeaderList): RequestHandler =>
  (_req, res, next) => {
    setHeaders(res, headers);
    next();
  };

const YEAR_S = 31_536_000;
const tellHttps = helmet.strictTransportSecurity({ maxAge: YEAR_S, includeSubDomains: false });

/** Over https alone: over http a browser must not believe it. */
export const httpsOnly =
  (isOn: () => boolean): RequestHandler =>
  (req, res, next) =>
    req.secure && isOn() ? tellHttps(req, res, next) : next();

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
