/** The messages that wait for one target: tried at once, then again with growing pauses over a day. */
import { setMaxListeners } from 'node:events';
import type { Log } from '../ground/log.js';
import { CORE } from '../ops/notices.js';
import type { WebhookSettings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { spread } from '../time/schedule.js';
import { deliver, type Message, type Outcome } from './deliver.js';
import type { DeliveryLog } from './delivery-log.js';

export interface OutboxParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly deliveries: Pick<DeliveryLog, 'record'>;
  readonly userAgent: string;
}

interface Waiting {
  readonly message: Message;
  /** Attempts that failed. */
  failures: number;
  cancel(): void;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const PAUSES_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 15 * HOUR];
/** Targets that come back together are not all called at once. */
const JITTER = 0.1;
/** The oldest makes room for a new one. */
const MOST = 100;
/** The receiver wants no more of it, says the specification. */
const GONE = 410;

export class Outbox {
  private readonly waiting = new Map<string, Waiting>();
  private readonly controller = new AbortController();
  /** One attempt at a time. */
  private last: Promise<void> = Promise.resolve();
  private failing = false;

  constructor(
    readonly target: WebhookSettings,
    private readonly parts: OutboxParts,
  ) {
    setMaxListeners(0, this.controller.signal);
  }

  add(message: Message): void {
    if (this.waiting.size >= MOST) this.dropOldest();
    const waiting = { message, failures: 0, cancel: () => undefined };
    this.waiting.set(message.id, waiting);
    this.attempt(waiting);
  }

  /** Drops what waits. Resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.controller.abort();
    for (const { cancel } of this.waiting.values()) cancel();
    this.waiting.clear();
    await this.last;
  }

  private attempt(waiting: Waiting): void {
    this.last = this.last.then(() => this.attemptNow(waiting));
  }

  private async attemptNow(waiting: Waiting): Promise<void> {
    const { message } = waiting;
    if (!this.waiting.has(message.id)) return;
    const { clock, userAgent } = this.parts;
    const outcome = await deliver(this.target, message, { clock, userAgent, signal: this.controller.signal });
    if (this.controller.signal.aborted) return;
    this.record(message, outcome);
    if (outcome.ok) this.succeeded(message);
    else this.failed(waiting, outcome);
  }

  private succeeded({ id }: Message): void {
    this.waiting.delete(id);
    if (this.failing) this.parts.log.info(`the webhook ${this.target.name} accepts events again`);
    this.failing = false;
  }

  private failed(waiting: Waiting, { status }: Outcome): void {
    const { clock, log } = this.parts;
    const { message } = waiting;
    const reason = status === undefined ? 'no answer' : `it answered with ${status}`;
    const pause = status === GONE ? undefined : PAUSES_MS[waiting.failures];
    waiting.failures += 1;
    if (pause === undefined) {
      this.waiting.delete(message.id);
      log.warn(`the webhook ${this.target.name} did not get ${message.event.type}, and will not: ${reason}`);
      return;
    }
    if (!this.failing) log.warn(`the webhook ${this.target.name} does not accept events: ${reason}, trying again`);
    this.failing = true;
    waiting.cancel = clock.after(spread(pause, JITTER, Math.random()), () => this.attempt(waiting));
  }

  private dropOldest(): void {
    const [oldest] = this.waiting.values();
    if (oldest === undefined) return;
    oldest.cancel();
    this.waiting.delete(oldest.message.id);
    const { name } = this.target;
    this.parts.log.warn(
      `the webhook ${name} did not get ${oldest.message.event.type}: too many events are waiting for it`,
    );
  }

  /** The row of a message shows its last attempt. */
  private record({ id, event }: Message, { ok, status }: Outcome): void {
    const { name } = this.target;
    const at = this.parts.clock.now().toISOString();
    const known = status === undefined ? {} : { status };
    const row = { id: `${id}-${name}`, name, direction: 'out', event: event.type, ok, ...known, at } as const;
    this.parts.deliveries.record(CORE, row);
  }
}
