/** Deliveries as rows: gathered, and kept while the database takes none. */
import 'reflect-metadata';
import { opsWebhooks } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Batch } from '#core/cache/cache.js';
import { createMemoryCache } from '#core/cache/memory.js';
import { DeliveryLog, type DeliveryRow } from '#core/webhooks/delivery-log.js';
import { manualClock } from '../../support/manual-clock.js';
import { recordingLog } from '../../support/recording-log.js';

const AT = '2026-11-20T12:00:00.000Z';
const row = (id: string, ok = true): DeliveryRow => ({ id, name: 'hub', direction: 'out', event: 'e', ok, at: AT });

describe('the record of deliveries', () => {
  it('is written once for many, a repeated one in its place', async () => {
    const clock = manualClock();
    const cache = createMemoryCache();
    await cache.declare(opsWebhooks);
    const batches: Batch[] = [];
    const commit = (batch: Batch) => {
      batches.push(batch);
      return cache.commit(batch);
    };
    const deliveries = new DeliveryLog({ commit }, clock, recordingLog());
    deliveries.record('core', row('1', false));
    deliveries.record('core', row('2'));
    deliveries.record('core', row('1'));
    await clock.advance(300);
    expect(batches).to.have.lengthOf(1);
    deliveries.record('core', row('2', false));
    await deliveries.flush();
    const rows = await cache.rows(opsWebhooks, {}, { now: clock.now(), zone: 'UTC' });
    expect(rows.map(({ id, ok }) => [id, ok])).to.deep.equal([
      ['1', true],
      ['2', false],
    ]);
  });

  it('waits for a database that takes none, says so once, and loses nothing', async () => {
    const clock = manualClock();
    const log = recordingLog();
    let full = true;
    const written: unknown[] = [];
    const commit = async ({ changes }: Batch): Promise<ReadonlySet<string>> => {
      if (full) throw new Error('the disk is full');
      written.push(...changes.flatMap((change) => (change.kind === 'append' ? change.items : [])));
      return new Set();
    };
    const deliveries = new DeliveryLog({ commit }, clock, log);
    deliveries.record('core', row('1', false));
    await clock.advance(300);
    deliveries.record('core', row('1'));
    deliveries.record('core', row('2'));
    await clock.advance(30_000);
    expect(written).to.deep.equal([]);
    full = false;
    await clock.advance(10_000);
    expect(written).to.deep.equal([row('1'), row('2')]);
    expect(log.lines).to.deep.equal(['warn webhook deliveries could not be recorded']);
  });
});
