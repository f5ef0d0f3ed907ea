/** Who plays what. Pure. */
import type { ItemIn, mediaSessions } from '@sidelight/plugin-api';
import { userIdOf } from './map.js';
import { imageOf, resolutionOf, workIdsOf } from './map-work.js';
import type * as up from './upstream.js';
import { countOf, flagOf, secondsOf, textOf } from './values.js';

type Row = ItemIn<typeof mediaSessions>;
type Method = Row['method'];

const KINDS = new Map<string, Row['kind']>([
  ['movie', 'movie'],
  ['episode', 'episode'],
  ['track', 'music'],
]);

export const kindOf = (type: up.Loose): Row['kind'] => KINDS.get(String(type ?? '')) ?? 'other';

const isLive = (session: up.Session): boolean => flagOf(session.live) === true;

/** Nobody chose it: the theme of a series, a trailer, what runs before a film. */
const isUnchosen = (session: up.Session): boolean =>
  /^(library|prerolls?):\/\//.test(textOf(session.guid) ?? '') ||
  textOf(session.extraType) !== undefined ||
  (session.type === 'clip' && /^(trailer|preroll)$/.test(textOf(session.subtype) ?? ''));

export const sessionsOf = (sessions: readonly up.Session[]): readonly Row[] =>
  sessions.filter((session) => !isUnchosen(session)).map(sessionOf);

/** What the server ends a play by; players that have none cannot be ended from here. */
export const sessionIdOf = ({ Session }: up.Session): string | undefined => textOf(Session?.id);

function sessionOf(session: up.Session): Row {
  const kind = isLive(session) ? 'live' : kindOf(session.type);
  const { Player: player, User: user, Session: connection } = session;
  const key = textOf(session.sessionKey) ?? '';
  const bandwidth = countOf(connection?.bandwidth);
  return {
    id: sessionIdOf(session) ?? key,
    userId: userIdOf(user?.id),
    viewer: textOf(user?.title) ?? 'Unknown',
    itemId: textOf(session.ratingKey) ?? key,
    ...titlesOf(session, kind),
    year: countOf(session.year),
    image: imageOf(session),
    libraryId: textOf(session.librarySectionID),
    ...workIdsOf(session),
    kind,
    client: textOf(player?.product) ?? '',
    device: textOf(player?.title) ?? '',
    deviceId: textOf(player?.machineIdentifier) ?? key,
    method: methodOf(session.TranscodeSession, kind),
    ...streamsOf(session),
    remote: isRemote(session),
    paused: player?.state === 'paused',
    positionSeconds: secondsOf(session.viewOffset) ?? 0,
    runtimeSeconds: secondsOf(session.duration),
    // Told in kbit/s.
    bandwidthBps: bandwidth === undefined ? undefined : bandwidth * 1000,
  };
}

/** Of a channel its name is the title, and what runs there the programme. */
function titlesOf(session: up.Session, kind: Row['kind']) {
  const title = textOf(session.title) ?? '';
  const above = textOf(session.grandparentTitle);
  if (kind === 'live') {
    const channel = session.Media?.map((media) => textOf(media.channelTitle) ?? textOf(media.channelCallSign));
    const programme = above ?? title;
    return { title: channel?.find((name) => name !== undefined) ?? programme, programme };
  }
  if (kind === 'music') return { title, artist: above, album: textOf(session.parentTitle) };
  if (kind !== 'episode') return { title };
  return {
    title,
    series: above,
    seriesId: textOf(session.grandparentRatingKey),
    season: countOf(session.parentIndex),
    episode: countOf(session.index),
    episodeTitle: title,
  };
}

/** Plex knows it; where it does not say, an address on the same network is one that its player calls local. */
function isRemote({ Session, Player }: up.Session): boolean | undefined {
  const location = textOf(Session?.location);
  if (location !== undefined) return location !== 'lan';
  const local = flagOf(Player?.local);
  return local === undefined ? undefined : !local;
}

const DECISIONS: Readonly<Record<string, Method>> = { directplay: 'direct', copy: 'remux', transcode: 'transcode' };

const decided = (decision: up.Loose): Method => DECISIONS[textOf(decision) ?? ''] ?? 'unknown';

/** A session of the transcoder may copy both tracks: that there is one says nothing. */
const methodOf = (transcode: up.Session['TranscodeSession'], kind: Row['kind']): Method =>
  transcode === undefined || transcode === null
    ? 'direct'
    : decided(kind === 'music' ? transcode.audioDecision : transcode.videoDecision);

/** The picture and the sound that are played. Of what is made anew, `Media` tells what comes out of it. */
function streamsOf({ Media, TranscodeSession: transcode }: up.Session) {
  const media = (Media ?? []).find(({ selected }) => flagOf(selected) === true) ?? Media?.[0];
  if (transcode === undefined || transcode === null) {
    return {
      audioMethod: 'direct' as const,
      videoCodec: textOf(media?.videoCodec),
      audioCodec: playedSound(media) ?? textOf(media?.audioCodec),
      resolution: resolutionOf(media),
    };
  }
  const isNewVideo = decided(transcode.videoDecision) === 'transcode';
  const isNewAudio = decided(transcode.audioDecision) === 'transcode';
  return {
    audioMethod: decided(transcode.audioDecision),
    videoCodec: textOf(transcode.sourceVideoCodec),
    audioCodec: textOf(transcode.sourceAudioCodec),
    resolution: isNewVideo ? undefined : resolutionOf(media),
    toVideoCodec: isNewVideo ? textOf(transcode.videoCodec) : undefined,
    toAudioCodec: isNewAudio ? textOf(transcode.audioCodec) : undefined,
    toResolution: isNewVideo ? resolutionOf(media) : undefined,
    hardware: isNewVideo ? textOf(transcode.transcodeHwEncoding) : undefined,
  };
}

const SOUND = '2';

const playedSound = (media: up.Media | undefined): string | undefined => {
  const streams = (media?.Part ?? []).flatMap(({ Stream }) => Stream ?? []);
  const sound = streams.find((one) => textOf(one.streamType) === SOUND && flagOf(one.selected) === true);
  return textOf(sound?.codec);
};
