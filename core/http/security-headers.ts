import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/**
 * What helmet would set on each response, asked once. `data`: nothing may be loaded from it. `page`: its own scripts,
 * styles and images only. Sidelight is mostly reached over plain http in a home, so nothing here demands https.
 */
export function securityHeaders(kind: 'data' | 'page'): HeaderList {
  const directives =
    kind === 'data'
      ? { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }
      : {
          defaultSrc: ["'self'"],
          baseUri: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          objectSrc: ["'none'"],
          scriptSrcAttr: ["'none'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
        };
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // About links, downloads and scripts of a page: they say nothing about data, and each header costs on every answer.
    ...(kind === 'data' ? { dnsPrefetchControl: false, ieNoOpen: false, permittedCrossDomainPolicies: false } : {}),
    xssFilter: kind === 'page',
  })(res.req, res, () => undefined);
  return Object.entries(res.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
