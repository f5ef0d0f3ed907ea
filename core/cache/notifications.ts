/** How instances on one PostgreSQL tell each other of commits. */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { HeldConnection, type HoldOptions } from './held-connection.js';
import type { FreshRun } from './owed.js';
import { isPostgres, run } from './sql.js';

const CHANNEL = 'sidelight_commits';
/** PostgreSQL refuses longer ones than 8,000 bytes. */
const LONGEST = 7_900;

export interface News {
  /** Ports whose rows changed; null: any may have. */
  readonly changed: readonly string[] | null;
  /** Ports whose freshness may have changed. */
  readonly fresh: readonly string[];
}

export const newsOf = (runs: readonly FreshRun[], changed: Iterable<string> = []): News => ({
  changed: [...changed],
  fresh: [...new Set(runs.map(({ port }) => port))],
});

interface Message extends News {
  readonly from: string;
}

export class Notifications {
  private readonly self = randomUUID();
  private connection: HeldConnection | null = null;

  /** Told to the others when the transaction commits. */
  async tell(trx: Knex, { changed, fresh }: News): Promise<void> {
    if (!isPostgres(trx)) return;
    const message: Message = { from: this.self, changed, fresh };
    const text = JSON.stringify(message);
    const anything: Message = { from: this.self, changed: null, fresh: [] };
    await run(trx, 'SELECT pg_notify(?, ?)', [CHANNEL, text.length > LONGEST ? JSON.stringify(anything) : text]);
  }

  /** `hear` is called for each commit of another instance, and after each gap in which one may have been missed. */
  async listen(url: string, hear: (news: News) => void, options: HoldOptions): Promise<void> {
    this.connection = await HeldConnection.open(
      url,
      {
        opened: async (client) => {
          client.on('notification', ({ payload }) => {
            const message = JSON.parse(payload ?? '{}') as Message;
            if (message.from !== this.self) hear(message);
          });
          await client.query(`LISTEN ${CHANNEL}`);
          hear({ changed: null, fresh: [] });
        },
        lost: () => undefined,
      },
      options,
    );
  }

  async stop(): Promise<void> {
    await this.connection?.stop();
  }
}
