/** How often somebody may try a password or a token. What succeeds does not count. */
import { Refusal } from '../http/refusal.js';
import { type Budget, Budgets } from '../keys/budget.js';
import { householdOf } from '../keys/networks.js';
import type { Clock } from '../time/clock.js';

const PER_ADDRESS: Budget = { perMinute: 5, burst: 5 };
/** Over all addresses. */
const PER_NAME: Budget = { perMinute: 10, burst: 10 };

export class Attempts {
  private readonly addresses = new Budgets();
  private readonly names = new Budgets();
  private readonly devices = new Budgets();

  /** @param onLocked told of an address that has to wait */
  constructor(
    private readonly clock: Clock,
    private readonly onLocked: (address: string) => void = () => undefined,
  ) {}

  /**
   * Counts an attempt before it is made, so that many at once gain nothing. Returns how to take it back.
   * @param name not given: what is tried belongs to nobody
   * @param device in which that name has signed in before: it has a budget of its own, whatever strangers do
   * @throws sign_in_limit
   */
  begin(from: string, name?: string, device?: string): () => void {
    const now = this.clock.now().getTime();
    if (device !== undefined) {
      this.refuse(from, this.devices.take(device, PER_ADDRESS, now));
      return () => this.devices.giveBack(device, PER_ADDRESS);
    }
    const address = householdOf(from);
    this.refuse(from, this.addresses.take(address, PER_ADDRESS, now));
    const owner = name === undefined ? undefined : ownerOf(name);
    if (owner !== undefined) this.refuse(from, this.names.take(owner, PER_NAME, now));
    return () => {
      this.addresses.giveBack(address, PER_ADDRESS);
      if (owner !== undefined) this.names.giveBack(owner, PER_NAME);
    };
  }

  private refuse(address: string, waitMs: number): void {
    if (waitMs === 0) return;
    this.onLocked(address);
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw new Refusal('sign_in_limit', `Too many attempts: try again in ${seconds} s`, {
      'Retry-After': String(seconds),
    });
  }
}

/** However it is written, and however long: what is remembered of an attempt is small. */
export const ownerOf = (name: string): string => name.trim().slice(0, 64).normalize('NFKC').toLowerCase();
