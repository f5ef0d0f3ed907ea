/** From Tdarr's answers to port items. Pure. */
import type { ItemIn, transcodeCounts, transcodeQueue, transcodeWorkers } from '@sidelight/plugin-api';
import type { File, Nodes, Statistics, Table, Worker } from './upstream.js';

const DAY_MS = 86_400_000;
const GB = 1_000_000_000;
const MB = 1_000_000;

type Kind = 'transcode' | 'healthcheck';
type Counted = 'table1' | 'table3' | 'table4' | 'table6';

/** undefined: it is not there, or is no number. */
function numberOf(value: number | string | null | undefined): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

export const toWorkers = (nodes: Nodes): readonly ItemIn<typeof transcodeWorkers>[] =>
  Object.values(nodes).flatMap(({ nodeName, workers = {} }) =>
    Object.entries(workers).flatMap(([id, worker]) => toWorker(`${nodeName}/${id}`, nodeName, worker)),
  );

function toWorker(id: string, node: string, worker: Worker): readonly ItemIn<typeof transcodeWorkers>[] {
  const { file, idle, workerType, percentage, fps, ETA } = worker;
  if (idle === true || !file) return [];
  const progress = numberOf(percentage);
  return [
    {
      id,
      name: baseName(file),
      path: file,
      node,
      progress: progress === undefined ? undefined : Math.max(0, Math.min(100, Math.floor(progress))),
      etaSeconds: secondsOf(ETA),
      kind: workerType?.startsWith('healthcheck') ? 'healthcheck' : 'transcode',
      fps: numberOf(fps),
    },
  ];
}

/** "1:02:03"; of anything else nothing is known. */
function secondsOf(span: string | null | undefined): number | undefined {
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d)$/.exec(span ?? '') ?? [];
  return hours === undefined ? undefined : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

export const toQueue = (table: Table, kind: Kind): readonly ItemIn<typeof transcodeQueue>[] =>
  table.array.map((file) => {
    const path = pathOf(file);
    const megabytes = numberOf(file.file_size);
    return {
      id: `${kind}:${file._id}`,
      name: baseName(path),
      path,
      kind,
      sizeBytes: megabytes === undefined ? undefined : Math.round(megabytes * MB),
    };
  });

const pathOf = (file: File): string => file.file || file._id;

/** Milliseconds since 1970 each. */
type Failures = readonly number[] | null;

interface State {
  readonly statistics: Statistics;
  readonly nodes: Nodes;
  readonly failures: Failures;
}

export function toCounts({ statistics, nodes, failures }: State, now: Date): ItemIn<typeof transcodeCounts> {
  const all = Object.values(nodes);
  const saved = numberOf(statistics.sizeDiff);
  return {
    queued: sumOf(statistics, 'table1', 'table4'),
    errored: sumOf(statistics, 'table3', 'table6'),
    erroredDay: failures?.filter((date) => now.getTime() - date <= DAY_MS).length,
    done: numberOf(statistics.totalTranscodeCount),
    savedBytes: saved === undefined ? undefined : Math.round(saved * GB),
    paused: all.length > 0 && all.every(({ nodePaused }) => nodePaused === true),
  };
}

/** undefined: neither of the tables is counted. */
function sumOf(statistics: Statistics, ...tables: readonly Counted[]): number | undefined {
  const told = tables.flatMap(
    (table) => numberOf(statistics[`${table}ViewableCount`]) ?? numberOf(statistics[`${table}Count`]) ?? [],
  );
  return told.length === 0 ? undefined : told.reduce((sum, one) => sum + one, 0);
}

/** When each of the transcodes failed that its table shows; null: the rows are not all there, or do not tell. */
export function failuresIn({ array, totalCount }: Table): Failures {
  if (array.length < (numberOf(totalCount) ?? Number.POSITIVE_INFINITY)) return null;
  const failed = array.filter(hasFailed);
  const dates = failed.flatMap((file) => numberOf(file.lastTranscodeDate) ?? []);
  return dates.length < failed.length ? null : dates;
}

/** What was cancelled stands in the same table. */
const hasFailed = ({ TranscodeDecisionMaker }: File): boolean => /error/i.test(TranscodeDecisionMaker ?? '');
