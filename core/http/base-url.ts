/** Under which address dashboards reach this daemon: what is written into their files. Without a slash at the end. */
import { CodedError } from '../ground/errors.js';
import { plainUrl } from '../ground/formats.js';
import type { ServerSettings } from '../settings/settings.js';

type Server = Pick<ServerSettings, 'basePath' | 'publicUrl'>;

/** The part of an Express request that says how it came here; behind a trusted proxy, what that one says. */
export interface Arrival {
  readonly query: Readonly<Record<string, unknown>>;
  readonly protocol: string;
  /** With the port. Express leaves it out where there is no Host header. */
  readonly host: string | undefined;
}

/**
 * `?baseUrl=` of the request, else `publicUrl`, else the address that was asked.
 * @throws bad_request when that is no address
 */
export function baseUrlOf({ query, protocol, host }: Arrival, server: Server): string {
  const asked = query['baseUrl'];
  if (asked !== undefined) return parsed(asked) ?? refuse(`"baseUrl" must be ${EXPECTED}, without user, ? and #`);
  const known = publicBase(server);
  if (known !== undefined) return known;
  const arrived = plainUrl(`${protocol}://${host ?? ''}`);
  if (arrived?.pathname !== '/')
    return refuse('The Host header is not a host name: add ?baseUrl=, or set server.publicUrl');
  return `${arrived.origin}${server.basePath}`;
}

/** The configured one. A path of its own is believed; without one, the base path is below it. */
export function publicBase({ publicUrl, basePath }: Server): string | undefined {
  if (publicUrl === undefined) return undefined;
  return new URL(publicUrl).pathname === '/' ? `${publicUrl.replace(/\/+$/, '')}${basePath}` : publicUrl;
}

/** An address that somebody wrote, in its normal form. */
export function parsed(text: unknown): string | undefined {
  const url = typeof text === 'string' ? plainUrl(text) : undefined;
  return url === undefined ? undefined : `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

export const EXPECTED = 'an address such as http://192.168.1.10:7780';

function refuse(message: string): never {
  throw new CodedError('bad_request', message);
}

/** Where somebody listens. */
export const urlOf = ({ host, port }: { readonly host: string; readonly port: number }, basePath: string): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}`;
