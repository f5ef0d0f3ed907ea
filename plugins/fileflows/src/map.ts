/** From FileFlows' answers to port items. Pure. */
import type { ItemIn, transcodeCounts, transcodeWorkers } from '@sidelight/plugin-api';
import type { Status, Tallies } from './upstream.js';

const FAILED = 4;

const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** A file is worked on once at a time, and workers have no names here. */
export const toWorkers = ({ processingFiles }: Status): readonly ItemIn<typeof transcodeWorkers>[] =>
  processingFiles.map(({ name, relativePath, library, stepPercent }) => ({
    id: relativePath ? `${library ?? ''}/${relativePath}` : name,
    name: baseName(name),
    path: name,
    progress: percentOf(stepPercent),
  }));

/** Of a step that tells nothing it is 0 to the end. */
const percentOf = (percent: number | null | undefined): number | undefined =>
  percent === undefined || percent === null || percent < 1 ? undefined : Math.min(100, Math.floor(percent));

/** @param tallies undefined: nobody tells how many have failed. A status that no file has is not listed. */
export const toCounts = (status: Status, tallies: Tallies | undefined): ItemIn<typeof transcodeCounts> => ({
  queued: status.queue,
  errored: tallies && (tallies.find(({ Status }) => Status === FAILED)?.StatusCount ?? 0),
  done: status.processed,
});
