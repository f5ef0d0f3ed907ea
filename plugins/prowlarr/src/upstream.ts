/** The fields of Prowlarr's API (version 1) that are read. */
import { IsoTime, type Static, Type } from '@sidelight/plugin-api';
import { maybe } from '@sidelight/servarr';

/** Only indexers that fail have one. */
export const IndexerStatus = Type.Object({
  indexerId: Type.Integer(),
  /** It is not asked before then. */
  disabledTill: maybe(IsoTime()),
  mostRecentFailure: maybe(IsoTime()),
  initialFailure: maybe(IsoTime()),
});
export const IndexerStatuses = Type.Array(IndexerStatus);

export const Indexer = Type.Object({ id: Type.Integer(), name: Type.String() });

export type IndexerStatus = Static<typeof IndexerStatus>;
