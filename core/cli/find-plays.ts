/** The plays that the filters of a command line mean, the newest first. */
import { mediaPlayback, mediaUsers, type People } from '@sidelight/plugin-api';
import { directoryOf } from '@sidelight/plugin-api/host';
import type { Cache } from '../cache/cache.js';
import type { CoreSettings } from '../config/to-settings.js';
import { isSuspect } from '../derivations/amend-history.js';
import type { Playback } from '../derivations/core-plays.js';
import { CodedError } from '../ground/errors.js';
import type { Flags } from './command.js';

export interface Found {
  /** `<integration>:<id>` */
  readonly id: string;
  readonly source: string;
  /** As everywhere else: the person, or the account under its name of today. */
  readonly viewer: string;
  readonly play: Playback;
}

const FILTERS = ['user', 'title', 'since', 'source', 'suspect'] as const;
const PLAYS_AT_ONCE = 1000;
const DAY_MS = 86_400_000;

export const isFiltered = (flags: Flags): boolean => FILTERS.some((name) => flags[name] !== undefined);

/** @throws usage */
export async function findPlays(cache: Cache, settings: CoreSettings, flags: Flags): Promise<readonly Found[]> {
  const scope = { now: new Date(), zone: 'UTC' };
  const people = directoryOf(settings.people, await cache.rows(mediaUsers, {}, scope));
  const sources = [...(await cache.sources())].filter((id) => flags.source === undefined || id === flags.source);
  const isMeant = filterOf(flags);
  const found: Found[] = [];
  for (const source of sources) {
    for (let place: string | null = ''; place !== null; ) {
      const { items, last }: Awaited<ReturnType<typeof pageOf>> = await pageOf(cache, source, place);
      found.push(...items.map((play) => foundOf(source, play, people)).filter(isMeant));
      place = last;
    }
  }
  return found.sort((a, b) => (a.play.startedAt < b.play.startedAt ? 1 : -1));
}

const pageOf = (cache: Cache, source: string, after: string) => cache.page(mediaPlayback, source, after, PLAYS_AT_ONCE);

function foundOf(source: string, play: Playback, people: People): Found {
  const { name } = people.of({ source, userId: play.userId, name: play.viewer });
  return { id: `${source}:${play.id}`, source, viewer: name, play };
}

function filterOf({ user, title, since, suspect }: Flags): (found: Found) => boolean {
  const from = since === undefined ? '' : momentOf(since, new Date());
  const [wanted, part] = [user?.toLowerCase(), title?.toLowerCase()];
  return ({ viewer, play }) => {
    const names = [viewer, play.viewer, play.userId].map((name) => name?.toLowerCase());
    const titles = [play.title, play.episode].map((name) => name?.toLowerCase() ?? '');
    return (
      (wanted === undefined || names.includes(wanted)) &&
      (part === undefined || titles.some((name) => name.includes(part))) &&
      play.startedAt >= from &&
      (suspect !== true || isSuspect(play))
    );
  };
}

/** `30d` ago, or a date, as ISO time. @throws usage */
export function momentOf(text: string, now: Date): string {
  const days = /^(\d{1,5})d$/.exec(text.trim())?.[1];
  const at = days === undefined ? Date.parse(text) : now.getTime() - Number(days) * DAY_MS;
  if (Number.isNaN(at))
    throw new CodedError('usage', `"${text}" is not a time: write 30d, or a date such as 2026-12-31`);
  return new Date(at).toISOString();
}
