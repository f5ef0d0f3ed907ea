/** A backup of Jellystat: a list of tables, each an object with one key, of which some may have been left out. */
import { CodedError } from '../../ground/errors.js';
import { readerOfLocalTimes } from '../../time/local-time.js';
import { jsonRows } from '../json-rows.js';
import { countOf, known, type ReadHistory, type Told, textOf } from '../told.js';
import { type Around, activityTold, pluginTold, type Title } from './jellystat-row.js';

type Row = Readonly<Record<string, unknown>>;

const TICKS = 10_000_000;

export const readJellystat: ReadHistory = async function* (file, { zone }) {
  const titles = new Map<string, Title>();
  const users = new Map<string, string>();
  const around: Around = {
    titleOf: (id) => titles.get(id),
    timeOf: readerOfLocalTimes(zone),
    viewerOf: (id) => users.get(id),
  };
  let isBackup = false;
  // The library comes before what was played of it.
  const tables: Readonly<Record<string, (row: Row) => Told | undefined>> = {
    jf_library_items: (row) => void keep(titles, row['Id'], filmOf(row)),
    jf_library_episodes: (row) => void keep(titles, row['EpisodeId'], episodeOf(row)),
    jf_users: (row) => void keep(users, row['Id'], textOf(row['Name'])),
    jf_playback_activity: (row) => activityTold(row, around),
    jf_playback_reporting_plugin_data: (row) => pluginTold(row, around),
  };
  for await (const { rows, done } of jsonRows(file, '$.*.*.*')) {
    const told = rows.flatMap(({ table, row }) => {
      isBackup ||= table.startsWith('jf_');
      return tables[table]?.(row) ?? [];
    });
    yield { rows: told, done };
  }
  if (!isBackup)
    throw new CodedError('import_file', 'It is JSON, but not a Jellystat backup: it has none of its tables');
};

function keep<T>(map: Map<string, T>, key: unknown, value: T | undefined): void {
  const id = textOf(key);
  if (id !== undefined && value !== undefined) map.set(id, value);
}

const filmOf = (row: Row): Title | undefined =>
  row['Type'] === 'Movie' ? known<Title>({ kind: 'movie', runtimeSeconds: runtimeOf(row) }) : undefined;

const episodeOf = (row: Row): Title =>
  known<Title>({
    kind: 'episode',
    seriesId: textOf(row['SeriesId']),
    season: countOf(row['ParentIndexNumber']),
    episodeNumber: countOf(row['IndexNumber']),
    runtimeSeconds: runtimeOf(row),
  });

const runtimeOf = (row: Row): number | undefined => {
  const ticks = countOf(row['RunTimeTicks']);
  return ticks === undefined || ticks === 0 ? undefined : Math.round(ticks / TICKS);
};
