/** What is known of each answered request: it is counted, and some are a line in the log. */
import type { IncomingMessage } from 'node:http';
import type { Log, LogLevel } from '../ground/log.js';
import type { Exchange } from './exchange.js';

/** An answer, as it is counted. */
export interface Answered {
  readonly method: string;
  /** As Express takes it: parameters are `:name`; not given: no route of ours. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

export class Traffic {
  private readonly isVerbose: boolean;

  constructor(
    private readonly log: Log,
    level: LogLevel,
    private readonly count: (answered: Answered) => void,
  ) {
    this.isVerbose = level === 'debug';
  }

  /** Paths are logged without their query, which senders may have put secrets into. @param route see `Answered` */
  answered(req: IncomingMessage, status: number, url: string, exchange: Exchange, route?: string): void {
    const seconds = (performance.now() - exchange.begunAt) / 1000;
    this.count({ method: req.method ?? '', route, status, seconds });
    if (status < 400 && !this.isVerbose) return;
    const line = `${req.method} ${url.split('?')[0]} ${status}`;
    const { requestId, address } = exchange;
    if (status < 400) this.log.debug(line, { requestId, address });
    else this.log.info(line, { requestId, address });
  }
}
