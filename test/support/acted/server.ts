/**
 * A media server that is acted on by a script, in a time that is given to it. It does as Jellyfin does: between two reports
 * of a client it moves the position by itself, one second a second, whatever the client's speed, and it lists a client
 * that fell silent for some minutes more.
 */
import type { Http } from '@sidelight/plugin-api';
import type { Clock } from '#core/time/clock.js';

export interface Title {
  readonly id: string;
  readonly name: string;
  readonly type: 'Movie' | 'Episode' | 'Audio' | 'Trailer' | 'Video' | 'TvChannel';
  readonly series?: string;
  /** Id of the library that it lies in. */
  readonly library?: string;
  /** Not given: without an end. */
  readonly runtimeSeconds?: number;
  readonly extra?: string;
  readonly providers?: Readonly<Record<string, string>>;
}

export interface Device {
  readonly name: string;
  readonly client: string;
  /** What the server makes of everything that is played on it. */
  readonly method: 'direct' | 'remux' | 'transcode';
}

/** What the client does from `since` on. */
interface Phase {
  readonly since: number;
  readonly positionMs: number;
  /** 0: it is paused. */
  readonly speed: number;
  /** The server hears of it: every ten seconds. */
  readonly heard: boolean;
}

interface Seat {
  readonly user: string;
  readonly device: Device;
  readonly title: Title;
  phase: Phase;
  told: { readonly at: number; readonly positionMs: number; readonly paused: boolean };
}

/** Of the activity log. */
interface Entry {
  readonly Id: number;
  readonly Type: string;
  readonly ItemId: string;
  readonly UserId: string;
  readonly Date: string;
}

const REPORTS_MS = 10_000;
const DROPPED_MS = 7 * 60_000;
const TICKS_PER_MS = 10_000;

export class ActedServer {
  readonly #seats = new Map<string, Seat>();
  /** User → what they are called now. */
  readonly #names = new Map<string, string>();
  /** Newest first, as it is told. */
  readonly #log: Entry[] = [];
  readonly #titles = new Map<string, Title>();
  #hangsUntil = 0;

  constructor(
    readonly name: string,
    private readonly clock: Clock,
    readonly users: readonly string[],
    readonly libraries: Readonly<Record<string, string>>,
  ) {}

  begin(user: string, device: Device, title: Title, positionMs: number, speed: number): void {
    const since = this.#now();
    const phase = { since, positionMs, speed, heard: true };
    this.#titles.set(title.id, title);
    this.#enter(user, title, 'Playback');
    this.#seats.set(device.name, { user, device, title, phase, told: { at: since, positionMs, paused: speed === 0 } });
  }

  /** The client goes on at another speed, or is not heard of any more. */
  change(device: string, speed: number, heard: boolean): void {
    const seat = this.#seats.get(device);
    if (seat === undefined) return;
    const since = this.#now();
    this.#report(seat);
    const positionMs = positionAt(seat.phase, since);
    seat.phase = { since, positionMs, speed, heard };
    if (heard) seat.told = { at: since, positionMs, paused: speed === 0 };
    else this.clock.after(DROPPED_MS, () => this.#drop(seat));
  }

  end(device: string): void {
    const seat = this.#seats.get(device);
    if (seat !== undefined) this.#enter(seat.user, seat.title, 'PlaybackStopped');
    this.#seats.delete(device);
  }

  rename(user: string, name: string): void {
    this.#names.set(user, name);
  }

  nameOf(user: string): string {
    return this.#names.get(user) ?? user;
  }

  hang(ms: number): void {
    this.#hangsUntil = this.#now() + ms;
  }

  /** Who was heard of in the last 90 s, and plays something that somebody chose. */
  present(): { readonly playing: number; readonly paused: number } {
    const there = this.#listed().filter(({ title, told }) => !isExtra(title) && this.#now() - told.at <= 90_000);
    const paused = there.filter(({ told }) => told.paused).length;
    return { playing: there.length - paused, paused };
  }

  readonly http: Http = {
    theirs: (at) => at,
    baseUrl: 'http://acted',
    timeoutMs: 10_000,
    get: async (path, { query = {} } = {}) => {
      const hangs = this.#hangsUntil - this.#now();
      if (hangs > 0) await new Promise<void>((resolve) => void this.clock.after(hangs, resolve));
      return { status: 200, headers: {}, cookies: [], data: this.#answer(path, query) };
    },
    post: refused,
    put: refused,
    delete: refused,
    request: refused,
    socket: refused,
  };

  #now(): number {
    return this.clock.now().getTime();
  }

  /** It was not heard of again. */
  #drop(seat: Seat): void {
    const { name } = seat.device;
    if (this.#seats.get(name) === seat && this.#now() - seat.told.at >= DROPPED_MS) this.end(name);
  }

  #enter(user: string, { id, type }: Title, what: string): void {
    const Type = `${type === 'Audio' ? 'Audio' : 'Video'}${what}`;
    const at = this.clock.now().toISOString();
    this.#log.unshift({ Id: this.#log.length + 1, Type, ItemId: id, UserId: this.idOf(user), Date: at });
  }

