/**
 * The library of the fake server: items are made when they are asked for, from their place in the order of DateCreated,
 * so that a hundred thousand of them cost no memory. Only what was changed by hand is remembered.
 */
const HOUR = 3_600_000;
/** When the generated items were last saved: any incremental listing is after it. */
const BUILT_AT = Date.parse('2026-01-01T00:00:00.000Z');
const SEASONS = 2;
const EPISODES = 10;
/** A series, its seasons and their episodes. */
export const SERIES_BLOCK = 1 + SEASONS + SEASONS * EPISODES;
/** Every so many movies there is one in two versions. */
const TWO_VERSIONS_EVERY = 50;

export type Wire = Readonly<Record<string, unknown>>;

export interface ItemChange {
  readonly name?: string;
  /** How many versions a movie has. */
  readonly versions?: number;
  /** false: no poster, no logo, no provider ids. */
  readonly matched?: boolean;
}

interface Touched extends ItemChange {
  readonly savedAt: number;
}

export interface Query {
  readonly start: number;
  readonly limit: number;
  readonly since?: number | undefined;
  readonly types: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

export interface LibraryFolder {
  readonly id: string;
  readonly name: string;
  readonly collectionType: string;
}

export class FakeLibrary {
  readonly #changed = new Map<number, Touched>();
  readonly #removed = new Set<number>();
  #count: number;
  #live: readonly number[] | undefined;

  constructor(
    readonly folder: LibraryFolder,
    count: number,
    private readonly prefix: string,
    private readonly now: () => Date,
  ) {
    this.#count = count;
  }

  /** How many items there are, of all types. */
  get size(): number {
    return this.#count - this.#removed.size;
  }

  idAt(index: number): string {
    return `${this.prefix}${index.toString(16).padStart(8, '0')}`.padEnd(32, '5');
  }

  indexOf(id: string): number | undefined {
    if (!id.startsWith(this.prefix) || id.length !== 32) return undefined;
    const index = Number.parseInt(id.slice(this.prefix.length, this.prefix.length + 8), 16);
    return index < this.#count && !this.#removed.has(index) ? index : undefined;
  }

  /** Appends items that were saved just now; for a library of shows whole series are meant. */
  add(count: number): readonly string[] {
    const first = this.#count;
    this.#count += count;
    this.#live = undefined;
    const added = Array.from({ length: count }, (_, offset) => first + offset);
    for (const index of added) this.#changed.set(index, { savedAt: this.now().getTime() });
    return added.map((index) => this.idAt(index));
  }

  change(id: string, change: ItemChange): void {
    const index = this.#known(id);
    this.#changed.set(index, { ...this.#changed.get(index), ...change, savedAt: this.now().getTime() });
  }

  remove(id: string): void {
    this.#removed.add(this.#known(id));
    this.#live = undefined;
  }

  #known(id: string): number {
    const index = this.indexOf(id);
    if (index === undefined) throw new Error(`${this.folder.name} has no item ${id}`);
    return index;
  }

  page(query: Query): { readonly items: readonly Wire[]; readonly total: number } {
    const { since } = query;
    const all = since === undefined || since <= BUILT_AT ? this.#indexes() : this.#savedSince(since);
    const matching = this.#allTypes(query.types) ? all : all.filter((index) => query.types.has(this.typeAt(index)));
    const page = matching.slice(query.start, query.start + query.limit);
    return { items: page.map((index) => this.itemAt(index, query.fields)), total: matching.length };
  }

