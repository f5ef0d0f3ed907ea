import type { ItemIn, mediaSessions } from '@sidelight/plugin-api';
import { artistOf, imageOf, isUnchosen, resolutionOf, workIdsOf } from './map-work.js';
import { isRemote } from './remote.js';
import { isoTime, seconds } from './times.js';
import type * as up from './upstream.js';

export type SessionRow = ItemIn<typeof mediaSessions>;
type Row = SessionRow;

/** Bits per second of a title's file, of one of its versions where that is told. */
export type RateOf = (itemId: string, version: string | undefined) => number | undefined;

export const KINDS = new Map<string, Row['kind']>([
  ['Movie', 'movie'],
  ['Episode', 'episode'],
  ['Audio', 'music'],
  ['TvChannel', 'live'],
  ['LiveTvChannel', 'live'],
  ['Program', 'live'],
]);

/** The server lists every device that is connected; most of them play nothing, and one may be ourselves. */
export const sessionsOf = (sessions: readonly up.Session[], rateOf: RateOf = () => undefined): readonly Row[] =>
  sessions.flatMap((session) => {
    const playing = session.NowPlayingItem;
    const own = typeof session.DeviceId === 'string' && session.DeviceId === session.ServerId;
    return !playing || own || isUnchosen(playing) ? [] : [sessionOf(session, playing, rateOf)];
  });

function sessionOf(session: up.Session, playing: up.Playing, rateOf: RateOf): Row {
  const kind = KINDS.get(playing.Type ?? '') ?? 'other';
  return {
    id: session.Id,
    userId: userIdOf(session),
    viewer: session.UserName ?? 'Unknown',
    itemId: playing.Id,
    title: playing.Name ?? '',
    series: playing.SeriesName ?? undefined,
    ...numbersOf(playing),
    ...musicOf(playing, kind),
    year: playing.ProductionYear ?? undefined,
    programme: kind === 'live' ? (playing.CurrentProgram?.Name ?? undefined) : undefined,
    image: imageOf(playing),
    ...workIdsOf(playing),
    kind,
    client: session.Client ?? '',
    device: session.DeviceName ?? '',
    deviceId: session.DeviceId ?? session.Id,
    method: methodOf(session, kind),
    ...streamsOf(session, playing),
    remote: isRemote(session.RemoteEndPoint),
    paused: session.PlayState?.IsPaused ?? false,
    positionSeconds: seconds(session.PlayState?.PositionTicks ?? 0),
    runtimeSeconds: typeof playing.RunTimeTicks === 'number' ? seconds(playing.RunTimeTicks) : undefined,
    bandwidthBps: bandwidthOf(session, playing, rateOf),
    seenAt: isoTime(session.LastPlaybackCheckIn),
  };
}

/** Nobody is signed in where it is all zeros. */
export const userIdOf = ({ UserId }: Pick<up.Session, 'UserId'>): string | undefined =>
  UserId && /[^0-]/.test(UserId) ? UserId : undefined;

const numbersOf = (playing: up.Playing) =>
  playing.Type !== 'Episode'
    ? {}
    : {
        seriesId: playing.SeriesId ?? undefined,
        season: playing.ParentIndexNumber ?? undefined,
        episode: playing.IndexNumber ?? undefined,
        episodeTitle: playing.Name ?? undefined,
      };

const musicOf = (playing: up.Playing, kind: Row['kind']) =>
  kind === 'music' ? { artist: artistOf(playing), album: playing.Album ?? undefined } : {};

/** The picture and the sound that are played, and what the server makes of them. */
function streamsOf({ TranscodingInfo: info, PlayState: state }: up.Session, playing: up.Playing) {
  const streams = playing.MediaStreams ?? [];
  const video = streams.find((stream) => stream.Type === 'Video');
  const sounds = streams.filter((stream) => stream.Type === 'Audio');
  const audio = sounds.find((stream) => stream.Index === state?.AudioStreamIndex) ?? sounds[0];
  const hardware =
    info?.HardwareAccelerationType ?? (info?.VideoEncoderIsHardware === true ? info.VideoEncoderHwAccel : null);
  return {
    audioMethod:
      info?.IsAudioDirect === undefined || info.IsAudioDirect === null ? soundOf(info) : copied(info.IsAudioDirect),
    videoCodec: video?.Codec ?? undefined,
    audioCodec: audio?.Codec ?? undefined,
    resolution: video === undefined ? undefined : resolutionOf(video),
    toVideoCodec: info?.VideoCodec ?? undefined,
    toAudioCodec: info?.AudioCodec ?? undefined,
    toResolution: info?.VideoCodec ? resolutionOf(info) : undefined,
    transcodeReasons: info?.TranscodeReasons ?? undefined,
    hardware: hardware && hardware !== 'none' ? hardware.toLowerCase() : undefined,
  };
}

const copied = (direct: boolean): Row['method'] => (direct ? 'remux' : 'transcode');
const soundOf = (info: up.Session['TranscodingInfo']): Row['method'] =>
  info === undefined || info === null ? 'direct' : 'unknown';

/** The server's own PlayMethod says "Transcode" of a copied video too, and some clients leave it out. */
function methodOf({ TranscodingInfo: info }: up.Session, kind: Row['kind']): Row['method'] {
  if (info === undefined || info === null) return 'direct';
  const copied = kind === 'music' ? info.IsAudioDirect : info.IsVideoDirect;
  return copied === true ? 'remux' : 'transcode';
}

/**
 * What the server encodes to; else the sum of the tracks that are played. Where it does not know the video's, as of many
 * files, that of the whole file: the sound alone would be no answer.
 */
function bandwidthOf(session: up.Session, playing: up.Playing, rateOf: RateOf): number | undefined {
  const encoded = session.TranscodingInfo?.Bitrate;
  if (typeof encoded === 'number') return Math.round(encoded);
  if (lacksVideoRate(playing) && playing.Bitrate) return Math.round(playing.Bitrate);
  if (lacksVideoRate(playing)) return rateOf(playing.Id, session.PlayState?.MediaSourceId ?? undefined);
  const chosen = new Set([session.PlayState?.AudioStreamIndex, session.PlayState?.SubtitleStreamIndex]);
  const used = (playing.MediaStreams ?? []).filter(
    (stream) => stream.Type === 'Video' || chosen.has(stream.Index ?? undefined),
  );
  // Of music the one track is what is played, whichever the client names.
  const tracks =
    used.length > 0 ? used : (playing.MediaStreams ?? []).filter(({ Type }) => Type === 'Audio').slice(0, 1);
  const rate = tracks.reduce((sum, stream) => sum + (stream.BitRate ?? 0), 0);
  return rate > 0 ? Math.round(rate) : undefined;
}

const lacksVideoRate = ({ MediaStreams }: up.Playing): boolean =>
  (MediaStreams ?? []).some((stream) => stream.Type === 'Video' && !stream.BitRate);

/** Whether only the size of its file tells its bandwidth: one of the servers tells the rate of the whole file. */
export const needsRate = ({ NowPlayingItem: playing, TranscodingInfo }: up.Session): boolean =>
  Boolean(playing) &&
  typeof TranscodingInfo?.Bitrate !== 'number' &&
  !isUnchosen(playing as up.Playing) &&
  !playing?.Bitrate &&
  lacksVideoRate(playing as up.Playing);
