/** Which widgets say something new: those that are watched are made again as their rows and the time change, and compared. */
import { messageOf } from '@sidelight/plugin-api/errors';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache } from '../cache/cache.js';
import { LOG, type Log } from '../ground/log.js';
import { type Privacy, privacyKey } from '../settings/privacy.js';
import { SETTINGS, type Settings } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { Reader } from './reader.js';
import { Registry } from './registry.js';
import { Snapshots } from './snapshots.js';
import { defaultVariant } from './variant.js';

export interface Watcher {
  /** The widget has answered so for the first time, or otherwise than before. */
  tell(id: string, etag: string): void;
  /** Nothing more comes: the daemon stops, or serves other widgets from now on. */
  end(): void;
}

interface Watched {
  readonly id: string;
  readonly privacy: Privacy | null;
  readonly watchers: Set<Watcher>;
  /** '' before the first answer. */
  etag: string;
  /** Of the rows that it was made of. */
  stamp: number;
  /** Epoch milliseconds. */
  madeAt: number;
  isBusy: boolean;
}

/** Commits that follow each other are looked at once. */
const SETTLE_MS = 60;
const LOOK_MS = 1000;
/** A live widget is asked again after so long though none of its rows changed, as a dashboard would ask. */
const LIVE_MS = 15_000;

@injectable()
export class Changes {
  private readonly watched = new Map<string, Watched>();
  private served: readonly unknown[] = [];
  private timer: { readonly at: number; cancel(): void } | undefined;

  constructor(
    @inject(Registry) private readonly registry: Pick<Registry, 'widget' | 'widgets'>,
    @inject(Snapshots) private readonly snapshots: Pick<Snapshots, 'ready' | 'payload'>,
    @inject(Reader) private readonly reader: Pick<Reader, 'portsOf' | 'stampOf'>,
    @inject(CACHE) cache: Pick<Cache, 'onChange'>,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private settings: Pick<Settings, 'zone'>,
    @inject(LOG) private readonly log: Log,
  ) {
    cache.onChange(() => {
      if (this.watched.size > 0) this.wake(SETTLE_MS);
    });
  }

  /** Tells of these widgets, as they may be known, first how they are now. Returns what ends it. */
  watch(ids: readonly string[], watcher: Watcher, privacy: Privacy | null = null): () => void {
    if (this.watched.size === 0) this.served = this.registry.widgets();
    for (const id of ids) {
      const fresh = { id, privacy, watchers: new Set<Watcher>(), etag: '', stamp: -1, madeAt: 0, isBusy: false };
      const key = `${id} ${privacyKey(privacy)}`;
      const watched = this.watched.get(key) ?? fresh;
      this.watched.set(key, watched);
      watched.watchers.add(watcher);
      if (watched.etag !== '') watcher.tell(id, watched.etag);
    }
    this.wake(0);
    return () => this.leave(watcher);
  }

  /** Ends every watcher. It may be watched again at once, for the widgets and the settings of now. */
  endAll(settings: Pick<Settings, 'zone'> = this.settings): void {
    this.settings = settings;
    const watchers = new Set([...this.watched.values()].flatMap((one) => [...one.watchers]));
    this.watched.clear();
    this.timer?.cancel();
    this.timer = undefined;
    for (const watcher of watchers) watcher.end();
  }

  private leave(watcher: Watcher): void {
    for (const [key, { watchers }] of this.watched) {
      if (watchers.delete(watcher) && watchers.size === 0) this.watched.delete(key);
    }
  }

  private wake(ms: number): void {
    const at = this.clock.now().getTime() + ms;
    if (this.timer !== undefined && this.timer.at <= at) return;
    this.timer?.cancel();
    this.timer = { at, cancel: this.clock.after(ms, () => this.look()) };
  }

  private look(): void {
    this.timer = undefined;
    if (this.watched.size === 0) return;
    if (this.registry.widgets() !== this.served) this.endAll();
    for (const watched of this.watched.values()) if (!watched.isBusy) void this.lookAt(watched);
    this.wake(LOOK_MS);
  }

  private async lookAt(watched: Watched): Promise<void> {
    const { id, privacy } = watched;
    const widget = this.registry.widget(id);
    if (widget === undefined || widget.defaults === null) return;
    const now = this.clock.now().getTime();
    const stamp = this.reader.stampOf(this.reader.portsOf(widget.readsFor(widget.defaults)));
    const isOld = stamp !== watched.stamp || Math.abs(now - watched.madeAt) >= LIVE_MS;
    if (widget.freshness === 'live' && !isOld) return;
    watched.isBusy = true;
    try {
      const payload =
        this.snapshots.ready(id, privacy) ??
        (await this.snapshots.payload(id, { ...defaultVariant(this.settings.zone), privacy }));
      Object.assign(watched, { stamp, madeAt: now });
      if (payload.etag === watched.etag) return;
      watched.etag = payload.etag;
      for (const watcher of watched.watchers) watcher.tell(id, payload.etag);
    } catch (error) {
      // Whoever asks for the widget itself is told what is wrong.
      Object.assign(watched, { stamp, madeAt: now });
      this.log.debug(`nobody is told of ${id}`, { error: messageOf(error) });
    } finally {
      watched.isBusy = false;
    }
  }
}