  #allTypes(types: ReadonlySet<string>): boolean {
    const own = this.folder.collectionType === 'movies' ? ['Movie'] : ['Series', 'Season', 'Episode'];
    return types.size === 0 || own.every((type) => types.has(type));
  }

  #indexes(): readonly number[] {
    this.#live ??= Array.from({ length: this.#count }, (_, index) => index).filter(
      (index) => !this.#removed.has(index),
    );
    return this.#live;
  }

  #savedSince(since: number): readonly number[] {
    const saved = [...this.#changed].filter(([index, { savedAt }]) => savedAt >= since && !this.#removed.has(index));
    return saved.map(([index]) => index).sort((a, b) => a - b);
  }

  typeAt(index: number): 'Movie' | 'Series' | 'Season' | 'Episode' {
    if (this.folder.collectionType === 'movies') return 'Movie';
    const place = index % SERIES_BLOCK;
    return place === 0 ? 'Series' : place <= SEASONS ? 'Season' : 'Episode';
  }

  /** As the server would send it: only the fields that are always sent, and those that are asked for. */
  itemAt(index: number, fields: ReadonlySet<string>): Wire {
    const type = this.typeAt(index);
    const change = this.#changed.get(index) ?? { savedAt: BUILT_AT };
    const isFile = type === 'Movie' || type === 'Episode';
    const versions = type === 'Movie' ? (change.versions ?? (index % TWO_VERSIONS_EVERY === 7 ? 2 : 1)) : 1;
    const matched = change.matched ?? index % 97 !== 3;
    const whole: Record<string, unknown> = {
      Name: change.name ?? nameOf(type, index),
      Id: this.idAt(index),
      Type: type,
      LocationType: 'FileSystem',
      ChannelId: null,
      ProductionYear: 1920 + (index % 100),
      ImageTags: matched ? { Primary: `p${index}`, ...(type === 'Season' ? {} : { Logo: `l${index}` }) } : {},
      ...(isFile ? { RunTimeTicks: runtimeTicks(index) } : {}),
      ...this.#seriesOf(type, index),
    };
    if (fields.has('Path')) whole['Path'] = isFile ? this.#path(type, index, 0) : `/media/${this.folder.name}/${index}`;
    if (fields.has('DateCreated')) whole['DateCreated'] = createdAt(index, change.savedAt);
    if (fields.has('ProviderIds')) whole['ProviderIds'] = matched ? { Tmdb: String(1_000_000 + index) } : {};
    if (fields.has('MediaSourceCount') && versions !== 1) whole['MediaSourceCount'] = versions;
    if (fields.has('MediaSources')) {
      const count = isFile ? versions : 0;
      whole['MediaSources'] = Array.from({ length: count }, (_, version) => this.#source(type, index, version));
    }
    return whole;
  }

  #seriesOf(type: string, index: number): Wire {
    if (type === 'Movie' || type === 'Series') return {};
    const first = index - (index % SERIES_BLOCK);
    const place = index % SERIES_BLOCK;
    const series = {
      SeriesId: this.idAt(first),
      SeriesName: nameOf('Series', first),
      SeriesPrimaryImageTag: `p${first}`,
    };
    if (type === 'Season') return { ...series, IndexNumber: place };
    const number = place - SEASONS - 1;
    return {
      ...series,
      ParentIndexNumber: 1 + Math.floor(number / EPISODES),
      IndexNumber: 1 + (number % EPISODES),
    };
  }

  #path(type: string, index: number, version: number): string {
    return `/media/${this.folder.name}/${nameOf(type, index)}/${index}${version === 0 ? '' : ` - ${version}`}.mkv`;
  }

  #source(type: string, index: number, version: number): Wire {
    return {
      Path: this.#path(type, index, version),
      Size: sizeBytes(index) * (version + 1),
      IsRemote: false,
      Protocol: 'File',
      Container: 'mkv',
      RunTimeTicks: runtimeTicks(index),
      MediaStreams: STREAMS,
    };
  }
}

const nameOf = (type: string, index: number): string => `${type} ${index}`;
const runtimeTicks = (index: number): number => (40 + (index % 90)) * 600_000_000;
export const sizeBytes = (index: number): number => 500_000_000 + (index % 1000) * 7_000_000;

/** In the order of the indexes; what was added by hand is as old as its adding. Seven fraction digits, as the server has them. */
function createdAt(index: number, savedAt: number): string {
  const time = savedAt > BUILT_AT ? savedAt : BUILT_AT - 10 * 365 * 24 * HOUR + index * 60_000;
  return new Date(time).toISOString().replace('Z', '0000Z');
}

const STREAMS: readonly Wire[] = [
  { Type: 'Video', Index: 0, Codec: 'hevc', BitRate: 6_200_000, Height: 1080, Width: 1920, VideoRange: 'SDR' },
  { Type: 'Audio', Index: 1, Codec: 'eac3', BitRate: 640_000, Channels: 6, Language: 'eng', IsDefault: true },
  { Type: 'Subtitle', Index: 2, Codec: 'subrip', Language: 'eng', IsExternal: false },
];
