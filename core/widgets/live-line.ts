/** The calls to one source for one port: one at a time, one in two seconds, the last good one kept. */
import { setMaxListeners } from 'node:events';
import type { AnyPort, RouteFragment } from '@sidelight/plugin-api';
import { fail, messageOf } from '@sidelight/plugin-api/errors';
import { admit, fewOf } from '@sidelight/plugin-api/host';
import type { Log } from '../ground/log.js';
import type { Source } from '../plugins/source.js';
import type { Availabilities } from '../sync/availability.js';
import type { Clock } from '../time/clock.js';
import { bounded } from '../time/deadline.js';

export interface LineParts {
  readonly source: Source;
  readonly port: AnyPort;
  readonly fragment: RouteFragment;
  readonly availabilities: Availabilities;
  readonly clock: Clock;
  readonly log: Log;
  /** Moves when the cache got other rows of the port than it had: an earlier answer may then be outdated. */
  readonly generation: () => number;
  /** Of what it told, what is to be shown. */
  readonly admit: (rows: readonly object[]) => Promise<readonly object[]>;
}

export interface Call {
  /** When it ended, epoch milliseconds. */
  readonly at: number;
  /** null: it failed. */
  readonly rows: readonly (object & { readonly source: string })[] | null;
}

const STEP_MS = 2000;

/**
 * Until when an answer of this moment is good: time goes in steps that are the same for every source and route. So whoever asks
 * every second has it asked once in each step, as a hundred who ask do.
 */
export const goodUntil = (at: number): number => (Math.floor(at / STEP_MS) + 1) * STEP_MS;

const CALL_MS = 3000;
const never = new AbortController().signal;
// Each call that is under way listens to it.
setMaxListeners(0, never);

export class LiveLine {
  /** The last call that went well. */
  good: Call | undefined;
  /** Epoch milliseconds, of the first call that failed since. */
  failingSince: number | undefined;
  private last: (Call & { readonly generation: number }) | undefined;
  private flight: Promise<Call> | undefined;
  /** Calls of an earlier era are outdated. */
  private era = 0;

  constructor(private readonly parts: LineParts) {}

  /** A call that is fresh enough, the one that is under way, or a new one; null when the source must not be asked now. */
  ask(): Call | Promise<Call> | null {
    const { availabilities, source, clock, generation } = this.parts;
    if (this.flight !== undefined) return this.flight;
    const now = clock.now().getTime();
    const isGood = this.last !== undefined && now >= this.last.at && now < goodUntil(this.last.at);
    if (isGood && this.last?.generation === generation()) return this.last;
    if (!availabilities.mayAsk(source.id)) return null;
    const flight = this.call().finally(() => {
      if (this.flight === flight) this.flight = undefined;
    });
    this.flight = flight;
    return flight;
  }

  /** Something was done to the source: what it was asked before, a call under way included, does not count any more. */
  outdate(): void {
    this.era++;
    this.last = undefined;
    this.flight = undefined;
  }

  private async call(): Promise<Call> {
    const { era } = this;
    const generation = this.parts.generation();
    const rows = await this.rows();
    const call = { at: this.parts.clock.now().getTime(), rows, generation };
    if (era !== this.era) return call;
    this.last = call;
    if (rows !== null) this.good = call;
    this.failingSince = rows === null ? (this.failingSince ?? call.at) : undefined;
    return call;
  }

  private async rows(): Promise<Call['rows']> {
    const { source, port, fragment, availabilities, clock, log } = this.parts;
    const deadlineMs = Math.min(CALL_MS, source.timeoutMs);
    try {
      const bounds = { clock, deadlineMs, signal: never, what: `the live answer for ${port.id}` };
      const items = admitted(port, await bounded(bounds, (signal) => fragment.read(signal)), source.server);
      availabilities.report(source.id, null);
      return (await this.shown(items)).map((item) => ({ ...item, source: source.id }));
    } catch (error) {
      availabilities.report(source.id, error);
      log.debug(`${source.id} gave no live answer for ${port.id}`, { error: messageOf(error) });
      return null;
    }
  }

  /** All of it while the database does not tell what to go by. */
  private async shown(items: readonly object[]): Promise<readonly object[]> {
    try {
      return await this.parts.admit(items);
    } catch (error) {
      this.parts.log.debug(`what ${this.parts.source.id} told is shown unseen`, { error: messageOf(error) });
      return items;
    }
  }
}

/** @throws bad_response */
function admitted(port: AnyPort, items: unknown, server: string | undefined): readonly object[] {
  if (!Array.isArray(items)) throw fail('bad_response', `the live answer for ${port.id} is not a list`);
  try {
    return admit(port, fewOf(port, items), { id: 'live' }, server);
  } catch (error) {
    throw fail('bad_response', messageOf(error), { cause: error });
  }
}
