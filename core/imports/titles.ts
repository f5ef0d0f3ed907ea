/** What the media server knows of titles that other programs only name: plays of one series are to be one work. */
import { type ItemOf, mediaItems, mediaLibraries } from '@sidelight/plugin-api';
import type { Cache } from '../cache/cache.js';
import type { Playback } from '../derivations/core-plays.js';

type Item = ItemOf<typeof mediaItems>;

export interface Titled {
  readonly plays: readonly Playback[];
  /** Keys of the titles that the server has. */
  readonly present: ReadonlySet<string>;
}

export class Titles {
  constructor(
    private readonly cache: Pick<Cache, 'named' | 'rows'>,
    private readonly source: string,
    private readonly libraries: ReadonlySet<string>,
  ) {}

  static async of(cache: Pick<Cache, 'named' | 'rows'>, source: string): Promise<Titles> {
    const rows = await cache.rows(mediaLibraries, {}, { now: new Date(0), zone: 'UTC', sources: [source] });
    return new Titles(cache, source, new Set(rows.map(({ id }) => id)));
  }

  /** A few hundred at once. What the file tells goes before what the server does. */
  async fill(plays: readonly Playback[]): Promise<Titled> {
    const ids = [...new Set(plays.flatMap(({ itemId }) => itemId ?? []))];
    const items = new Map((await this.cache.named(mediaItems, this.source, ids)).map((item) => [item.id, item]));
    const filled = plays.map((play) => this.filled(play, items.get(play.itemId ?? '')));
    return { plays: filled, present: new Set(items.keys()) };
  }

  private filled({ libraryId, ...play }: Playback, item: Item | undefined): Playback {
    const isOurs = libraryId !== undefined && this.libraries.has(libraryId);
    return { ...(item === undefined ? {} : toldBy(item)), ...play, ...(isOurs ? { libraryId } : {}) };
  }
}

function toldBy({ kind, seriesId, season, episode, tmdb, tvdb, imdb }: Item): Partial<Playback> {
  const ids = { ...(tmdb && { tmdb }), ...(tvdb && { tvdb }), ...(imdb && { imdb }) };
  if (kind === 'movie') return { kind, ...ids };
  if (kind !== 'episode') return {};
  return {
    kind,
    ...ids,
    ...(seriesId === undefined ? {} : { seriesId }),
    ...(season === undefined ? {} : { season }),
    ...(episode === undefined ? {} : { episodeNumber: episode }),
  };
}
