/** Ready bytes of every widget: a request for the default variant costs a look at what they were made of. */
import { LRUCache } from 'lru-cache';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache } from '../cache/cache.js';
import { CodedError } from '../ground/errors.js';
import { LOG, type Log } from '../ground/log.js';
import { ImageAddresses } from '../images/addresses.js';
import type { Notice } from '../ops/notices.js';
import { type Privacy, privacyKey } from '../settings/privacy.js';
import { SETTINGS, type Settings } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { explain } from './explain.js';
import { type Payload, sealPayload } from './payload.js';
import { Reader, type ReaderSettings } from './reader.js';
import { Registry } from './registry.js';
import { Slot, type SlotParts } from './slot.js';
import { defaultVariant, type Variant, variantKey } from './variant.js';

export type SnapshotSettings = Pick<Settings, 'zone'> & ReaderSettings;

interface Warm {
  readonly slot: Slot;
  /** How often it was asked for since it was made. */
  asked: number;
}

/** What is asked for more often than it changes is made ahead; all else when somebody asks, so that nothing is made for nobody. */
const OFTEN = 2;
/** Commits that follow each other are one rebuild. */
const SETTLE_MS = 50;
const LOOK_MS = 1000;
const VARIANTS = 100;

@injectable()
export class Snapshots {
  private readonly warm = new Map<string, Warm>();
  private readonly variants = new LRUCache<string, Slot>({ max: VARIANTS });
  private readonly listeners = new Set<() => void>();
  private unsubscribe: (() => void) | undefined;
  private timer: { readonly at: number; cancel(): void } | undefined;

  constructor(
    @inject(Registry) private readonly registry: Pick<Registry, 'widget' | 'summaries'>,
    @inject(Reader) private readonly reader: Reader,
    @inject(CACHE) private readonly cache: Pick<Cache, 'onChange' | 'wayOf'>,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private settings: SnapshotSettings,
    @inject(LOG) private readonly log: Log,
    @inject(ImageAddresses) private readonly addresses: Pick<ImageAddresses, 'of' | 'stamp'>,
  ) {}

  /** From now on what is polled often is made anew as soon as it changes, before it is asked for. */
  start(): void {
    if (this.unsubscribe !== undefined) return;
    this.unsubscribe = this.cache.onChange(() => this.wake(SETTLE_MS));
    this.wake(LOOK_MS);
  }

  stop(): void {
    this.unsubscribe?.();
    this.unsubscribe = undefined;
    this.timer?.cancel();
    this.timer = undefined;
  }

  /** @param settings of a config that was read anew: everything is made anew */
  apply(settings: SnapshotSettings): void {
    this.settings = settings;
    this.reader.apply(settings);
    this.warm.clear();
    this.variants.clear();
  }

  /** The default variant, when it is made and still true. */
  ready(id: string, privacy: Privacy | null = null): Payload | undefined {
    const warm = this.warm.get(`${id}${privacyKey(privacy)}`);
    if (warm === undefined || warm.slot.widget !== this.registry.widget(id)) return undefined;
    return this.readyOf(warm);
  }

  /** One for each widget that cannot be rendered, in any of its variants. */
  notices(): readonly Notice[] {
    const slots = [...[...this.warm.values()].map(({ slot }) => slot), ...this.variants.values()];
    const failing = slots.filter(({ widget }) => widget === this.registry.widget(widget.id));
    return [...new Map(failing.flatMap(({ notice }) => (notice === undefined ? [] : [[notice.id, notice]]))).values()];
  }

  /** Called when a notice came or went. */
  onNotice(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** @throws not_found; when it fails and never worked: widget_failed, internal */
  async payload(id: string, variant: Variant): Promise<Payload> {
    const slot = this.slotOf(id, variant);
    const warm = this.warm.get(`${id}${privacyKey(variant.privacy)}`);
    if (warm?.slot !== slot) return slot.ready(this.now()) ?? slot.payload();
    const ready = this.readyOf(warm);
    if (ready !== undefined) return ready;
    warm.asked = 1;
    return slot.payload();
  }

  private readyOf(warm: Warm): Payload | undefined {
    const ready = warm.slot.ready(this.now());
    if (ready !== undefined) warm.asked++;
    return ready;
  }

  /** The same with what it was made of. Throws as `payload` does. */
  async explained(id: string, variant: Variant): Promise<Payload> {
    await this.payload(id, variant);
    const { widget, variant: asked } = this.slotOf(id, variant);
    const { reader, cache, clock } = this;
    const summaries = this.registry.summaries();
    const {
      fields,
      explain: why,
      ...envelope
    } = await explain(widget, asked, { reader, cache, summaries, now: clock.now() });
    const json = JSON.stringify({ ...fields, explain: why });
    return sealPayload(reader.veil(asked.privacy)?.shown(json) ?? json, envelope, privacyKey(asked.privacy));
  }

  private slotOf(id: string, variant: Variant): Slot {
    const widget = this.registry.widget(id);
    if (widget === undefined) throw new CodedError('not_found', `There is no widget ${id}`);
    const asked = { ...variant, query: variant.query ?? widget.defaults ?? {} };
    const make = (): Slot => new Slot(widget, asked, this.parts);
    const key = variantKey(asked);
    const { defaults } = widget;
    const { privacy = null } = variant;
    if (defaults !== null && key === variantKey({ ...defaultVariant(this.settings.zone), query: defaults, privacy })) {
      const held = this.warm.get(`${id}${privacyKey(privacy)}`);
      const slot = held?.slot.widget === widget ? held.slot : make();
      if (slot !== held?.slot) this.warm.set(`${id}${privacyKey(privacy)}`, { slot, asked: 0 });
      return slot;
    }
    const held = this.variants.get(`${id} ${key}`);
    const slot = held?.widget === widget ? held : make();
    this.variants.set(`${id} ${key}`, slot);
    return slot;
  }

  private get parts(): SlotParts {
    const { reader, addresses, clock, log } = this;
    const onNotice = (): void => {
      for (const listener of this.listeners) listener();
    };
    return { reader, addresses, clock, log, onNotice };
  }

  private wake(ms: number): void {
    const at = this.clock.now().getTime() + ms;
    if (this.timer !== undefined && this.timer.at <= at) return;
    this.timer?.cancel();
    this.timer = { at, cancel: this.clock.after(ms, () => void this.look()) };
  }

  /** One after the other: nobody waits for these. */
  private async look(): Promise<void> {
    this.timer = undefined;
    for (const [key, { slot }] of this.warm) {
      if (slot.widget !== this.registry.widget(slot.widget.id)) this.warm.delete(key);
    }
    for (const warm of [...this.warm.values()]) {
      const { slot, asked } = warm;
      if (slot.freshness === 'live' || asked < OFTEN || slot.ready(this.now()) !== undefined) continue;
      warm.asked = 0;
      // A slot that fails has logged it, and whoever asks next is told.
      await Promise.allSettled([slot.payload()]);
    }
    if (this.unsubscribe !== undefined) this.wake(LOOK_MS);
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
