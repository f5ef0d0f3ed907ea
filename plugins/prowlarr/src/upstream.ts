/** The fields of Prowlarr's API (version 1) that are read. */
import { IsoTime, type Static, Type } from '@sidelight/plugin-api';
import { maybe } from '@sidelight/servarr';

/** Of a pause that has not ended, also where the indexer was switched off or removed since. */
export const IndexerStatus = Type.Object({
  indexerId: Type.Integer(),
  /** It is not asked before then. */
  disabledTill: maybe(IsoTime()),
  mostRecentFailure: maybe(IsoTime()),
  initialFailure: maybe(IsoTime()),
});
export const IndexerStatuses = Type.Array(IndexerStatus);

export const Indexer = Type.Object({ id: Type.Integer(), name: Type.String(), enable: Type.Boolean() });
export const Indexers = Type.Array(Indexer);

/** Each number is of its own kind of question. */
export const IndexerStat = Type.Object({
  indexerId: Type.Integer(),
  numberOfQueries: Type.Integer(),
  numberOfGrabs: Type.Integer(),
  numberOfRssQueries: Type.Integer(),
  numberOfAuthQueries: Type.Integer(),
  numberOfFailedQueries: Type.Integer(),
  numberOfFailedGrabs: Type.Integer(),
  numberOfFailedRssQueries: Type.Integer(),
  numberOfFailedAuthQueries: Type.Integer(),
});
export const IndexerStats = Type.Object({ indexers: Type.Array(IndexerStat) });

export type Indexer = Static<typeof Indexer>;
export type IndexerStat = Static<typeof IndexerStat>;
export type IndexerStatus = Static<typeof IndexerStatus>;
