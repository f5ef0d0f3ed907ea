/** A connection to PostgreSQL of one's own, that comes back when it breaks: for locks and notifications, which a pool loses. */
import { messageOf } from '@sidelight/plugin-api/errors';
import type pg from 'pg';
import { type Log, silentLog } from '../ground/log.js';
import { type Clock, systemClock } from '../time/clock.js';
import { clientTo } from './database.js';

const RETRY_MS = 5_000;

export interface HoldOptions {
  readonly clock?: Clock;
  readonly log?: Log;
}

export interface Holder {
  /** Each time that there is a connection. When it rejects, the connection is given up and tried again. */
  opened(client: pg.Client): Promise<void>;
  /** The connection broke. */
  lost(): void;
}

export class HeldConnection {
  private readonly clock: Clock;
  private readonly log: Log;
  private client: pg.Client | null = null;
  private cancelRetry: () => void = () => undefined;
  private stopped = false;

  private constructor(
    private readonly url: string,
    private readonly holder: Holder,
    { clock = systemClock, log = silentLog }: HoldOptions,
  ) {
    this.clock = clock;
    this.log = log;
  }

  /** Resolves after the first try, which may have failed: then there are more. */
  static async open(url: string, holder: Holder, options: HoldOptions = {}): Promise<HeldConnection> {
    const connection = new HeldConnection(url, holder, options);
    await connection.connect();
    return connection;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelRetry();
    const client = this.client;
    this.client = null;
    await client?.end();
  }

  private async connect(): Promise<void> {
    const client = await clientTo(this.url);
    if (this.stopped) return;
    this.client = client;
    client.on('error', (error) => this.broke(client, error));
    client.on('end', () => this.broke(client, new Error('the connection ended')));
    try {
      await client.connect();
      await this.holder.opened(client);
    } catch (error) {
      this.broke(client, error);
    }
  }

  private broke(client: pg.Client, error: unknown): void {
    if (this.client !== client || this.stopped) return;
    this.client = null;
    this.log.warn('lost a connection to PostgreSQL, trying again', { error: messageOf(error) });
    client
      .end()
      .catch((late: unknown) => this.log.debug('a broken connection did not end', { error: messageOf(late) }));
    this.holder.lost();
    this.cancelRetry = this.clock.after(RETRY_MS, () => void this.connect());
  }
}
