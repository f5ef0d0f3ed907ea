import type { AnyAction } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Request } from 'express';
import type { Knex } from 'knex';
import type { ErrorId } from '../ground/errors.js';
import { exchangeOf, keyOf } from '../http/exchange.js';
import { failureOf } from '../http/refusal.js';
import { type ActionBody, ActionRunner, type Done } from './action-runner.js';
import type { HttpDeps } from './deps.js';
import { Replays } from './replays.js';
import { checker } from './validate.js';

type Deps = Pick<HttpDeps, 'settings' | 'sources' | 'engine' | 'reader' | 'cache' | 'clock' | 'log' | 'database'>;
export type Act = (req: Request) => Promise<Done>;

/** POST of every action: checked, done once, written to the audit log. */
export class Actions {
  private readonly runner: ActionRunner;
  private readonly replays: Replays;

  constructor(private readonly deps: Deps) {
    this.runner = new ActionRunner(deps);
    this.replays = new Replays(deps.database, deps.clock, deps.log);
  }

  handler(action: AnyAction, path: string): Act {
    const check = checker<ActionBody>(action.input, 'body');
    return async (req) => {
      const key = keyOf(req);
      const body = check(req.body ?? {});
      const entry = {
        keyPrefix: key.prefix === '' ? key.name : key.prefix,
        address: exchangeOf(req).address,
        route: path,
        target: String(body[action.target]),
      };
      try {
        const attempt = { owner: key.id, key: req.get('idempotency-key'), route: path, body };
        const done = await this.replays.once(attempt, () => this.runner.run(action, body));
        await this.audit({ ...entry, result: 'ok' });
        return done;
      } catch (error) {
        await this.audit({ ...entry, result: failureOf(error).code });
        throw error;
      }
    };
  }

  /** A full disk must not turn a done action into a failed one. */
  private async audit(entry: Omit<AuditEntry, 'at'>): Promise<void> {
    try {
      await recordAction(this.deps.database, { ...entry, at: this.deps.clock.now().toISOString() });
    } catch (error) {
      this.deps.log.error('the audit log could not be written', { ...entry, error: messageOf(error) });
    }
  }
}

export interface AuditEntry {
  readonly at: string;
  readonly keyPrefix: string;
  readonly address: string;
  readonly route: string;
  readonly target: string;
  readonly result: 'ok' | ErrorId;
}

/** One row for each action that a key asked for, done or not. */
export async function recordAction(db: Knex, entry: AuditEntry): Promise<void> {
  await db('audit').insert({
    at: entry.at,
    key_prefix: entry.keyPrefix,
    address: entry.address,
    route: entry.route,
    target: entry.target,
    result: entry.result,
  });
}
