/** Tells the targets of `webhooks:` what happened, while this instance is the one that syncs. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { digest, snoozedDigest } from '@sidelight/plugin-api';
import { inject, injectable } from 'tsyringe';
import { CACHE, type Cache } from '../cache/cache.js';
import { CodedError } from '../ground/errors.js';
import { USER_AGENT } from '../ground/installation.js';
import { LOG, type Log } from '../ground/log.js';
import { CORE } from '../ops/notices.js';
import { type Privacy, privacyKey, privacyOf } from '../settings/privacy.js';
import { SETTINGS, type Settings } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { Reader } from '../widgets/reader.js';
import { defaultVariant } from '../widgets/variant.js';
import { deliver, type Outcome } from './deliver.js';
import { DeliveryLog } from './delivery-log.js';
import { EventWatch, type Level } from './event-watch.js';
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
    @inject(Reader) private readonly reader: Pick<Reader, 'ask' | 'people' | 'veil' | 'leftOut'>,
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

  /**
   * Sends a test at once, one time, whether or not this process is the one that tells of events.
   * @throws not_found: no target has this name
   */
  async test(name: string): Promise<Outcome> {
    const target = this.settings.webhooks.find((one) => one.name === name);
    if (target === undefined) throw new CodedError('not_found', `There is no webhook "${name}"`);
    const { clock, userAgent } = this;
    const at = clock.now().toISOString();
    const id = `msg_${randomUUID()}`;
    const event = { type: 'test', data: { text: 'Notifications arrive here.' } } as const;
    const { signal } = new AbortController();
    const outcome = await deliver(target, { id, event, at }, { clock, userAgent, signal });
    this.deliveries.record(CORE, { id: `${id}-${name}`, name, direction: 'out', event: event.type, ...outcome, at });
    return outcome;
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
    const levels = levelsOf(webhooks).map((privacy) => ({ privacy, level: this.levelOf(privacy, zone) }));
    this.watch = new EventWatch(new Set(webhooks.flatMap(({ events }) => events)), {
      cache,
      clock,
      log,
      levels: levels.map(({ level }) => level),
      isLeftOut: (port, source) => this.reader.leftOut.has(port, source),
      tell: (event, told) => {
        const found = levels.find(({ level }) => level === told);
        if (found !== undefined) this.tell(event, found.privacy);
      },
    });
  }

  private levelOf(privacy: Privacy | null, zone: string): Level {
    const { reader } = this;
    return {
      digest: () => reader.ask(digest(), { ...defaultVariant(zone), privacy }),
      snoozed: () => reader.ask(snoozedDigest(), { ...defaultVariant(zone), privacy }),
      people: () => reader.people(privacy),
      shown: (port, rows) => reader.veil(privacy)?.rows(port, rows) ?? rows,
    };
  }

  private tell(told: WebhookEvent, privacy: Privacy | null): void {
    const id = `msg_${randomUUID()}`;
    const at = this.clock.now().toISOString();
    const event = this.veiled(told, privacy);
    const level = privacyKey(privacy);
    for (const box of this.boxes) {
      const isTold = box.target.events.includes(event.type) && privacyKey(privacyOf(box.target)) === level;
      if (isTold) box.add({ id, event, at });
    }
  }

  private veiled({ type, data }: WebhookEvent, privacy: Privacy | null): WebhookEvent {
    const veil = this.reader.veil(privacy);
    return {
      type,
      data: veil === null ? data : (JSON.parse(veil.shown(JSON.stringify(data))) as WebhookEvent['data']),
    };
  }
}

/** The ways in which targets may know what happens, each once. */
const levelsOf = (webhooks: OutboundSettings['webhooks']): readonly (Privacy | null)[] => [
  ...new Map(webhooks.map((target) => [privacyKey(privacyOf(target)), privacyOf(target)])).values(),
];
