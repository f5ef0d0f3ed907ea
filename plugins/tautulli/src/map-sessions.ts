/** From what is being played to sessions. Pure. */
import type { ItemIn, mediaSessions } from '@sidelight/plugin-api';
import { idOf, isOn, numberOf } from './loose.js';
import { kindOf, methodOf, partsOf, remoteOf, viewerOf, workIdsOf } from './map-work.js';
import type * as up from './upstream.js';

type Row = ItemIn<typeof mediaSessions>;

export const sessionsOf = (sessions: readonly up.Session[]): readonly Row[] => sessions.map(sessionOf);

function sessionOf(session: up.Session): Row {
  const id = session.session_id || String(session.session_key ?? '');
  return {
    id,
    ...viewerOf(session),
    itemId: idOf(session.rating_key) ?? '',
    ...titlesOf(session),
    ...partsOf(session),
    ...workIdsOf(session, session.guids ?? []),
    year: numberOf(session.year),
    libraryId: idOf(session.section_id),
    kind: kindOf(session),
    client: session.product ?? '',
    device: session.player ?? '',
    deviceId: session.machine_id || id,
    ...streamsOf(session),
    remote: remoteOf(session),
    paused: session.state === 'paused',
    positionSeconds: secondsOf(session.view_offset) ?? 0,
    runtimeSeconds: secondsOf(session.duration),
    bandwidthBps: scaled(session.bandwidth, 1000),
  };
}

/** Of live television the channel, where it is told: often there is only what is on. */
function titlesOf(session: up.Session) {
  const title = session.title || 'Unknown title';
  const kind = kindOf(session);
  if (kind === 'live') {
    const channel = session.channel_title || session.channel_call_sign;
    return channel ? { title: channel, programme: title } : { title };
  }
  if (kind !== 'episode') return { title };
  const series = session.grandparent_title || undefined;
  return { title, series, episode: numberOf(session.media_index), episodeTitle: title };
}

function streamsOf(session: up.Session): Pick<Row, 'method'> & Partial<Row> {
  const [video, audio] = [methodOf(session.video_decision), methodOf(session.audio_decision)];
  const isSound = kindOf(session) === 'music';
  return {
    method: isSound ? audio : video,
    audioMethod: audio,
    videoCodec: session.video_codec || undefined,
    audioCodec: session.audio_codec || undefined,
    resolution: resolutionOf(session.video_full_resolution),
    toVideoCodec: video === 'transcode' && !isSound ? session.transcode_video_codec || undefined : undefined,
    toAudioCodec: audio === 'transcode' ? session.transcode_audio_codec || undefined : undefined,
    toResolution: video === 'transcode' ? resolutionOf(session.stream_video_full_resolution) : undefined,
    hardware: isOn(session.transcode_hw_encoding) ? session.transcode_hw_encode || 'hardware' : undefined,
  };
}

/** `1080p`, `576i`, `4k`; a bare `p` of what has no picture. */
const resolutionOf = (text: string | null | undefined): string | undefined =>
  text && /^\d/.test(text) ? text.replace(/^4k$/i, '2160p') : undefined;

const secondsOf = (ms: up.Session['duration']): number | undefined => scaled(ms, 1 / 1000);

function scaled(value: up.Session['duration'], factor: number): number | undefined {
  const number = numberOf(value);
  return number === undefined ? undefined : Math.max(0, Math.floor(number * factor));
}
