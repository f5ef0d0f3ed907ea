/** Who plays what on the fake server. Positions move with its clock. */
import type { Wire } from './library.js';

const TICKS_PER_MS = 10_000;

export interface Play {
  readonly user: string;
  readonly device?: string;
  readonly client?: string;
  readonly title?: string;
  readonly itemId?: string;
  readonly series?: string;
  readonly runtimeSeconds?: number;
  /** direct */
  readonly method?: 'direct' | 'remux' | 'transcode';
  /** false: a client that takes no commands. */
  readonly remote?: boolean;
}

interface Running {
  readonly id: string;
  readonly play: Play;
  readonly deviceId: string;
  /** Where it was at `since`. */
  positionMs: number;
  since: number;
  paused: boolean;
  readonly messages: string[];
}

export class FakeSessions {
  readonly #running = new Map<string, Running>();
  #next = 1;
  /** Called after each change. */
  changed = (): void => undefined;

  constructor(
    private readonly serverId: string,
    private readonly now: () => Date,
    private readonly userIdOf: (name: string) => string,
  ) {}

  /** Begins a play; returns the session's id. The same device of the same user keeps its device id. */
  start(play: Play): string {
    const id = `e1${String(this.#next++).padStart(30, '0')}`;
    const deviceId = `device-${play.user}-${play.device ?? 'TV'}`;
    this.#running.set(id, {
      id,
      play,
      deviceId,
      positionMs: 0,
      since: this.now().getTime(),
      paused: false,
      messages: [],
    });
    this.changed();
    return id;
  }

  pause(id: string): void {
    this.#move(id, (running) => {
      running.paused = true;
    });
  }

  resume(id: string): void {
    this.#move(id, (running) => {
      running.paused = false;
    });
  }

  seek(id: string, seconds: number): void {
    this.#move(id, (running) => {
      running.positionMs = seconds * 1000;
    });
  }

  stop(id: string): void {
    this.#running.delete(this.#known(id).id);
    this.changed();
  }

  stopAll(): void {
    this.#running.clear();
    this.changed();
  }

  has(id: string): boolean {
    return this.#running.has(id);
  }

  message(id: string, text: string): void {
    this.#known(id).messages.push(text);
  }

  /** What the viewer was shown. */
  messagesOf(id: string): readonly string[] {
    return this.#known(id).messages;
  }

  #known(id: string): Running {
    const running = this.#running.get(id);
    if (running === undefined) throw new Error(`no session ${id}`);
    return running;
  }

  #move(id: string, change: (running: Running) => void): void {
    const running = this.#known(id);
    running.positionMs = this.#positionMs(running);
    running.since = this.now().getTime();
    change(running);
    this.changed();
  }

  #positionMs(running: Running): number {
    return running.positionMs + (running.paused ? 0 : this.now().getTime() - running.since);
  }

  /** The answer of GET /Sessions: a device that plays nothing and the caller's own session are always among them. */
  list(): readonly Wire[] {
    const idle = { PlayState: { CanSeek: false, IsPaused: false }, IsActive: true, ServerId: this.serverId };
    return [
      {
        ...idle,
        Id: 'e0000000000000000000000000000001',
        UserId: this.userIdOf('Ada'),
        UserName: 'Ada',
        Client: 'Jellyfin Web',
        DeviceName: 'Firefox',
        DeviceId: 'idle-browser',
        LastPlaybackCheckIn: '0001-01-01T00:00:00.0000000Z',
        SupportsRemoteControl: false,
        SupportedCommands: [],
      },
      {
        ...idle,
        Id: 'e0000000000000000000000000000002',
        UserId: '0'.repeat(32),
        Client: 'sidelight',
        DeviceName: 'fake',
        DeviceId: this.serverId,
        SupportsRemoteControl: false,
      },
      ...[...this.#running.values()].map((running) => this.#wire(running)),
    ];
  }

  #wire(running: Running): Wire {
    const { play } = running;
    const remote = play.remote ?? true;
    const method = play.method ?? 'direct';
    return {
      Id: running.id,
      ServerId: this.serverId,
      UserId: this.userIdOf(play.user),
      UserName: play.user,
      Client: play.client ?? 'Jellyfin Android TV',
      DeviceName: play.device ?? 'TV',
      DeviceId: running.deviceId,
      LastPlaybackCheckIn: this.now().toISOString().replace('Z', '4321Z'),
      SupportsRemoteControl: remote,
      SupportedCommands: remote ? ['DisplayMessage', 'Play'] : [],
      PlayState: {
        PositionTicks: this.#positionMs(running) * TICKS_PER_MS,
        IsPaused: running.paused,
        AudioStreamIndex: 1,
        SubtitleStreamIndex: -1,
      },
      NowPlayingItem: {
        Id: play.itemId ?? `item-${play.title ?? 'Film'}`,
        Name: play.title ?? 'Film',
        Type: play.series === undefined ? 'Movie' : 'Episode',
        ...(play.series === undefined ? {} : { SeriesName: play.series }),
        RunTimeTicks: (play.runtimeSeconds ?? 5400) * 1000 * TICKS_PER_MS,
        ChannelId: null,
        MediaStreams: [
          { Type: 'Video', Index: 0, BitRate: 6_200_000 },
          { Type: 'Audio', Index: 1, BitRate: 640_000 },
        ],
      },
      ...(method === 'direct'
        ? {}
        : { TranscodingInfo: { IsVideoDirect: method === 'remux', IsAudioDirect: false, Bitrate: 4_192_000 } }),
    };
  }
}
