import type { AnyAction } from '@sidelight/plugin-api';
import type { Request } from 'express';
import { exchangeOf, keyOf } from '../http/exchange.js';
import { failureOf } from '../http/refusal.js';
import { type ActionBody, ActionRunner, type Done } from './action-runner.js';
import type { HttpDeps } from './deps.js';
import { Replays } from './replays.js';
import { checker } from './validate.js';

type Deps = Pick<
  HttpDeps,
  'settings' | 'sources' | 'engine' | 'reader' | 'cache' | 'clock' | 'log' | 'database' | 'audit' | 'ownActions'
>;
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
      const event = {
        kind: 'action',
        who: key.name,
        keyPrefix: key.prefix,
        address: exchangeOf(req).address,
        route: path,
        target: String(body[action.target]),
      } as const;
      try {
        const attempt = { owner: key.id, key: req.get('idempotency-key'), route: path, body };
        const done = await this.replays.once(attempt, () => this.runner.run(action, body, key.name));
        await this.deps.audit.record(event);
        return done;
      } catch (error) {
        await this.deps.audit.record({ ...event, result: failureOf(error).code });
        throw error;
      }
    };
  }
}
