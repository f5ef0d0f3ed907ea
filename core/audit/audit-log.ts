/** What was done and who did it, written down for a while. To write it down never fails what was done. */
import { messageOf, redact } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import { inject, injectable } from 'tsyringe';
import { DATABASE } from '../cache/sql.js';
import { LOG, type Log } from '../ground/log.js';
import { SETTINGS, type Settings } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { type AuditEntry, type AuditQuery, type AuditRow, AuditTable } from './audit-table.js';

/** What is told of an event; the time is that of the telling. */
export interface AuditEvent extends Pick<AuditEntry, 'kind' | 'who' | 'route'> {
  readonly keyPrefix?: string;
  readonly address?: string;
  readonly target?: string;
  /** Not given: it was done. */
  readonly result?: string;
}

export const AUDIT_DAYS = 90;
/** Of each kind. With the longest texts that is some 8 MB. */
export const AUDIT_ROWS = 10_000;
const DAY_MS = 86_400_000;
/** Rows between two looks at how many there are. */
const PRUNE_AFTER = 500;
const LONGEST = 300;

@injectable()
export class AuditLog {
  private readonly table: AuditTable;
  private written = 0;

  constructor(
    @inject(DATABASE) db: Knex,
    @inject(SETTINGS) private readonly settings: Pick<Settings, 'secrets'>,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOG) private readonly log: Log,
  ) {
    this.table = new AuditTable(db);
  }

  /** Resolves once it is written, or once it is said that it cannot be: a full disk must not turn what was done into a failure. */
  async record({ kind, who, route, keyPrefix = '', address, target, result = 'ok' }: AuditEvent): Promise<void> {
    const entry = {
      at: this.clock.now().toISOString(),
      kind,
      who: this.plain(who),
      keyPrefix: this.plain(keyPrefix),
      address: address === undefined ? null : this.plain(address),
      route: this.plain(route),
      target: target === undefined ? null : this.plain(target),
      result,
    };
    try {
      await this.table.insert(entry);
      this.written += 1;
      if (this.written % PRUNE_AFTER === 0) await this.prune();
    } catch (error) {
      this.log.error('the audit log could not be written', { ...entry, error: messageOf(error) });
    }
  }

  list(query: AuditQuery): Promise<readonly AuditRow[]> {
    return this.table.list(query);
  }

  /** Removes what is older than 90 days, and the oldest of more than so many. */
  prune(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - AUDIT_DAYS * DAY_MS).toISOString();
    return this.table.prune(oldest, AUDIT_ROWS);
  }

  /** In one line, of a bounded length, without secrets: whoever reads it may be shown it on a page. */
  private plain(text: string): string {
    const shown = redact(text, this.settings.secrets).replace(/(slt?_)[0-9A-Za-z]{20,}/g, '$1***');
    return shown.replace(/\p{C}/gu, ' ').slice(0, LONGEST);
  }
}
