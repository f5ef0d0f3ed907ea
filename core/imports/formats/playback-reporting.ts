/** The history of the Playback Reporting plugin: its backup, nine columns between tabs, or its database. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { CodedError } from '../../ground/errors.js';
import { type LocalTime, readerOfLocalTimes } from '../../time/local-time.js';
import { isSqlite, sqliteRows } from '../sqlite-rows.js';
import type { Chunk, ReadHistory, Told } from '../told.js';
import { type ReportingRow, reportingTold } from './reporting-row.js';

const ROWS_AT_ONCE = 500;
const COLUMNS = 9;
/** A file whose first lines are all something else is none. */
const TRIED = 20;

type TimeOf = (text: string) => LocalTime | null;

export const readPlaybackReporting: ReadHistory = async function* (file, { zone }) {
  const timeOf = readerOfLocalTimes(zone);
  yield* (await isSqlite(file)) ? ofDatabase(file, timeOf) : ofBackup(file, timeOf);
};

async function* ofDatabase(file: string, timeOf: TimeOf): AsyncGenerator<Chunk> {
  const select = `SELECT rowid AS key, DateCreated AS date, UserId AS userId, ItemId AS itemId, ItemType AS type, ItemName AS name,
    PlaybackMethod AS method, ClientName AS client, DeviceName AS device, PlayDuration AS seconds FROM PlaybackActivity`;
  for await (const { rows, done } of sqliteRows(file, { name: 'PlaybackActivity', key: 'rowid', select })) {
    yield { rows: rows.map((row) => reportingTold(row as unknown as ReportingRow, timeOf)), done };
  }
}

async function* ofBackup(file: string, timeOf: TimeOf): AsyncGenerator<Chunk> {
  const { size } = await stat(file);
  const stream = createReadStream(file);
  let rows: Told[] = [];
  let [lines, understood] = [0, 0];
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    lines += 1;
    const row = rowOf(line);
    if (row !== null) understood += 1;
    if (understood === 0 && lines === TRIED) break;
    rows.push(
      row === null
        ? { id: `playback-reporting:line-${lines}`, dropped: 'timeless', name: `line ${lines}` }
        : reportingTold(row, timeOf),
    );
    if (rows.length < ROWS_AT_ONCE) continue;
    yield { rows, done: stream.bytesRead / size };
    rows = [];
  }
  if (understood === 0 && lines > 0)
    throw new CodedError(
      'import_file',
      'It is not a Playback Reporting backup: rows must have nine columns separated by tabs',
    );
  yield { rows, done: 1 };
}

/** Titles may hold tabs: what is before and after one is counted from both ends. */
function rowOf(line: string): ReportingRow | null {
  const cells = line.replace(/^\uFEFF/, '').split('\t');
  if (cells.length < COLUMNS) return null;
  const [date, userId, itemId, type] = cells;
  const [method, client, device, seconds] = cells.slice(-4);
  return { date, userId, itemId, type, name: cells.slice(4, -4).join(' '), method, client, device, seconds };
}
