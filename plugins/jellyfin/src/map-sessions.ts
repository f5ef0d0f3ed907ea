import type { ItemIn, mediaSessions } from '@sidelight/plugin-api';
import { isoTime, seconds } from './times.js';
import type * as up from './upstream.js';

type Row = ItemIn<typeof mediaSessions>;

const KINDS = new Map<string, Row['kind']>([
  ['Movie', 'movie'],
  ['Episode', 'episode'],
  ['Audio', 'music'],
  ['TvChannel', 'live'],
  ['LiveTvChannel', 'live'],
  ['Program', 'live'],
]);

/** The server lists every device that is connected; most of them play nothing, and one may be ourselves. */
export const sessionsOf = (sessions: readonly up.Session[]): readonly Row[] =>
  sessions.flatMap((session) => {
    const playing = session.NowPlayingItem;
    const own = typeof session.DeviceId === 'string' && session.DeviceId === session.ServerId;
    return playing === undefined || playing === null || own ? [] : [sessionOf(session, playing)];
  });

function sessionOf(session: up.Session, playing: up.Playing): Row {
  const kind = KINDS.get(playing.Type ?? '') ?? 'other';
  return {
    id: session.Id,
    userId: session.UserId ?? '',
    viewer: session.UserName ?? 'Unknown',
    itemId: playing.Id,
    title: playing.Name ?? '',
    series: playing.SeriesName ?? undefined,
    kind,
    client: session.Client ?? '',
    device: session.DeviceName ?? '',
    deviceId: session.DeviceId ?? session.Id,
    method: methodOf(session, kind),
    paused: session.PlayState?.IsPaused ?? false,
    positionSeconds: seconds(session.PlayState?.PositionTicks ?? 0),
    runtimeSeconds: typeof playing.RunTimeTicks === 'number' ? seconds(playing.RunTimeTicks) : undefined,
    bandwidthBps: bandwidthOf(session, playing),
    seenAt: isoTime(session.LastPlaybackCheckIn),
  };
}

/** The server's own PlayMethod says "Transcode" of a copied video too, and some clients leave it out. */
function methodOf({ TranscodingInfo: info }: up.Session, kind: Row['kind']): Row['method'] {
  if (info === undefined || info === null) return 'direct';
  const copied = kind === 'music' ? info.IsAudioDirect : info.IsVideoDirect;
  return copied === true ? 'remux' : 'transcode';
}

/** What the server encodes to; else the sum of the tracks that are played, where the server knows their rates. */
function bandwidthOf(session: up.Session, playing: up.Playing): number | undefined {
  const encoded = session.TranscodingInfo?.Bitrate;
  if (typeof encoded === 'number') return Math.round(encoded);
  const chosen = new Set([session.PlayState?.AudioStreamIndex, session.PlayState?.SubtitleStreamIndex]);
  const used = (playing.MediaStreams ?? []).filter((stream) => stream.Type === 'Video' || chosen.has(stream.Index));
  const rate = used.reduce((sum, stream) => sum + (stream.BitRate ?? 0), 0);
  return rate > 0 ? Math.round(rate) : undefined;
}
