/** The keys of dashboards: made and revoked in the database, verified in memory, by any number of processes. */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { inject, injectable } from 'tsyringe';
import { DATABASE } from '../cache/sql.js';
import { CodedError } from '../ground/errors.js';
import { LOG, type Log } from '../ground/log.js';
import { type KeySettings, SETTINGS } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { repeat } from '../time/repeat.js';
import { type ApiKey, checkActions, isScope, type KeyScope, type NewKey, SCOPES, type StoredKey } from './api-key.js';
import { declaredKeys, isDeclaredId } from './declared-keys.js';
import { generateKey, hashKey, prefixOf } from './format.js';
import { type KeyFault, KeyRing } from './key-ring.js';
import { KeyTable } from './key-table.js';
import { Names } from './names.js';
import { networkList } from './networks.js';
import { UseLog } from './use-log.js';

/** How soon a key that another process made or revoked is noticed. */
export const POLL_MS = 2_000;
export const FLUSH_MS = 60_000;

/** The key itself, which is not kept, and what is kept of it. */
export interface MadeKey {
  readonly key: string;
  readonly record: ApiKey;
}

@injectable()
export class KeyStore {
  private readonly table: KeyTable;
  private readonly ring = new KeyRing();
  private readonly uses: UseLog;
  /** Of declared keys: they have no row to be written to, so these are known until the process ends. */
  private readonly declaredUses = new UseLog({ addUses: async () => undefined });
  private declared: readonly StoredKey[];
  private stored: readonly StoredKey[] = [];
  private revoked: readonly string[] = [];
  private loading: Promise<void> | null = null;
  private readonly names = new Names({ what: 'key', taken: 'key_taken' });
  private timers: readonly (() => void)[] = [];

  constructor(
    @inject(DATABASE) db: Knex,
    @inject(SETTINGS) settings: { readonly keys: readonly KeySettings[] },
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOG) private readonly log: Log,
  ) {
    this.table = new KeyTable(db);
    this.uses = new UseLog(this.table);
    this.declared = declaredKeys(settings.keys, clock.now());
  }

  /** Loads the keys and keeps watching them. */
  async start(): Promise<void> {
    await this.refresh();
    this.timers = [
      repeat({ everyMs: POLL_MS, failure: 'keys could not be read', run: () => this.refresh() }, this.clock, this.log),
      repeat(
        { everyMs: FLUSH_MS, failure: 'the last use of keys could not be written', run: () => this.flushLastUsed() },
        this.clock,
        this.log,
      ),
    ];
  }

  async stop(): Promise<void> {
    for (const end of this.timers) end();
    this.timers = [];
    await this.flushLastUsed();
  }

  /** The keys of a changed YAML. */
  declare(entries: readonly KeySettings[]): void {
    this.declared = declaredKeys(entries, this.clock.now());
    this.ring.replace([...this.declared, ...this.stored], this.revoked);
  }

  /** Reads the keys again; callers that come while it reads share the result. */
  refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => {
      this.loading = null;
    });
    return this.loading;
  }

  /**
   * Synchronous and without I/O: the key, or why it is refused.
   * @param connection over which it came, or anything that stands for it
   */
  verify(text: string, now: Date, address: string, connection: object = {}): ApiKey | KeyFault {
    return this.ring.verify(text, now.getTime(), address, connection);
  }

  /** Remembers that a key was used; written later, with all others. What stands for a session is no key. */
  used(key: ApiKey, now: Date, address: string): void {
    if (!key.declared) this.uses.add(key.id, now, address);
    else if (isDeclaredId(key.id)) this.declaredUses.add(key.id, now, address);
  }

  flushLastUsed(): Promise<void> {
    return this.uses.flush();
  }

  /** Declared ones first, then by age; uses of this process included that are not written. */
  async list(): Promise<readonly ApiKey[]> {
    await this.refresh();
    return [...this.declared, ...this.stored].map(({ hash: _, ...key }) =>
      (key.declared ? this.declaredUses : this.uses).upToDate(key),
    );
  }

  /**
   * @throws key_taken, usage
   */
  async create(input: NewKey): Promise<MadeKey> {
    const name = this.names.checked(input.name);
    const scope = checkScope(input.scope ?? 'widgets-only');
    networkList(input.networks ?? []);
    checkActions(input.actions ?? []);
    await this.refresh();
    const isThere = (): boolean => this.named(name) !== undefined;
    return this.names.once(name, isThere, () => this.make({ ...input, name, scope }));
  }

  /** @throws key_unknown, key_declared */
  async revoke(name: string): Promise<ApiKey> {
    const key = await this.changeable(name);
    await this.table.revoke(key.id, this.clock.now().toISOString());
    await this.reload();
    return key;
  }

  /** @throws key_unknown, key_declared, usage */
  async setScope(name: string, scope: string): Promise<ApiKey> {
    const wanted = checkScope(scope);
    const key = await this.changeable(name);
    await this.table.setScope(key.id, wanted);
    await this.reload();
    return { ...key, scope: wanted };
  }

  private async make(input: NewKey & { readonly scope: KeyScope }): Promise<MadeKey> {
    const key = generateKey();
    const { hash, ...record } = {
      id: randomUUID(),
      name: input.name,
      prefix: prefixOf(key),
      hash: hashKey(key),
      scope: input.scope,
      widgets: input.widgets ?? null,
      actions: input.actions ?? null,
      networks: input.networks ?? null,
      perMinute: input.perMinute ?? null,
      privacy: input.privacy ?? null,
      expiresAt: input.expiresAt ?? null,
      createdAt: this.clock.now().toISOString(),
      lastUsedAt: null,
      lastUsedFrom: null,
      useCount: 0,
      declared: false,
    } satisfies StoredKey;
    await this.table.insert({ ...record, hash });
    await this.reload();
    return { key, record };
  }

  /** A read that began before a change of ours may not show it. */
  private async reload(): Promise<void> {
    await this.loading;
    await this.refresh();
  }

  private async load(): Promise<void> {
    this.revoked = await this.table.revoked();
    // Nothing is waited for between this read and whoever asks for it: uses are written meanwhile.
    this.stored = await this.table.all();
    this.ring.replace([...this.declared, ...this.stored], this.revoked);
  }

  private named(name: string): StoredKey | undefined {
    return [...this.declared, ...this.stored].find((key) => key.name === name);
  }

  private async changeable(name: string): Promise<ApiKey> {
    await this.refresh();
    const found = this.named(name);
    if (found === undefined) throw new CodedError('key_unknown', `There is no key named "${name}"`);
    if (found.declared) throw new CodedError('key_declared', `The key "${name}" is declared in the config`);
    const { hash: _, ...key } = found;
    return key;
  }
}

function checkScope(scope: string): KeyScope {
  if (isScope(scope)) return scope;
  throw new CodedError('usage', `"${scope}" is not a scope: choose one of ${SCOPES.join(', ')}`);
}
