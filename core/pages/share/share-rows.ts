/** Share links as their page lists them. Pure. */
import type { ShareLink } from '../../keys/share-link.js';
import { privacyText } from '../../settings/privacy.js';
import { type Expiry, expiryMoment } from '../keys/key-rows.js';
import { type Clockwork, type Moment, pastMoment } from '../moment.js';

export interface ShareRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** The title of its tile; the id of a widget that is gone. */
  readonly title: string;
  readonly query: string;
  readonly frames: readonly string[];
  /** What its readers are not told. */
  readonly veiled: readonly string[];
  readonly created: Moment;
  readonly lastUsed: Moment | null;
  readonly from: string | null;
  readonly count: number;
  readonly expiry: Expiry | null;
}

export function shareRow(link: ShareLink, title: string, clock: Clockwork): ShareRow {
  const { id, name, prefix, query, frames, privacy, lastUsedFrom, useCount } = link;
  return {
    ...{ id, name, prefix, title, query, frames },
    veiled: privacy === null ? [] : privacyText(privacy),
    created: pastMoment(link.createdAt, clock),
    lastUsed: link.lastUsedAt === null ? null : pastMoment(link.lastUsedAt, clock),
    from: lastUsedFrom,
    count: useCount,
    expiry: link.expiresAt === null ? null : expiryMoment(link.expiresAt, clock),
  };
}
