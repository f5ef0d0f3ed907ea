/** Which address a request wants to be written into files, and who asks. */
import type { Request } from 'express';
import { otherSite } from '../auth/origin.js';
import { baseUrlOf } from '../http/base-url.js';
import type { ServerSettings } from '../settings/settings.js';

export interface WantedAddress {
  readonly baseUrl: string;
  /** `?baseUrl=` came with a link of another site, and does not count: it would lead a dashboard, and its key, to somebody else. */
  readonly isIgnored: boolean;
}

/** @throws bad_request when that is no address */
export function wantedAddress(req: Request, server: ServerSettings): WantedAddress {
  const { baseUrl: asked, ...query } = req.query;
  const isIgnored = asked !== undefined && isFromElsewhere(req, server.publicUrl);
  const arrival = { query: isIgnored ? query : req.query, protocol: req.protocol, host: req.host };
  return { baseUrl: baseUrlOf(arrival, server), isIgnored };
}

/** A browser that does not say which site a link is on says which page. */
export function isFromElsewhere(req: Request, publicUrl: string | undefined): boolean {
  const origin = req.get('origin') ?? originOf(req.get('referer'));
  return otherSite({ site: req.get('sec-fetch-site'), origin, host: req.host, publicUrl }) !== null;
}

const originOf = (referer: string | undefined): string | undefined =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
