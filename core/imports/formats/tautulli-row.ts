/** A row of Tautulli's `session_history` with what its two neighbours say of it. Pure. */
import type { Playback } from '../../derivations/core-plays.js';
import { countOf, dropped, known, nameOf, numberOf, type Told, textOf } from '../told.js';

/** As the reader selects it; what an older database lacks is null. */
export type TautulliRow = Readonly<Record<string, unknown>>;

const LIVE_SECTION = 999_999;
const KINDS: Readonly<Record<string, Playback['kind']>> = { movie: 'movie', episode: 'episode', track: 'music' };

export function sessionTold(row: TautulliRow): Told {
  const id = `tautulli:${String(row['key'])}`;
  const viewer = textOf(row['friendly_name']) ?? textOf(row['user']);
  const [started, stopped] = [numberOf(row['started']) ?? 0, numberOf(row['stopped']) ?? 0];
  const kind = kindOf(row);
  const names = namesOf(row, kind);
  const name = nameOf(names.title, viewer, started > 0 ? isoOf(started) : '');
  if (started <= 0) return dropped(id, 'timeless', name);
  const seconds = Math.max(0, Math.floor(stopped - started - (numberOf(row['paused_counter']) ?? 0)));
  if (seconds === 0) return dropped(id, 'unplayed', name);
  const runtime = Math.round((numberOf(row['duration']) ?? 0) / 1000);
  return {
    id,
    play: known<Playback>({
      ...{ ...names, id, viewer, kind, playedSeconds: seconds },
      userId: textOf(row['user_id']),
      itemId: textOf(row['rating_key']),
      seriesId: kind === 'episode' ? textOf(row['grandparent_rating_key']) : undefined,
      libraryId: kind === 'live' ? undefined : textOf(row['section_id']),
      runtimeSeconds: runtime > 0 && kind !== 'live' ? runtime : undefined,
      method: methodOf(row, kind),
      client: textOf(row['product']),
      device: textOf(row['player']),
      remote: remoteOf(textOf(row['location'])),
      startedAt: isoOf(started),
      endedAt: isoOf(stopped),
      ...(kind === 'movie' ? workIdsOf(textOf(row['guid']) ?? '') : {}),
    }),
  };
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

function kindOf(row: TautulliRow): NonNullable<Playback['kind']> {
  if (numberOf(row['live']) === 1 || numberOf(row['section_id']) === LIVE_SECTION) return 'live';
  return KINDS[textOf(row['media_type']) ?? ''] ?? 'other';
}

type Names = Pick<Playback, 'title' | 'episode' | 'season' | 'episodeNumber' | 'artist' | 'album'>;

function namesOf(row: TautulliRow, kind: Playback['kind']): Names {
  const [own, parent, top] = [textOf(row['title']), textOf(row['parent_title']), textOf(row['grandparent_title'])];
  const title = own ?? textOf(row['full_title']) ?? 'Unknown';
  if (kind === 'music') return known<Names>({ title, artist: textOf(row['original_title']) ?? top, album: parent });
  if (kind !== 'episode' || top === undefined) return { title };
  return known<Names>({
    title: top,
    episode: own,
    season: countOf(row['parent_media_index']),
    episodeNumber: countOf(row['media_index']),
  });
}

/** `copy` of the whole, or of the picture: nothing of it was made anew. */
function methodOf(row: TautulliRow, kind: Playback['kind']): NonNullable<Playback['method']> {
  const [decision, video] = [textOf(row['transcode_decision']), textOf(row['video_decision'])];
  if (decision === 'direct play') return 'direct';
  if (decision === 'copy') return 'remux';
  if (decision !== 'transcode') return 'unknown';
  return kind !== 'music' && (video === 'copy' || video === 'direct play') ? 'remux' : 'transcode';
}

const remoteOf = (location: string | undefined): boolean | undefined =>
  location === undefined
    ? undefined
    : location === 'lan'
      ? false
      : location === 'wan' || location === 'cellular' || undefined;

const AGENTS = [
  ['imdb', /agents\.imdb:\/\/(tt\d+)/],
  ['tmdb', /agents\.themoviedb:\/\/(\d+)/],
  ['tvdb', /agents\.thetvdb:\/\/(\d+)/],
] as const;

/** Agents of old put the id of a public database into the guid. */
function workIdsOf(guid: string): Partial<Pick<Playback, 'imdb' | 'tmdb' | 'tvdb'>> {
  const found = AGENTS.flatMap(([name, form]) => {
    const id = form.exec(guid)?.[1];
    return id === undefined ? [] : [[name, id] as const];
  });
  return Object.fromEntries(found);
}
