/** An export of Streamystats: what it saw itself, what it took over from other programs, and what it made up. */
import type { Playback } from '../../derivations/core-plays.js';
import { CodedError } from '../../ground/errors.js';
import { isRecord } from '../../ground/path.js';
import { type LocalTime, readerOfLocalTimes } from '../../time/local-time.js';
import { jsonRows } from '../json-rows.js';
import { countOf, dropped, known, nameOf, type ReadHistory, type Told, textOf } from '../told.js';
import { activityTold } from './jellystat-row.js';
import { methodOf, reportingTold } from './reporting-row.js';

type Row = Readonly<Record<string, unknown>>;

const TICKS = 10_000_000;
const REPORTING = 'playback_reporting';

export const readStreamystats: ReadHistory = async function* (file, { zone }) {
  const timeOf = readerOfLocalTimes(zone);
  let isExport = false;
  for await (const { rows, done } of jsonRows(file, '$.*.*')) {
    const sessions = rows.filter(({ table }) => table === 'sessions');
    isExport ||= sessions.length > 0 || rows.some(({ row }) => 'jellyfinSystemId' in row);
    yield { rows: sessions.map(({ row }) => sessionTold(row, timeOf)), done };
  }
  if (!isExport) throw new CodedError('import_file', 'It is JSON, but not a Streamystats export: it has no sessions');
};

/** Four origins, whose times mean different things. */
export function sessionTold(row: Row, timeOf: (text: string) => LocalTime | null): Told {
  const { rawData } = row;
  const raw = isRecord(rawData) ? rawData : {};
  const viewer = textOf(row['userName']);
  const { originalData } = raw;
  if (row['isInferred'] === true) {
    const name = nameOf(textOf(row['itemName']) ?? '', viewer, textOf(row['startTime']) ?? '');
    return dropped(`streamystats:${textOf(row['id']) ?? ''}`, 'inferred', name);
  }
  if (raw['source'] === REPORTING && isRecord(originalData)) return reportedTold(originalData, timeOf, viewer);
  if ('ActivityDateInserted' in raw) {
    const titleOf = () => undefined;
    return activityTold({ ...raw, UserName: raw['UserName'] ?? viewer }, { timeOf, titleOf, viewerOf: () => viewer });
  }
  return ownTold(row, viewer);
}

/** With the id that it has in the plugin's own backup. */
const reportedTold = (row: Row, timeOf: (text: string) => LocalTime | null, viewer: string | undefined): Told =>
  reportingTold(
    {
      date: row['timestamp'],
      userId: row['userId'],
      itemId: row['itemId'],
      type: row['itemType'],
      name: row['itemName'],
      method: row['playMethod'],
      client: row['clientName'],
      device: row['deviceName'],
      seconds: row['durationSeconds'],
    },
    timeOf,
    undefined,
    viewer,
  );

function ownTold(row: Row, viewer: string | undefined): Told {
  const id = `streamystats:${textOf(row['id']) ?? ''}`;
  const series = textOf(row['seriesName']);
  const own = textOf(row['itemName']) ?? 'Unknown';
  const [began, ended] = [textOf(row['startTime']) ?? '', textOf(row['endTime']) ?? ''];
  const name = nameOf(series ?? own, viewer, began);
  const [start, end] = [Date.parse(began), Date.parse(ended)];
  if (Number.isNaN(start)) return dropped(id, 'timeless', name);
  const seconds = countOf(row['playDuration']) ?? 0;
  if (seconds === 0) return dropped(id, 'unplayed', name);
  // Where both are one moment it is that of the last sign of life.
  const isEnd = start === end;
  const from = isEnd ? end - seconds * 1000 : start;
  const ticks = countOf(row['runtimeTicks']) ?? 0;
  return {
    id,
    play: known<Playback>({
      ...{ id, viewer, title: series ?? own, playedSeconds: seconds },
      userId: textOf(row['userId']),
      itemId: textOf(row['itemId']),
      episode: series === undefined ? undefined : own,
      kind: series === undefined ? undefined : 'episode',
      seriesId: textOf(row['seriesId']),
      runtimeSeconds: ticks === 0 ? undefined : Math.round(ticks / TICKS),
      method: ownMethod(row),
      client: textOf(row['clientName']),
      device: textOf(row['deviceName']),
      startedAt: new Date(from).toISOString(),
      endedAt: new Date(Number.isNaN(end) ? start + seconds * 1000 : end).toISOString(),
      approximate: isEnd ? true : undefined,
    }),
  };
}

function ownMethod(row: Row): Playback['method'] {
  const method = methodOf(textOf(row['playMethod']));
  return method === 'transcode' && row['transcodingIsVideoDirect'] === true ? 'remux' : method;
}
