import {
  cached,
  defineSummary,
  defineWidget,
  listOf,
  live,
  mediaSessions,
  type People,
  percent,
  picture,
  sessionMessage,
  sessionStop,
} from '@sidelight/plugin-api';
import { entityId, flag, int, method, nullable, object, oneOf, text, words } from './shared/fields.js';
import { fullTitle, partOf, timeLeft } from './shared/labels.js';
import { byRank, globalId, posterOf, type RowOf, sumOf } from './shared/rows.js';
import { sessionTone, tone } from './shared/tones.js';

type Session = RowOf<typeof mediaSessions>;

const workFields = {
  season: nullable(int()),
  episode: nullable(int()),
  artist: text(),
  album: text(),
  year: nullable(int()),
  programme: text('The programme on the channel of a live session'),
  part: text('"S02E05" of an episode'),
  image: text('The picture: its integration and name, "living-room:…", not an address. Empty if there is none'),
  poster: picture(),
};

const workFacts = ({ source, season, episode, artist, album, year, programme, image }: Session) => ({
  season: season ?? null,
  episode: episode ?? null,
  artist: artist ?? '',
  album: album ?? '',
  year: year ?? null,
  programme: programme ?? '',
  part: partOf(season, episode),
  image: image === undefined ? '' : globalId(source, image),
  poster: posterOf({ source, image }),
});

const streamFields = {
  bandwidthBps: nullable(int('Bits per second')),
  remote: nullable(flag('From outside the server’s network')),
  audioMethod: method(),
  video: text('"hevc 2160p", with its conversion: "hevc 2160p → h264 1080p"'),
  audio: text('"truehd", with its conversion: "truehd → aac"'),
  transcodeReasons: words(),
  reason: text('The reasons as text: "audio codec not supported"'),
  hardware: text('The hardware encoder, if any'),
  place: text('"local" or "remote", if known'),
};

const streamFacts = (session: Session) => ({
  bandwidthBps: session.bandwidthBps ?? null,
  remote: session.remote ?? null,
  audioMethod: session.audioMethod ?? 'unknown',
  video: made([session.videoCodec, session.resolution], [session.toVideoCodec, session.toResolution]),
  audio: made([session.audioCodec], [session.toAudioCodec]),
  transcodeReasons: session.transcodeReasons ?? [],
  reason: (session.transcodeReasons ?? []).map(spelledOut).join(', '),
  hardware: session.hardware ?? '',
  place: session.remote === undefined ? '' : session.remote ? 'remote' : 'local',
});

/** "AudioCodecNotSupported" as "audio codec not supported". */
const spelledOut = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

type Track = readonly (string | undefined)[];

function made(from: Track, to: Track): string {
  const sides = [from, to].map((track) => track.filter((part) => part !== undefined).join(' '));
  const told = sides.filter((side, index) => side !== '' && sides.indexOf(side) === index);
  return told.join(' → ');
}

const leftFields = {
  leftSeconds: nullable(int('Until the end; null while the runtime is unknown')),
  eta: text('Formatted leftSeconds: "12 min left"'),
};

function leftOf({ positionSeconds, runtimeSeconds }: Session) {
  const left = runtimeSeconds === undefined ? undefined : Math.max(0, runtimeSeconds - positionSeconds);
  return { leftSeconds: left ?? null, eta: timeLeft(left) };
}

function row(session: Session, people: People) {
  const progress = percent(session.positionSeconds, session.runtimeSeconds);
  const position = session.runtimeSeconds === undefined ? session.kind : `${progress} %`;
  const viewer = people.of({ source: session.source, userId: session.userId, name: session.viewer }).name;
  const state = session.paused ? 'paused' : position;
  const left = leftOf(session);
  return {
    sessionId: globalId(session.source, session.id),
    viewer,
    title: fullTitle(session.series, session.title),
    type: session.kind,
    client: session.client,
    device: session.device,
    method: session.method,
    paused: session.paused,
    progress,
    share: session.runtimeSeconds === undefined ? null : progress,
    positionSeconds: session.positionSeconds,
    runtimeSeconds: session.runtimeSeconds ?? null,
    ...left,
    ...workFacts(session),
    ...streamFacts(session),
    tone: sessionTone(session),
    label: state,
    brief: [viewer, session.paused || left.eta === '' ? state : left.eta].filter((part) => part !== '').join(' · '),
  };
}

export const widget = defineWidget({
  id: 'nowplaying',
  summary: 'What is being watched right now',
  reads: { sessions: live(mediaSessions) },
  response: object({
    playing: int(),
    paused: int(),
    transcoding: int(),
    bandwidthBps: int('Bits per second of all sessions'),
    items: listOf({
      sessionId: entityId('session'),
      viewer: text(),
      title: text('"Series – Title" of an episode'),
      type: oneOf('movie', 'episode', 'music', 'live', 'other'),
      client: text('The playing app'),
      device: text(),
      method: method(),
      paused: flag(),
      progress: int('0 to 100; 0 while the runtime is unknown'),
      share: nullable(int('Same as progress; null while the runtime is unknown, as in live television')),
      positionSeconds: int(),
      runtimeSeconds: nullable(int('null while unknown, as in live television')),
      ...leftFields,
      ...workFields,
      ...streamFields,
      brief: text('"Finn · 25 min left"'),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Now playing',
    group: 'playback',
    icon: 'mdi-television-play',
    starter: true,
    stats: [
      { field: 'playing', label: 'Playing', format: 'number' },
      { field: 'paused', label: 'Paused', format: 'number' },
      { field: 'transcoding', label: 'Transcoding', format: 'number' },
      { field: 'bandwidthBps', label: 'Bandwidth', format: 'bitrate' },
    ],
    list: {
      items: 'items',
      name: 'title',
      brief: 'brief',
      details: [
        'viewer',
        'part',
        'artist',
        'album',
        'programme',
        'eta',
        'device',
        'method',
        'video',
        'audio',
        'reason',
        'hardware',
        'place',
      ],
      progress: 'share',
      tone: 'tone',
      image: 'poster',
    },
    actions: [sessionStop.id, sessionMessage.id],
  },
  render: ({ sessions }, { limit, people }) => ({
    playing: sessions.items.filter((session) => !session.paused).length,
    paused: sessions.items.filter((session) => session.paused).length,
    transcoding: sessions.items.filter((session) => session.method === 'transcode').length,
    bandwidthBps: sumOf(sessions.items, (session) => session.bandwidthBps ?? 0),
    items: sessions.items
      .toSorted(byRank((session) => Number(session.paused)))
      .slice(0, limit)
      .map((session) => row(session, people)),
  }),
});

/** As the last look at the media servers found them: the homepage waits for nobody. */
export const summary = defineSummary({
  id: 'nowplaying',
  reads: { sessions: cached(mediaSessions) },
  fields: object({ playing: int('Streams, including paused ones'), transcoding: int('Of these') }),
  render: ({ sessions }) => ({
    playing: sessions.items.length,
    transcoding: sessions.items.filter(({ method }) => method === 'transcode').length,
  }),
});
