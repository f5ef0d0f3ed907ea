/** What a share link is: an address that opens one widget, asked in one way, for whoever has it. */
import { CodedError } from '../ground/errors.js';
import type { Privacy } from '../settings/privacy.js';

/** What is known of a link, except what opens it. Times are ISO. */
export interface ShareLink {
  readonly id: string;
  readonly name: string;
  /** The first characters of what opens it. */
  readonly prefix: string;
  /** The id of the only widget that it opens. */
  readonly widget: string;
  /** What the widget is asked with: `days=30`; '' for nothing. */
  readonly query: string;
  /** The only pages that may show it in a frame, by their origins; none: no page may. */
  readonly frames: readonly string[];
  /** What its readers need not know; null: they may know everything. */
  readonly privacy: Privacy | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly lastUsedFrom: string | null;
  readonly useCount: number;
}

/** A link as it is verified: the hash is all that is kept of what opens it. */
export interface StoredShare extends ShareLink {
  /** SHA-256, hex. */
  readonly hash: string;
}

export interface NewShare {
  readonly name: string;
  readonly widget: string;
  readonly query?: string;
  readonly frames?: readonly string[];
  readonly privacy?: Privacy | null;
  readonly expiresAt?: string;
}

/** What a Content-Security-Policy can name: it knows no IPv6 address. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/;
const MOST_FRAMES = 5;

/**
 * The origins of dashboards, of addresses as a browser shows them.
 * @throws usage
 */
export function framesOf(addresses: readonly string[]): readonly string[] {
  const frames = [...new Set(addresses.map(originOf))];
  if (frames.length > MOST_FRAMES) throw new CodedError('usage', `Name at most ${MOST_FRAMES} dashboards`);
  return frames;
}

function originOf(address: string): string {
  const origin = URL.canParse(address) ? new URL(address).origin : '';
  if (ORIGIN.test(origin)) return origin;
  throw new CodedError(
    'usage',
    `"${address}" is not an address of a dashboard: write it as the browser shows it, such as http://homarr.lan:7575, with a name or an IPv4 address`,
  );
}

/** Below the base URL. Calendars read the file, frames the page. */
export const sharePath = (widget: string, token: string, ending: '' | '.ics' = ''): string =>
  `/tiles/${widget}${ending}?share=${token}`;