  #answer(path: string, query: Readonly<Record<string, unknown>>): unknown {
    if (path === '/System/Info') return { Id: this.name, ServerName: this.name, Version: '12.2.0' };
    if (path === '/Library/VirtualFolders')
      return Object.entries(this.libraries).map(([ItemId, Name]) => ({ ItemId, Name }));
    if (path === '/Users') return this.users.map((name) => ({ Id: this.idOf(name), Name: this.nameOf(name) }));
    if (path === '/Sessions') return this.#listed().map((seat) => this.#wire(seat));
    if (path === '/System/ActivityLog/Entries') {
      const since = this.#log.filter((entry) => entry.Date >= String(query['minDate']));
      return { Items: since.slice(Number(query['startIndex']), Number(query['startIndex']) + Number(query['limit'])) };
    }
    if (path === '/Items') {
      const titles = String(query['ids'])
        .split(',')
        .flatMap((id) => this.#titles.get(id) ?? []);
      return { Items: titles.map(itemOf), TotalRecordCount: titles.length };
    }
    throw new Error(`the acted server has no ${path}`);
  }

  /** Ids of users are a server's own, though names are not. */
  idOf(user: string): string {
    return Buffer.from(`${this.name}${user}`).toString('hex').padEnd(32, '0').slice(0, 32);
  }

  #listed(): readonly Seat[] {
    for (const seat of this.#seats.values()) this.#report(seat);
    return [...this.#seats.values()].filter(({ told }) => this.#now() - told.at < DROPPED_MS);
  }

  #report(seat: Seat): void {
    const { since, heard, speed } = seat.phase;
    if (!heard) return;
    const at = since + Math.floor((this.#now() - since) / REPORTS_MS) * REPORTS_MS;
    seat.told = { at, positionMs: positionAt(seat.phase, at), paused: speed === 0 };
  }

  #wire({ user, device, title, told }: Seat) {
    const runtimeMs = (title.runtimeSeconds ?? Number.POSITIVE_INFINITY) * 1000;
    const moved = told.positionMs + (told.paused ? 0 : this.#now() - told.at);
    return {
      Id: device.name,
      ServerId: this.name,
      UserId: this.idOf(user),
      UserName: this.nameOf(user),
      Client: device.client,
      DeviceName: device.name,
      DeviceId: device.name,
      LastPlaybackCheckIn: new Date(told.at).toISOString().replace('Z', '0000Z'),
      PlayState: {
        PositionTicks: Math.max(told.positionMs, Math.min(moved, runtimeMs)) * TICKS_PER_MS,
        IsPaused: told.paused,
      },
      NowPlayingItem: { ...itemOf(title), MediaStreams: [] },
      ...(device.method === 'direct' ? {} : { TranscodingInfo: copies(device.method === 'remux') }),
    };
  }
}

const itemOf = ({ id, name, type, series, extra, providers = {}, runtimeSeconds }: Title) => ({
  Id: id,
  Name: name,
  Type: type,
  ...(series === undefined ? {} : { SeriesName: series, SeriesId: `series of ${series}` }),
  ...(extra === undefined ? {} : { ExtraType: extra }),
  ...(runtimeSeconds === undefined ? {} : { RunTimeTicks: runtimeSeconds * 1000 * TICKS_PER_MS }),
  ProviderIds: providers,
});

export const isExtra = ({ type, extra, providers }: Title): boolean =>
  type === 'Trailer' || extra !== undefined || providers?.['prerolls.video'] !== undefined;

const copies = (unchanged: boolean) => ({ IsVideoDirect: unchanged, IsAudioDirect: unchanged });

const positionAt = ({ since, positionMs, speed }: Phase, at: number): number => positionMs + (at - since) * speed;

async function refused(): Promise<never> {
  throw new Error('the acted server only answers');
}
