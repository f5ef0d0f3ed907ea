/** Share links: made and revoked in the database, verified in memory, by any number of processes. */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { inject, injectable } from 'tsyringe';
import { DATABASE } from '../cache/sql.js';
import { CodedError } from '../ground/errors.js';
import { LOG, type Log } from '../ground/log.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { repeat } from '../time/repeat.js';
import { generateKey, hashKey, isWellFormed, prefixOf } from './format.js';
import { type KeyFault, KeyRing } from './key-ring.js';
import { FLUSH_MS, POLL_MS } from './key-store.js';
import { Names } from './names.js';
import { framesOf, type NewShare, type ShareLink, type StoredShare } from './share-link.js';
import { ShareTable } from './share-table.js';
import { UseLog } from './use-log.js';

/** What opens the link, which is not kept, and what is kept of it. */
export interface MadeShare {
  readonly token: string;
  readonly link: ShareLink;
}

@injectable()
export class ShareStore {
  private readonly table: ShareTable;
  private readonly ring = new KeyRing<ShareLink>((text) => isWellFormed(text, 'slt'));
  private readonly uses: UseLog;
  private stored: readonly StoredShare[] = [];
  private loading: Promise<void> | null = null;
  private readonly names = new Names({ what: 'link', taken: 'share_taken' });
  private timers: readonly (() => void)[] = [];

  constructor(
    @inject(DATABASE) db: Knex,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOG) private readonly log: Log,
  ) {
    this.table = new ShareTable(db);
    this.uses = new UseLog(this.table);
  }

  /** Loads the links and keeps watching them. */
  async start(): Promise<void> {
    await this.refresh();
    const polls = { everyMs: POLL_MS, failure: 'share links could not be read', run: () => this.refresh() };
    const writes = {
      everyMs: FLUSH_MS,
      failure: 'the last use of share links could not be written',
      run: () => this.flush(),
    };
    this.timers = [polls, writes].map((chore) => repeat(chore, this.clock, this.log));
  }

  async stop(): Promise<void> {
    for (const end of this.timers) end();
    this.timers = [];
    await this.flush();
  }

  /** Reads the links again; callers that come while it reads share the result. */
  refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => {
      this.loading = null;
    });
    return this.loading;
  }

  /** Synchronous and without I/O: the link, or why there is none. */
  verify(token: string, now: Date, connection: object = {}): ShareLink | KeyFault {
    return this.ring.verify(token, now.getTime(), '', connection);
  }

  /** Remembers that a link was used; written later, with all others. */
  used({ id }: ShareLink, now: Date, address: string): void {
    this.uses.add(id, now, address);
  }

  /** Writes what was used since the last time. */
  flush(): Promise<void> {
    return this.uses.flush();
  }

  /** By age; uses of this process included that are not written. */
  async list(): Promise<readonly ShareLink[]> {
    await this.refresh();
    return this.stored.map(({ hash: _, ...link }) => this.uses.upToDate(link));
  }

  /** Whether there is such a widget, and whether it takes the query, is the caller’s to know. @throws share_taken, usage */
  async create(input: NewShare): Promise<MadeShare> {
    const name = this.names.checked(input.name);
    const frames = framesOf(input.frames ?? []);
    await this.refresh();
    const isThere = (): boolean => this.stored.some((share) => share.name === name);
    return this.names.once(name, isThere, () => this.make({ ...input, name, frames }));
  }

  /** @throws share_gone */
  async revoke(name: string): Promise<ShareLink> {
    await this.refresh();
    const found = this.stored.find((share) => share.name === name);
    if (found === undefined) throw new CodedError('share_gone', `There is no link named "${name}"`);
    const { hash: _, ...link } = found;
    await this.table.revoke(link.id, this.clock.now().toISOString());
    await this.reload();
    return link;
  }

  private async make(input: NewShare & { readonly frames: readonly string[] }): Promise<MadeShare> {
    const token = generateKey('slt');
    const link: ShareLink = {
      id: randomUUID(),
      name: input.name,
      prefix: prefixOf(token),
      widget: input.widget,
      query: input.query ?? '',
      frames: input.frames,
      privacy: input.privacy ?? null,
      expiresAt: input.expiresAt ?? null,
      createdAt: this.clock.now().toISOString(),
      lastUsedAt: null,
      lastUsedFrom: null,
      useCount: 0,
    };
    await this.table.insert({ ...link, hash: hashKey(token) });
    await this.reload();
    return { token, link };
  }

  /** A read that began before a change of ours may not show it. */
  private async reload(): Promise<void> {
    await this.loading;
    await this.refresh();
  }

  private async load(): Promise<void> {
    const revoked = await this.table.revoked();
    // Nothing is waited for between this read and whoever asks for it: uses are written meanwhile.
    this.stored = await this.table.all();
    this.ring.replace(this.stored, revoked);
  }
}
