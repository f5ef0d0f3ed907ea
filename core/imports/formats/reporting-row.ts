/**
 * A row of the Playback Reporting plugin, wherever it is found: in its own backup or database, or in what other programs copied
 * from there. Pure.
 */
import { createHash } from 'node:crypto';
import type { Playback } from '../../derivations/core-plays.js';
import type { LocalTime } from '../../time/local-time.js';
import { dropped, known, nameOf, numberOf, type Told, textOf } from '../told.js';

export interface ReportingRow {
  /** As the plugin wrote it: local time of the server, or UTC with its Z. */
  readonly date: unknown;
  readonly userId: unknown;
  readonly itemId: unknown;
  readonly type?: unknown;
  readonly name: unknown;
  readonly method: unknown;
  readonly client: unknown;
  readonly device: unknown;
  readonly seconds: unknown;
}

/** The plugin writes a row down when a play has gone on for so long. */
const LATE_MS = 20_000;
/** Nobody plays for a day: old versions wrote milliseconds. */
const DAY_S = 86_400;

const KINDS: Readonly<Record<string, Playback['kind']>> = {
  Movie: 'movie',
  Episode: 'episode',
  Audio: 'music',
  TvChannel: 'live',
  LiveTvChannel: 'live',
  LiveTvProgram: 'live',
};

/** @param id not given: made of what the row tells */
export function reportingTold(
  row: ReportingRow,
  timeOf: (text: string) => LocalTime | null,
  id?: string,
  viewer?: string,
): Told {
  const written = textOf(row.date) ?? '';
  const time = timeOf(written);
  const names = namesOf(textOf(row.name) ?? '', textOf(row.type));
  const name = nameOf(names.title, viewer, written);
  const own = id ?? `playback-reporting:${idOf(row, time)}`;
  if (time === null) return dropped(own, 'timeless', name);
  const seconds = secondsOf(row.seconds);
  if (seconds === 0) return dropped(own, 'unplayed', name);
  const startedAt = new Date(time.at - LATE_MS).toISOString();
  const endedAt = new Date(time.at - LATE_MS + seconds * 1000).toISOString();
  return {
    id: own,
    play: known<Playback>({
      ...{ ...names, id: own, startedAt, endedAt, viewer, playedSeconds: seconds },
      userId: textOf(row.userId),
      itemId: textOf(row.itemId),
      kind: row.type === undefined ? undefined : (KINDS[String(row.type)] ?? 'other'),
      method: methodOf(textOf(row.method)),
      client: textOf(row.client),
      device: textOf(row.device),
      approximate: time.isUncertain ? true : undefined,
    }),
  };
}

/** The same for its backups in local time and in UTC, which tell parts of a second or do not. */
const idOf = ({ date, userId, itemId }: ReportingRow, time: LocalTime | null): string =>
  createHash('sha256')
    .update(JSON.stringify([time === null ? String(date) : Math.floor(time.at / 1000), userId, itemId]))
    .digest('hex')
    .slice(0, 24);

/** 0: nobody knows. The least of all numbers means a server that was restarted before the first progress. */
function secondsOf(value: unknown): number {
  const seconds = numberOf(value) ?? 0;
  return Math.max(0, Math.floor(seconds >= DAY_S ? seconds / 1000 : seconds));
}

type Names = Pick<Playback, 'title' | 'episode' | 'season' | 'episodeNumber' | 'artist' | 'album'>;

const EPISODE = /^(.+?) - s(\d+)e(\d+) - (.*)$/is;
const TRACK = /^(.+?) - (.+) \((.+)\)$/s;
const UNKNOWN = 'Not Known';

/** `Series - s01e02 - Title`, `Artist - Title (Album)`, or a title. */
function namesOf(text: string, type?: string): Names {
  const name = text.replace(/\s+/g, ' ').trim() || 'Unknown';
  const [, series, season, number, episode] =
    type === undefined || type === 'Episode' ? (EPISODE.exec(name) ?? []) : [];
  if (series !== undefined) {
    // Where the plugin knew no numbers it wrote s00e00.
    const isNumbered = Number(number) > 0;
    return known<Names>({
      title: series,
      episode: textOf(episode),
      season: isNumbered ? Number(season) : undefined,
      episodeNumber: isNumbered ? Number(number) : undefined,
    });
  }
  const [, artist, title, album] = type === 'Audio' ? (TRACK.exec(name) ?? []) : [];
  if (title === undefined) return { title: name };
  const told = (part: string | undefined) => (part === UNKNOWN ? undefined : part);
  return known<Names>({ title, artist: told(artist), album: told(album) });
}

/** `DirectPlay`, `DirectStream`, `Transcode (v:h264 a:aac)`; `v:direct` is a picture that was copied. */
export function methodOf(text: string | undefined): Playback['method'] {
  if (text === undefined) return undefined;
  if (/^directplay\b/i.test(text)) return 'direct';
  if (/^(directstream|remux)\b/i.test(text) || /\bv:direct\b/i.test(text)) return 'remux';
  return /^transcode\b/i.test(text) ? 'transcode' : 'unknown';
}
