/** A row of `jf_playback_activity`, in a backup or where another program copied it. Pure. */
import type { Playback } from '../../derivations/core-plays.js';
import { isRecord } from '../../ground/path.js';
import type { LocalTime } from '../../time/local-time.js';
import { countOf, dropped, known, nameOf, type Told, textOf } from '../told.js';
import { methodOf, reportingTold } from './reporting-row.js';

/** What the library says of a film or an episode. */
export interface Title {
  readonly kind: 'movie' | 'episode';
  readonly seriesId?: string;
  readonly season?: number;
  readonly episodeNumber?: number;
  readonly runtimeSeconds?: number;
}

export interface Around {
  /** Of a film or an episode. */
  titleOf(id: string): Title | undefined;
  timeOf(text: string): LocalTime | null;
  viewerOf(userId: string): string | undefined;
}

type Row = Readonly<Record<string, unknown>>;

/** Programs that were made from this one put such ids on what they got from elsewhere. */
const FOREIGN = /^[a-z]+:/;

export function activityTold(row: Row, around: Around): Told {
  return row['imported'] === true ? importedTold(row, around) : polledTold(row, around);
}

/** Its time is when the play was last seen: its end. Plays that are resumed are one row, so that they began then or before. */
function polledTold(row: Row, { titleOf, viewerOf }: Around): Told {
  const id = `jellystat:${textOf(row['Id']) ?? ''}`;
  const userId = textOf(row['UserId']);
  const viewer = textOf(row['UserName']) ?? viewerOf(userId ?? '');
  const written = textOf(row['ActivityDateInserted']) ?? '';
  const series = textOf(row['SeriesName']);
  const own = textOf(row['NowPlayingItemName']) ?? 'Unknown';
  const end = Date.parse(written);
  const name = nameOf(series ?? own, viewer, written);
  if (Number.isNaN(end)) return dropped(id, 'timeless', name);
  const seconds = countOf(row['PlaybackDuration']) ?? 0;
  if (seconds === 0) return dropped(id, 'unplayed', name);
  const episodeId = textOf(row['EpisodeId']);
  const itemId = episodeId ?? textOf(row['NowPlayingItemId']);
  const isForeign = itemId !== undefined && FOREIGN.test(itemId);
  const title = titleOf(itemId ?? '');
  return {
    id,
    play: known<Playback>({
      ...{ id, userId, viewer, title: series ?? own, playedSeconds: seconds, approximate: true },
      itemId: isForeign ? undefined : itemId,
      episode: series === undefined ? undefined : own,
      kind: title?.kind ?? (episodeId === undefined ? undefined : 'episode'),
      seriesId: title?.seriesId ?? (episodeId === undefined ? undefined : textOf(row['NowPlayingItemId'])),
      season: title?.season,
      episodeNumber: title?.episodeNumber,
      runtimeSeconds: title?.runtimeSeconds,
      method: polledMethod(row),
      client: textOf(row['Client']),
      device: textOf(row['DeviceName']),
      startedAt: new Date(end - seconds * 1000).toISOString(),
      endedAt: new Date(end).toISOString(),
    }),
  };
}

function polledMethod(row: Row): Playback['method'] {
  const method = methodOf(textOf(row['PlayMethod']));
  const { TranscodingInfo: info } = row;
  return method === 'transcode' && isRecord(info) && info['IsVideoDirect'] === true ? 'remux' : method;
}

/** It came from the Playback Reporting plugin: the number of its row, and local time that was taken for UTC. */
const importedTold = (row: Row, around: Around): Told =>
  pluginTold(
    {
      rowid: row['Id'],
      DateCreated: row['ActivityDateInserted'],
      UserId: row['UserId'],
      ItemId: row['EpisodeId'] ?? row['NowPlayingItemId'],
      ItemName: row['NowPlayingItemName'],
      PlaybackMethod: row['PlayMethod'],
      ClientName: row['Client'],
      DeviceName: row['DeviceName'],
      PlayDuration: row['PlaybackDuration'],
    },
    around,
    textOf(row['UserName']),
  );

/** A row of `jf_playback_reporting_plugin_data`. */
export function pluginTold(row: Row, { titleOf, timeOf, viewerOf }: Around, viewer?: string): Told {
  const userId = textOf(row['UserId']) ?? '';
  const told = reportingTold(
    {
      // What is local time is written as if it were UTC.
      date: textOf(row['DateCreated'])?.replace(/Z$/, ''),
      userId,
      itemId: row['ItemId'],
      name: row['ItemName'],
      method: row['PlaybackMethod'],
      client: row['ClientName'],
      device: row['DeviceName'],
      seconds: row['PlayDuration'],
    },
    timeOf,
    `jellystat:plugin:${textOf(row['rowid']) ?? ''}`,
    viewer ?? viewerOf(userId),
  );
  if ('dropped' in told) return told;
  return { id: told.id, play: { ...told.play, ...titleOf(told.play.itemId ?? '') } };
}
