/** What plays are grouped by. Pure. */
import type { Playback } from './core-plays.js';

/** An episode counts for its series. */
const kindOf = ({ kind = 'other' }: Playback): string => (kind === 'episode' ? 'series' : kind);

/**
 * By public ids where they are those of the work: an episode's are its own. Ids of sources stand beside the title, because two
 * servers may number different titles alike.
 */
export function workOf(play: Playback): string {
  const kind = kindOf(play);
  const { tmdb, imdb, tvdb, seriesId, itemId, title } = play;
  if (kind === 'movie') {
    const known = Object.entries({ tmdb, imdb, tvdb }).find(([, id]) => id !== undefined && id !== '');
    if (known !== undefined) return `${kind}:${known.join(':')}`;
  }
  const id = kind === 'series' ? seriesId : itemId;
  return [kind, ...(id === undefined || id === '' ? [] : [id]), title.trim().toLowerCase()].join(':');
}
