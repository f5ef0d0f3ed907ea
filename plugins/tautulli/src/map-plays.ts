/** From rows of the history to plays. Pure. */
import type { ItemIn, mediaPlayback } from '@sidelight/plugin-api';
import { idOf, numberOf, timeOf } from './loose.js';
import { kindOf, methodOf, partsOf, remoteOf, viewerOf, workIdsOf } from './map-work.js';
import type * as up from './upstream.js';

type Row = ItemIn<typeof mediaPlayback>;

const QUARTER_S = 15 * 60;

export const playsOf = (plays: readonly up.Play[]): readonly Row[] => plays.flatMap((play) => playOf(play) ?? []);

/** undefined: it goes on, or nobody knows when it was. */
function playOf(play: up.Play): Row | undefined {
  const [id, started] = [idOf(play.row_id), numberOf(play.started)];
  const startedAt = timeOf(started);
  if (id === undefined || started === undefined || startedAt === undefined) return undefined;
  const stopped = Math.max(started, numberOf(play.stopped) ?? started);
  const playedSeconds = Math.max(0, Math.round(stopped - started - (numberOf(play.paused_counter) ?? 0)));
  return {
    id,
    ...viewerOf(play),
    itemId: idOf(play.rating_key),
    ...titlesOf(play),
    ...partsOf(play),
    ...workIdsOf(play),
    kind: kindOf(play),
    method: methodOf(play.transcode_decision),
    client: play.product || undefined,
    device: play.player || undefined,
    remote: remoteOf(play),
    startedAt,
    endedAt: timeOf(stopped),
    playedSeconds,
    quarters: quartersOf(started, stopped, playedSeconds),
    origin: 'native',
  };
}

function titlesOf(play: up.Play) {
  const title = play.title || 'Unknown title';
  const kind = kindOf(play);
  if (kind === 'live') return { title: play.grandparent_title || title };
  if (kind !== 'episode') return { title };
  const number = numberOf(play.media_index);
  return { title: play.grandparent_title || title, episode: title, episodeNumber: number };
}

/** How long it was paused is told, and not when: what was played is spread evenly. Epoch seconds. */
function quartersOf(from: number, to: number, seconds: number): Row['quarters'] {
  const quarters: { at: string; seconds: number }[] = [];
  const playedBy = (at: number): number => Math.floor((seconds * (at - from)) / Math.max(1, to - from));
  for (let begin = from; begin < to; ) {
    const quarter = Math.floor(begin / QUARTER_S) * QUARTER_S;
    const end = Math.min(to, quarter + QUARTER_S);
    const share = playedBy(end) - playedBy(begin);
    if (share > 0) quarters.push({ at: new Date(quarter * 1000).toISOString(), seconds: share });
    begin = end;
  }
  return quarters;
}
