/** Makes a retried POST safe: what was done under an Idempotency-Key is not done again for a day. */
import { hash } from 'node:crypto';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import { CodedError } from '../ground/errors.js';
import type { Log } from '../ground/log.js';
import { isRecord } from '../ground/path.js';
import type { Clock } from '../time/clock.js';
import { isOutcomeUnknown } from './action-runner.js';

export interface Attempt {
  /** Whose Idempotency-Key it is. */
  readonly owner: string;
  /** The Idempotency-Key; undefined without one. */
  readonly key: string | undefined;
  readonly route: string;
  readonly body: unknown;
}

interface Flight {
  readonly fingerprint: string;
  readonly result: Promise<unknown>;
}

interface Row {
  readonly id: string;
  readonly fingerprint: string;
  readonly answer: string;
  readonly created_at: string;
}

const TABLE = 'idempotency';
const KEPT_MS = 24 * 3_600_000;
const KEY_SHAPE = /^[\x21-\x7e]{1,200}$/;

export class Replays {
  private readonly flights = new Map<string, Flight>();

  constructor(
    private readonly db: Knex,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * The answer of `run`, which is called once for all equal attempts that overlap, and once a day for those with the same
   * key. What failed is tried again, unless it may have been done: then the attempts after it fail as it did.
   * @throws bad_request for an odd key, idempotency_reused for one that stands for another request already
   */
  once<T>(attempt: Attempt, run: () => Promise<T>): Promise<T> {
    const { owner, key, route, body } = attempt;
    if (key !== undefined && !KEY_SHAPE.test(key)) {
      throw new CodedError('bad_request', 'Idempotency-Key must be 1 to 200 visible characters');
    }
    const fingerprint = hash('sha256', `${route}\n${JSON.stringify(inOrder(body))}`);
    const id = key === undefined ? fingerprint : hash('sha256', `${owner}\n${key}`);
    const flight = this.flights.get(id) ?? this.start(id, fingerprint, key !== undefined, run);
    same(flight.fingerprint, fingerprint);
    return flight.result as Promise<T>;
  }

  private start(id: string, fingerprint: string, kept: boolean, run: () => Promise<unknown>): Flight {
    const result = (kept ? this.replayed(id, fingerprint, run) : run()).finally(() => this.flights.delete(id));
    const flight = { fingerprint, result };
    this.flights.set(id, flight);
    return flight;
  }

  private async replayed(id: string, fingerprint: string, run: () => Promise<unknown>): Promise<unknown> {
    const now = this.clock.now();
    const oldest = new Date(now.getTime() - KEPT_MS).toISOString();
    await this.db(TABLE).where('created_at', '<', oldest).delete();
    const row: Row | undefined = await this.db<Row>(TABLE).where({ id }).first();
    if (row !== undefined) {
      same(row.fingerprint, fingerprint);
      return answerIn(row);
    }
    const keep = (answer: unknown): Promise<void> =>
      this.keep({ id, fingerprint, answer: JSON.stringify(answer), created_at: now.toISOString() });
    try {
      const answer = await run();
      await keep(answer);
      return answer;
    } catch (error) {
      if (isOutcomeUnknown(error)) await keep({ outcomeUnknown: error.message });
      throw error;
    }
  }

  /** What was done stays done, also when it cannot be noted. */
  private async keep(row: Row): Promise<void> {
    try {
      await this.db(TABLE).insert(row).onConflict('id').ignore();
    } catch (error) {
      this.log.error('an Idempotency-Key could not be kept', { error: messageOf(error) });
    }
  }
}

/** The order of names means nothing in JSON. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, inOrder(inner)]));
}

/** @throws what the first attempt threw, where nobody knows whether it was done */
function answerIn({ answer }: Row): unknown {
  const kept: unknown = JSON.parse(answer);
  if (typeof kept === 'object' && kept !== null && 'outcomeUnknown' in kept) {
    throw new CodedError('outcome_unknown', String(kept.outcomeUnknown));
  }
  return kept;
}

function same(held: string, given: string): void {
  if (held !== given)
    throw new CodedError('idempotency_reused', 'This Idempotency-Key was already used for a different request');
}
