/** Who comes by a link: what opens it stands in the address, is checked and counted. */
import type { Request } from 'express';
import { CodedError } from '../../ground/errors.js';
import { exchangeOf } from '../../http/exchange.js';
import { tooMany } from '../../http/refusal.js';
import { Budgets } from '../../keys/budget.js';
import type { KeyFault } from '../../keys/key-ring.js';
import { householdOf } from '../../keys/networks.js';
import type { ShareLink } from '../../keys/share-link.js';
import { FAILURES } from '../../rest/gate.js';
import type { WebDeps } from '../web-deps.js';

/** Of each link: every five seconds in fifty browsers. */
const BUDGET = { perMinute: 600, burst: 120 };
const ONCE_A_MINUTE = { perMinute: 1, burst: 1 };

export class ShareGate {
  private readonly budgets = new Budgets();
  private readonly failures = new Budgets();
  private readonly told = new Budgets();

  constructor(private readonly deps: Pick<WebDeps, 'services' | 'clock'>) {}

  /** @throws share_unknown, share_expired, rate_limit */
  async admit(req: Request, widget: string): Promise<ShareLink> {
    const { share: token } = req.query;
    // Nothing was tried, so nothing counts as a guess.
    if (typeof token !== 'string' || token === '') throw unknown('This address is incomplete');
    const now = this.deps.clock.now();
    const { address } = exchangeOf(req);
    const link = await this.verify(token, now, address, req.socket);
    if (link === 'expired_key') throw new CodedError('share_expired', 'This link has expired');
    if (typeof link === 'string' || link.widget !== widget) throw unknown('This link does not exist');
    const wait = this.budgets.take(link.id, BUDGET, now.getTime());
    if (wait > 0) throw tooMany('This link is opened too often', wait, BUDGET.perMinute);
    this.deps.services.shares.used(link, now, address);
    return link;
  }

  private async verify(token: string, now: Date, address: string, connection: object): Promise<ShareLink | KeyFault> {
    const { shares } = this.deps.services;
    const link = shares.verify(token, now, connection);
    // A dashboard that still shows a link of ours guesses nothing.
    if (link !== 'unknown_key' && link !== 'malformed_key') return link;
    const wait = this.failures.take(householdOf(address), FAILURES, now.getTime());
    if (wait > 0) {
      this.tell(address, now);
      throw tooMany('Too many wrong links from this address', wait, FAILURES.perMinute);
    }
    if (link === 'malformed_key') return link;
    // Another process may have made it a moment ago.
    await shares.refresh();
    return shares.verify(token, now, connection);
  }

  /** Whoever tries on and on is one event a minute. */
  private tell(address: string, now: Date): void {
    if (this.told.take(householdOf(address), ONCE_A_MINUTE, now.getTime()) > 0) return;
    const event = { kind: 'refusal', who: '', route: 'share.locked', address, result: 'refused' } as const;
    void this.deps.services.audit.record(event);
  }
}

const unknown = (message: string): CodedError => new CodedError('share_unknown', message);
