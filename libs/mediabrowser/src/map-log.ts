/** Plays as the server's activity log tells them: who began and ended what, and when. Nothing of positions, pauses or apps. */
import type { Gap, ItemIn, mediaGaps } from '@sidelight/plugin-api';
import { KINDS, userIdOf } from './map-sessions.js';
import { artistOf, isUnchosen, workIdsOf } from './map-work.js';
import { isoTime, seconds } from './times.js';
import type * as up from './upstream.js';

type Row = ItemIn<typeof mediaGaps>;

export interface LoggedPlay {
  readonly id: string;
  readonly itemId: string;
  readonly userId: string | undefined;
  readonly startedAt: string;
  /** Not told of what goes on, or ended unseen. */
  readonly endedAt: string | undefined;
}

const PLAYBACK = /^(Video|Audio)Playback(Stopped)?$|^playback\.(?:start|(stop))$/;
/** A track ends when the next one begins, and no end is told of it. After longer nobody knows. */
const LONGEST_TRACK_MS = 30 * 60_000;

/**
 * Only the server's own words, in its own language, tell the device: an end belongs to the latest beginning of the same user and
 * title. Of several beginnings of a title that were not ended only the last can go on.
 */
export function playsIn(entries: readonly up.LogEntry[]): readonly LoggedPlay[] {
  const open: up.LogEntry[] = [];
  const plays: LoggedPlay[] = [];
  const close = (isMeant: (start: up.LogEntry) => boolean, { Date: at }: up.LogEntry): void => {
    const index = open.findLastIndex(isMeant);
    const [start] = index < 0 ? [] : open.splice(index, 1);
    const play = start === undefined ? undefined : playOf(start, at);
    if (play !== undefined) plays.push(play);
  };
  const inOrder = [...new Map(entries.map((entry) => [entry.Id, entry])).values()].sort((a, b) => a.Id - b.Id);
  for (const entry of inOrder) {
    const { Type, ItemId, UserId } = entry;
    const [told, medium, ...ends] = PLAYBACK.exec(Type ?? '') ?? [];
    if (told === undefined || !ItemId) continue;
    if (ends.some((end) => end !== undefined))
      close((start) => start.ItemId === ItemId && start.UserId === UserId, entry);
    else {
      if (medium === 'Audio') close((start) => isTrackBefore(start, entry), entry);
      open.push(entry);
    }
  }
  const lastOf = new Map(open.map((start) => [`${start.UserId} ${start.ItemId}`, start]));
  return [...plays, ...[...lastOf.values()].flatMap((start) => playOf(start, undefined) ?? [])];
}

const isTrackBefore = (start: up.LogEntry, next: up.LogEntry): boolean =>
  start.Type === next.Type &&
  start.UserId === next.UserId &&
  Date.parse(next.Date) - Date.parse(start.Date) <= LONGEST_TRACK_MS;

function playOf(start: up.LogEntry, end: string | undefined): LoggedPlay | undefined {
  const [startedAt, endedAt] = [isoTime(start.Date), isoTime(end)];
  if (!start.ItemId || startedAt === undefined) return undefined;
  return { id: `${start.Id} ${startedAt}`, itemId: start.ItemId, userId: userIdOf(start), startedAt, endedAt };
}

export const isWithin = (gaps: readonly Gap[], { startedAt, endedAt }: LoggedPlay): boolean =>
  gaps.some(({ from, to }) => startedAt < to && (endedAt ?? to) > from);

/** None of what is beside a title, nor of what the server does not know (any more). */
export function rowsOf(
  plays: readonly LoggedPlay[],
  items: readonly up.Item[],
  users: readonly up.User[],
): readonly Row[] {
  const titles = new Map(items.map((item) => [item.Id, item]));
  const names = new Map(users.map(({ Id, Name }) => [Id, Name]));
  return plays.flatMap((play) => {
    const item = titles.get(play.itemId);
    return item === undefined || isUnchosen(item)
      ? []
      : [{ ...play, viewer: names.get(play.userId ?? ''), ...titleOf(item) }];
  });
}

function titleOf(item: up.Item) {
  const kind = KINDS.get(item.Type) ?? 'other';
  const episode = {
    title: item.SeriesName ?? '',
    episode: item.Name ?? undefined,
    seriesId: item.SeriesId ?? undefined,
    season: item.ParentIndexNumber ?? undefined,
    episodeNumber: item.IndexNumber ?? undefined,
  };
  const music = { artist: artistOf(item), album: item.Album ?? undefined };
  return {
    title: item.Name ?? '',
    ...(item.Type === 'Episode' && item.SeriesName ? episode : {}),
    ...(kind === 'music' ? music : {}),
    kind,
    runtimeSeconds: typeof item.RunTimeTicks === 'number' ? seconds(item.RunTimeTicks) : undefined,
    ...workIdsOf(item),
  };
}
