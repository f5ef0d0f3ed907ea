/** Pushes of upstreams: what they mean is asked of the integration, and the tasks that they concern run at once. */
import { messageOf, mismatch, Type } from '@sidelight/plugin-api';
import { inject, injectable } from 'tsyringe';
import { CodedError } from '../ground/errors.js';
import { LOG, type Log } from '../ground/log.js';
import type { Source } from '../plugins/source.js';
import { SyncEngine } from '../sync/engine.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { Bursts } from './bursts.js';
import { DeliveryLog, type DeliveryRow } from './delivery-log.js';

const Tasks = Type.Array(Type.String());
const Meaning = Type.Object({
  event: Type.String(),
  run: Tasks,
  again: Type.Optional(Type.Object({ run: Tasks, afterMs: Type.Number({ minimum: 0, maximum: 600_000 }) })),
});
/** Events have names, not texts. */
const LONGEST_EVENT = 100;
const TAKEN = 204;
const UNAUTHORIZED = 401;

type Headers = Readonly<Record<string, string>>;

@injectable()
export class InboundWebhooks {
  private readonly bursts: Bursts;
  private count = 0;

  constructor(
    @inject(SyncEngine) private readonly engine: Pick<SyncEngine, 'runNow' | 'report'>,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOG) private readonly log: Log,
    @inject(DeliveryLog) private readonly deliveries: Pick<DeliveryLog, 'record'>,
  ) {
    this.bursts = new Bursts(clock, (source, tasks) => void this.sync(source, tasks));
  }

  /**
   * Records it and has its tasks run, without waiting for them.
   * @param body what was sent: a JSON value, or a text
   * @throws not_found, upstream, bad_request
   */
  receive(source: Source, body: unknown, headers: Headers): void {
    const { event, run, again } = meaningOf(source, body, headers);
    this.record(source.id, { event: event.slice(0, LONGEST_EVENT), ok: true, status: TAKEN });
    // It is there, so whoever thought otherwise asks again.
    this.engine.report(source.id, null);
    this.bursts.add(source.id, run);
    if (again !== undefined) this.clock.after(again.afterMs, () => this.bursts.add(source.id, again.run));
  }

  /** One with the right secret came to nothing. */
  failed(source: string, status: number): void {
    this.record(source, { event: 'unreadable', ok: false, status });
  }

  /** One without the right secret: a row a minute at most, lest strangers fill the log. */
  turnedAway(source: string): void {
    const minute = this.clock.now().toISOString().slice(0, 16);
    this.record(source, { id: `${minute}-refused`, event: 'refused', ok: false, status: UNAUTHORIZED });
  }

  private record(source: string, row: Pick<DeliveryRow, 'event' | 'ok'> & Partial<DeliveryRow>): void {
    const at = this.clock.now().toISOString();
    this.count += 1;
    this.deliveries.record(source, { id: `${at}-${this.count}`, name: source, direction: 'in', at, ...row });
  }

  private async sync(source: string, tasks: readonly string[]): Promise<void> {
    try {
      await this.engine.runNow(source, tasks);
    } catch (error) {
      this.log.warn(`${source} could not be synced after a webhook`, { error: messageOf(error) });
    }
  }
}

/** What the plugin throws may hold parts of the body, so none of it is told. */
function meaningOf({ id, integration }: Source, body: unknown, headers: Headers) {
  if (integration === null) throw new CodedError('upstream', `${id} could not be started`);
  const receiver = integration.webhook;
  if (receiver === undefined) throw new CodedError('not_found', `${id} does not support webhooks`);
  try {
    const meaning = receiver.receive(body, headers);
    if (mismatch(Meaning, meaning) === undefined) return meaning;
  } catch (error) {
    throw new CodedError('bad_request', `${id} cannot read this webhook`, { cause: error });
  }
  throw new CodedError('bad_request', `${id} cannot read this webhook`);
}
