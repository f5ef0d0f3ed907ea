/** Whole views, as the server's own history tells them: who has seen what, and by when. Pure. */
import type { Gap, ItemIn, mediaGaps } from '@sidelight/plugin-api';
import { userIdOf } from './map.js';
import { idOf } from './map-items.js';
import { kindOf } from './map-sessions.js';
import { workIdsOf } from './map-work.js';
import type * as up from './upstream.js';
import { countOf, isoTime, secondsOf, textOf } from './values.js';

export interface View {
  readonly id: string;
  readonly itemId: string;
  readonly userId: string;
  readonly deviceId: string | undefined;
  readonly type: string | undefined;
  /** When the server took it to have been seen. */
  readonly at: string;
}

/** A title counts as seen there. */
const SEEN = 0.9;
/** What comes closer together was marked as seen. */
const APART_MS = 30_000;

/** Neither those of titles that are gone, of which nothing is known, nor those of nobody. */
export function viewsIn(rows: readonly up.View[]): readonly View[] {
  const views = rows.flatMap((row): readonly View[] => {
    const [itemId, userId, at] = [textOf(row.ratingKey), userIdOf(row.accountID), isoTime(row.viewedAt)];
    if (itemId === undefined || userId === undefined || at === undefined) return [];
    const number = /\d+$/.exec(textOf(row.historyKey) ?? '')?.[0] ?? `${userId} ${itemId}`;
    const id = `${number} ${at}`;
    return [{ id, itemId, userId, deviceId: textOf(row.deviceID), type: textOf(row.type), at }];
  });
  return [...new Map(views.map((view) => [view.id, view])).values()];
}

/** Whoever marks a season as seen has not watched ten episodes in a second. Tracks are short. */
export function watched(views: readonly View[]): readonly View[] {
  const isClose = (one: View, other: View | undefined): boolean =>
    other !== undefined &&
    other.userId === one.userId &&
    Math.abs(Date.parse(other.at) - Date.parse(one.at)) < APART_MS;
  const inOrder = views.toSorted((a, b) => (`${a.userId} ${a.at}` < `${b.userId} ${b.at}` ? -1 : 1));
  return inOrder.filter(
    (view, n) => view.type === 'track' || !(isClose(view, inOrder[n - 1]) || isClose(view, inOrder[n + 1])),
  );
}

type Row = ItemIn<typeof mediaGaps>;

export interface Known {
  readonly items: readonly up.Item[];
  readonly accounts: readonly up.Account[];
  readonly devices: readonly up.Device[];
}

/** None of what the server does not know (any more). What was paused in between nobody tells: it was played without. */
export function rowsOf(views: readonly View[], { items, accounts, devices }: Known): readonly Row[] {
  const titles = new Map(items.map((item) => [idOf(item), item]));
  return views.flatMap((view): readonly Row[] => {
    const item = titles.get(view.itemId);
    if (item === undefined) return [];
    const runtimeSeconds = secondsOf(item.duration);
    const lasted = Math.round((runtimeSeconds ?? 0) * SEEN) * 1000;
    const { id, itemId, userId, at } = view;
    return [
      {
        ...{ id, itemId, userId, runtimeSeconds },
        viewer: textOf(accounts.find((account) => String(account.id) === userId)?.name),
        device: textOf(devices.find((device) => String(device.id) === view.deviceId)?.name),
        startedAt: new Date(Date.parse(at) - lasted).toISOString(),
        endedAt: at,
        ...titleOf(item),
        libraryId: textOf(item.librarySectionID),
        ...workIdsOf(item),
      },
    ];
  });
}

export const isWithin = (gaps: readonly Gap[], { startedAt, endedAt }: Row): boolean =>
  gaps.some(({ from, to }) => startedAt < to && (endedAt ?? to) > from);

function titleOf(item: up.Item) {
  const kind = kindOf(item.type);
  const title = textOf(item.title) ?? '';
  const above = textOf(item.grandparentTitle);
  if (kind === 'music') return { title, kind, artist: above, album: textOf(item.parentTitle) };
  if (kind !== 'episode' || above === undefined) return { title, kind };
  return {
    title: above,
    episode: title,
    kind,
    seriesId: textOf(item.grandparentRatingKey),
    season: countOf(item.parentIndex),
    episodeNumber: countOf(item.index),
  };
}
