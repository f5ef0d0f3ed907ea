/** Tells the targets of `webhooks:` what happened, while this instance is the one that syncs. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { digest } from '@sidelight/plugin-api';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache } from '../cache/cache.js';
import { USER_AGENT } from '../ground/installation.js';
import { LOG, type Log } from '../ground/log.js';
import { SETTINGS, type Settings } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { Reader } from '../widgets/reader.js';
import { defaultVariant } from '../widgets/variant.js';
import { DeliveryLog } from './delivery-log.js';
import { EventWatch } from './event-watch.js';
import type { WebhookEvent } from './events.js';
import { Outbox } from './outbox.js';

export type OutboundSettings = Pick<Settings, 'webhooks' | 'zone'>;

@injectable()
export class OutboundWebhooks {
  private boxes: readonly Outbox[] = [];
  private watch: EventWatch | null = null;

  constructor(
    @inject(SETTINGS) private settings: OutboundSettings,
    @inject(CACHE) private readonly cache: Pick<Cache, 'rows' | 'fetchedAt' | 'onChange'>,
    @inject(Reader) private readonly reader: Pick<Reader, 'ask' | 'people' | 'leftOut'>,
    @inject(DeliveryLog) private readonly deliveries: Pick<DeliveryLog, 'record'>,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOG) private readonly log: Log,
    @inject(USER_AGENT) private readonly userAgent: string,
  ) {}

  /** Begins with how things are now. */
  start(): void {
    if (this.watch === null) this.begin();
  }

  /** Resolves when nothing is sent any more; what still waited is dropped. */
  async stop(): Promise<void> {
    const [watch, boxes] = [this.watch, this.boxes];
    this.watch = null;
    this.boxes = [];
    await Promise.all([watch?.stop(), ...boxes.map((box) => box.stop())]);
  }

  /** A target that stays as it was keeps what waits for it. */
  async apply(settings: OutboundSettings): Promise<void> {
    this.settings = settings;
    const { watch } = this;
    if (watch === null) return;
    const gone = this.boxes.filter(({ target }) => !settings.webhooks.some((one) => isDeepStrictEqual(one, target)));
    this.boxes = this.boxes.filter((box) => !gone.includes(box));
    this.begin();
    await Promise.all([watch.stop(), ...gone.map((box) => box.stop())]);
  }

  private begin(): void {
    const { cache, clock, log, deliveries, userAgent } = this;
    const { webhooks, zone } = this.settings;
    this.boxes = webhooks.map((target) => {
      const kept = this.boxes.find((box) => isDeepStrictEqual(box.target, target));
      return kept ?? new Outbox(target, { clock, log, deliveries, userAgent });
    });
    this.watch = new EventWatch(new Set(webhooks.flatMap(({ events }) => events)), {
      cache,
      clock,
      log,
      digest: () => this.reader.ask(digest(), defaultVariant(zone)),
      people: () => this.reader.people(),
      isLeftOut: (port, source) => this.reader.leftOut.has(port, source),
      tell: (event) => this.tell(event),
    });
  }

  private tell(event: WebhookEvent): void {
    const id = `msg_${randomUUID()}`;
    const at = this.clock.now().toISOString();
    for (const box of this.boxes) if (box.target.events.includes(event.type)) box.add({ id, event, at });
  }
}
