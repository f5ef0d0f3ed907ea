import {
  ago,
  cached,
  defineWidget,
  listOf,
  mediaItems,
  mediaPlayback,
  named,
  type People,
  percent,
  picture,
  type Static,
  Type,
  tally,
} from '@sidelight/plugin-api';
import { flag, int, method, nullable, object, oneOf, text, time } from './shared/fields.js';
import { partOf } from './shared/labels.js';
import { latestPlays, personOf, titleOf } from './shared/plays.js';
import { globalId, posterOf, type RowOf, sumOf } from './shared/rows.js';

const query = object({
  kind: Type.Enum(['all', 'movie', 'episode', 'music', 'live', 'other'], {
    default: 'all',
    description: 'Only plays of this kind',
  }),
});

export const widget = defineWidget({
  id: 'activity',
  summary: 'The latest plays',
  query,
  reads: ({ kind }: Static<typeof query>) => {
    const where = kind === 'all' ? {} : { where: { kind } };
    return {
      all: tally(mediaPlayback, where),
      plays: kind === 'all' ? latestPlays : cached(mediaPlayback, { ...latestPlays.query, ...where }),
      titles: named(mediaItems, { read: 'plays', field: 'itemId', own: true }),
    };
  },
  response: object({
    count: int('All recorded plays'),
    items: listOf({
      id: text(),
      viewer: text(),
      title: text('"Series – Episode" of an episode'),
      kind: text('movie, episode, music, live or other'),
      method: method(),
      client: text(),
      playedAt: time(),
      playedSeconds: int('Without pauses'),
      season: nullable(int()),
      episode: nullable(int()),
      part: text('Season and episode: S02E05'),
      artist: text(),
      album: text(),
      device: text(),
      runtimeSeconds: nullable(int('Runtime of the title')),
      percent: nullable(int('Watched part of the title')),
      watched: text('Formatted percent'),
      resumes: int('How often it was resumed, which counts as one play'),
      remote: nullable(flag('From outside the server’s network')),
      endedAt: nullable(time()),
      origin: oneOf('recorded', 'native', 'imported', 'gap', 'unknown'),
      approximate: flag('Its times are approximate'),
      poster: picture(),
    }),
  }),
  tile: {
    title: 'Activity',
    group: 'playback',
    icon: 'mdi-history',
    starter: true,
    stats: [{ field: 'count', label: 'Plays', format: 'number' }],
    list: {
      items: 'items',
      name: 'title',
      details: ['part', 'viewer', 'artist', 'device', 'watched'],
      at: 'playedAt',
      image: 'poster',
    },
  },
  render: ({ all, plays, titles }, { now, limit, people }) => {
    const posters = new Map(titles.items.map((title) => [globalId(title.source, title.id), posterOf(title)]));
    return {
      count: all.count,
      items: withoutResumes(plays.items, people)
        .slice(0, limit)
        .map(({ latest: play, parts, playedSeconds }) => {
          const share = play.runtimeSeconds ? percent(playedSeconds, play.runtimeSeconds) : null;
          return {
            id: globalId(play.source, play.id),
            viewer: personOf(play, people).name,
            title: titleOf(play),
            kind: play.kind ?? 'other',
            method: play.method ?? 'unknown',
            client: play.client ?? '',
            playedAt: play.startedAt,
            playedSeconds,
            season: play.season ?? null,
            episode: play.episodeNumber ?? null,
            part: partOf(play.season, play.episodeNumber),
            artist: play.artist ?? '',
            album: play.album ?? '',
            device: play.device ?? '',
            runtimeSeconds: play.runtimeSeconds ?? null,
            percent: share,
            watched: share === null ? '' : `${share} %`,
            resumes: parts.length - 1,
            remote: play.remote ?? null,
            endedAt: play.endedAt ?? null,
            origin: play.origin ?? 'unknown',
            poster: posters.get(globalId(play.source, play.itemId ?? '')) ?? '',
            approximate: parts.some(({ approximate }) => approximate === true),
            label: ago(play.startedAt, now),
          };
        }),
    };
  },
});

type Play = RowOf<typeof mediaPlayback>;

interface Stretch {
  readonly latest: Play;
  /** Newest first. */
  readonly parts: readonly Play[];
  readonly playedSeconds: number;
}

/** Whoever goes on later than the next day has begun anew. */
const RESUME_MS = 24 * 3_600_000;
/** Where the length of the title is not known, only a short break is one. */
const BREAK_MS = 3_600_000;

/** Plays that went on where an earlier one of the same person and title had stopped, as one each. @param plays newest first */
function withoutResumes(plays: readonly Play[], people: People): readonly Stretch[] {
  const stretches: Stretch[] = [];
  /** Person and title → the place of the stretch that an earlier play may belong to. */
  const open = new Map<string, number>();
  for (const play of plays) {
    const key = JSON.stringify([personOf(play, people).id, play.itemId ?? [play.kind, titleOf(play)]]);
    const place = open.get(key);
    const stretch = place === undefined ? undefined : stretches[place];
    if (place !== undefined && stretch !== undefined && isGoneOn(play, stretch)) {
      const parts = [...stretch.parts, play];
      stretches[place] = { ...stretch, parts, playedSeconds: sumOf(parts, secondsOf) };
    } else {
      open.set(key, stretches.push({ latest: play, parts: [play], playedSeconds: secondsOf(play) }) - 1);
    }
  }
  return stretches;
}

const secondsOf = ({ playedSeconds = 0 }: Play): number => playedSeconds;

/** What was seen to its end was begun anew: together they are no longer than the title. */
function isGoneOn(earlier: Play, { latest, parts, playedSeconds }: Stretch): boolean {
  const next = Date.parse(parts.at(-1)?.startedAt ?? latest.startedAt);
  const end = earlier.endedAt ?? earlier.startedAt;
  const pause = next - Math.max(Date.parse(end), Date.parse(earlier.startedAt) + secondsOf(earlier) * 1000);
  const { runtimeSeconds } = latest;
  if (!runtimeSeconds) return pause <= BREAK_MS;
  return pause <= RESUME_MS && playedSeconds + secondsOf(earlier) <= runtimeSeconds;
}
