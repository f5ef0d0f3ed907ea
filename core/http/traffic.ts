/** What is known of each answered request: a counter by status, and a line in the log. */
import type { IncomingMessage } from 'node:http';
import type { Log, LogLevel } from '../ground/log.js';
import type { Exchange } from './exchange.js';

export class Traffic {
  private readonly counts = new Map<number, number>();
  private readonly isVerbose: boolean;

  constructor(
    private readonly log: Log,
    level: LogLevel,
  ) {
    this.isVerbose = level === 'debug';
  }

  /** Status → answers so far. */
  byStatus(): ReadonlyMap<number, number> {
    return this.counts;
  }

  /** Paths are logged without their query, which senders may have put secrets into. */
  answered(req: IncomingMessage, status: number, url: string, exchange: Exchange): void {
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
    if (status < 400 && !this.isVerbose) return;
    const line = `${req.method} ${url.split('?')[0]} ${status}`;
    const { requestId, address } = exchange;
    if (status < 400) this.log.debug(line, { requestId, address });
    else this.log.info(line, { requestId, address });
  }
}
