/** Keys in a database that two processes share. */
import 'reflect-metadata';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { openDatabase } from '#core/cache/database.js';
import { CodedError } from '#core/ground/errors.js';
import { silentLog } from '#core/ground/log.js';
import { hashKey } from '#core/keys/format.js';
import { KeyStore } from '#core/keys/key-store.js';
import { type ManualClock, manualClock } from '../../support/manual-clock.js';
import { recordingLog } from '../../support/recording-log.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';

const HERE = '127.0.0.1';

describe('the key store', () => {
  let folder: TempFolder;
  let db: Knex;
  let clock: ManualClock;
  let store: KeyStore;
  const open: KeyStore[] = [];

  const storeOver = (keys: ConstructorParameters<typeof KeyStore>[1]['keys'] = [], log = silentLog): KeyStore => {
    const made = new KeyStore(db, { keys }, clock, log);
    open.push(made);
    return made;
  };
  const verify = (key: string, on = store, address = HERE) => {
    const result = on.verify(key, clock.now(), address);
    return typeof result === 'string' ? result : result.name;
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: unknown) => (error instanceof CodedError ? error.code : error),
    );
  /** Until what the poll started has read from the database. */
  const poll = async (ms = 2000) => {
    await clock.advance(ms);
    await store.refresh();
  };

  beforeEach(async () => {
    folder = tempFolder();
    clock = manualClock();
    db = await openDatabase({ kind: 'sqlite', file: join(folder.path, 'keys.db') });
    store = storeOver();
    await store.start();
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.stop();
    await db.destroy();
    folder.remove();
  });

  it('verifies what it made, and keeps nothing that would open a door', async () => {
    const { key, record } = await store.create({ name: ' kitchen ' });
    expect(verify(key)).to.equal('kitchen');
    expect(record).to.include({ name: 'kitchen', scope: 'widgets-only', prefix: key.slice(0, 10), useCount: 0 });
    const rows = JSON.stringify([await db('api_keys'), await store.list()]);
    expect(rows).to.not.include(key);
    expect(JSON.stringify(await store.list())).to.not.include(hashKey(key));
  });

  it('survives a restart, with all that a key is limited by', async () => {
    const { key } = await store.create({
      name: 'tablet',
      scope: 'widgets-write',
      widgets: ['homepage'],
      actions: ['release', 'indexers.test'],
      networks: ['10.0.0.0/8'],
      perMinute: 30,
      expiresAt: '2026-11-21T12:00:00.000Z',
    });
    const again = storeOver();
    await again.start();
    expect((await again.list())[0]).to.deep.include({
      scope: 'widgets-write',
      widgets: ['homepage'],
      actions: ['release', 'indexers.test'],
      networks: ['10.0.0.0/8'],
      perMinute: 30,
      declared: false,
    });
    expect(verify(key, again, '10.1.2.3')).to.equal('tablet');
    expect(verify(key, again)).to.equal('network');
    clock.jump(24 * 3_600_000);
    expect(verify(key, again, '10.1.2.3')).to.equal('expired_key');
  });

  it('notices within seconds what another process made, rescoped or revoked', async () => {
    const command = storeOver();
    const { key } = await command.create({ name: 'new' });
    expect(verify(key)).to.equal('unknown_key');
    await poll();
    expect(verify(key)).to.equal('new');
    await command.setScope('new', 'full');
    await poll();
    expect((await store.list())[0]?.scope).to.equal('full');
    await command.revoke('new');
    await poll();
    expect(verify(key)).to.equal('revoked_key');
  });

  it('asks anew of a key that comes over the same connection again', async () => {
    const connection = {};
    const over = (key: string) => {
      const result = store.verify(key, clock.now(), HERE, connection);
      return typeof result === 'string' ? result : result.name;
    };
    const { key } = await store.create({ name: 'short', expiresAt: '2026-11-21T12:00:00.000Z' });
    const { key: other } = await store.create({ name: 'other' });
    expect([over(key), over(key), over(other), over(key)]).to.deep.equal(['short', 'short', 'other', 'short']);
    clock.jump(24 * 3_600_000);
    expect([over(key), over(other)]).to.deep.equal(['expired_key', 'other']);
    await store.revoke('other');
    expect(over(other)).to.equal('revoked_key');
  });

  it('lets a name be used once, and again after its key was revoked', async () => {
    await store.create({ name: 'tv' });
    expect(await codeOf(store.create({ name: 'tv' }))).to.equal('key_taken');
    await store.revoke('tv');
    const { key } = await store.create({ name: 'tv' });
    expect(verify(key)).to.equal('tv');
    expect(await store.list()).to.have.lengthOf(1);
  });

  it('makes one key of a form that is sent twice at once', async () => {
    const both = await Promise.all([store.create({ name: 'tv' }), codeOf(store.create({ name: 'tv' }))]);
    expect(both[1]).to.equal('key_taken');
    expect(verify(both[0].key)).to.equal('tv');
    expect(await store.list()).to.have.lengthOf(1);
  });

  it('refuses what makes no sense', async () => {
    expect(await codeOf(store.create({ name: ' ' }))).to.equal('usage');
    expect(await codeOf(store.create({ name: 'wall\u202Etelbat' }))).to.equal('usage');
    expect(await codeOf(store.create({ name: 'x', networks: ['everywhere'] }))).to.equal('usage');
    expect(await codeOf(store.create({ name: 'x', scope: 'widgets-write', actions: ['everything'] }))).to.equal(
      'usage',
    );
    await store.create({ name: 'x' });
    expect(await codeOf(store.setScope('x', 'everything'))).to.equal('usage');
    expect(await codeOf(store.revoke('y'))).to.equal('key_unknown');
  });

  it('takes keys of the config by hash or as they are, for reading only', async () => {
    const declared = storeOver([
      { name: 'wall', scope: 'widgets-only', key: 'whatever the owner chose' },
      { name: 'script', scope: 'full', hash: hashKey('another'), expires: '2027-01-01' },
    ]);
    await declared.start();
    expect(verify('whatever the owner chose', declared)).to.equal('wall');
    expect(verify('another', declared)).to.equal('script');
    expect(await codeOf(declared.revoke('wall'))).to.equal('key_declared');
    expect(await codeOf(declared.setScope('script', 'full'))).to.equal('key_declared');
    expect(await codeOf(declared.create({ name: 'wall' }))).to.equal('key_taken');
    expect((await declared.list()).map(({ name, declared: fixed }) => [name, fixed])).to.deep.equal([
      ['wall', true],
      ['script', true],
    ]);
    expect((await declared.list()).map(({ prefix }) => prefix)).to.deep.equal(['', '']);
    const [wall] = await declared.list();
    if (wall === undefined) throw new Error('nothing is listed');
    declared.used(wall, clock.now(), '192.0.2.7');
    declared.used({ ...wall, id: 'session:password:ada' }, clock.now(), '192.0.2.8');
    await declared.flushLastUsed();
    expect((await declared.list()).map(({ useCount, lastUsedFrom }) => [useCount, lastUsedFrom])).to.deep.equal([
      [1, '192.0.2.7'],
      [0, null],
    ]);
    declared.declare([]);
    expect(verify('another', declared)).to.equal('malformed_key');
  });

  it('writes the last use of all keys at once, a minute later, and adds up', async () => {
    const names = ['one', 'two'];
    for (const name of names) await store.create({ name });
    const use = async (times: number) => {
      for (const key of await store.list()) for (let i = 0; i < times; i++) store.used(key, clock.now(), HERE);
    };
    await use(3);
    expect(await db('api_keys').pluck('use_count')).to.deep.equal([0, 0]);
    clock.jump(1000);
    await store.flushLastUsed();
    await use(2);
    await store.flushLastUsed();
    const seen = (await store.list()).map(({ useCount, lastUsedAt, lastUsedFrom }) => [
      useCount,
      lastUsedAt,
      lastUsedFrom,
    ]);
    expect(seen).to.deep.equal(Array(2).fill([5, '2026-11-20T12:00:01.000Z', HERE]));
  });

  it('lists a use at once, and counts it once while it is written and after', async () => {
    const { record } = await store.create({ name: 'one' });
    const seen = async () => {
      const [key] = await store.list();
      return [key?.useCount, key?.lastUsedAt, key?.lastUsedFrom];
    };
    store.used(record, clock.now(), HERE);
    expect(await seen()).to.deep.equal([1, '2026-11-20T12:00:00.000Z', HERE]);
    clock.jump(1000);
    const written = store.flushLastUsed();
    store.used(record, clock.now(), '10.1.2.3');
    const now = [2, '2026-11-20T12:00:01.000Z', '10.1.2.3'];
    expect(await seen()).to.deep.equal(now);
    await written;
    expect(await seen()).to.deep.equal(now);
    await store.flushLastUsed();
    expect(await seen()).to.deep.equal(now);
  });

  it('believes the process that saw a key last', async () => {
    const { record } = await store.create({ name: 'one' });
    const other = storeOver();
    store.used(record, clock.now(), HERE);
    other.used(record, new Date(clock.now().getTime() + 5000), '10.1.2.3');
    await other.flushLastUsed();
    expect((await store.list())[0]).to.include({
      useCount: 2,
      lastUsedAt: '2026-11-20T12:00:05.000Z',
      lastUsedFrom: '10.1.2.3',
    });
  });

  it('flushes each minute by itself, and when it is stopped', async () => {
    const { record } = await store.create({ name: 'one' });
    store.used(record, clock.now(), HERE);
    await poll(60_000);
    await store.flushLastUsed();
    store.used(record, clock.now(), HERE);
    await store.stop();
    expect((await store.list())[0]?.useCount).to.equal(2);
  });

  it('goes on with the keys that it knows when the database is gone, says so once, and keeps the uses', async () => {
    const log = recordingLog();
    const other = storeOver([], log);
    const { key, record } = await other.create({ name: 'one' });
    await other.start();
    await db.schema.renameTable('api_keys', 'hidden');
    other.used(record, clock.now(), HERE);
    await other.flushLastUsed().catch(() => undefined);
    for (let round = 0; round < 3; round++) {
      await clock.advance(2000);
      await other.refresh().catch(() => undefined);
    }
    await clock.advance(0);
    expect(log.lines).to.deep.equal(['warn keys could not be read']);
    expect(verify(key, other)).to.equal('one');
    await db.schema.renameTable('hidden', 'api_keys');
    await other.flushLastUsed();
    expect((await other.list())[0]?.useCount).to.equal(1);
  });
});
