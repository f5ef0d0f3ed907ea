/** The connection beside the pool: one answer that does not come in time is no reason to end what others are waiting for. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { openDatabase } from '#core/cache/database.js';
import { HeldConnection, type Holder } from '#core/cache/held-connection.js';
import { type Relay, startRelay } from '../../support/relay.js';
import { until } from '../../support/until.js';
import { type Place, POSTGRES, postgresPlace } from './caches.js';

/** Longer than an answer may take. */
const LONG = 'SELECT pg_sleep(7)';

const onPostgres = (): void => {
  let place: Place;
  let relay: Relay;
  let db: Knex;
  beforeEach(async () => {
    place = await postgresPlace(POSTGRES ?? '');
    if (place.location.kind !== 'postgres') throw new Error('that is no server');
    const url = new URL(place.location.url);
    relay = await startRelay(Number(url.port));
    url.port = String(relay.port);
    db = await openDatabase({ kind: 'postgres', url: url.href });
  });
  afterEach(async () => {
    await db.destroy();
    await relay.close();
    await place.remove();
  });

  it('leaves the pool alone when one query takes too long, and comes back', async () => {
    let opened = 0;
    const holder: Holder = {
      async opened(client) {
        opened += 1;
        if (opened === 1) await client.query(LONG);
      },
      lost: () => undefined,
    };
    const work = db.raw(LONG).then(() => 'done');
    const held = await HeldConnection.join(db, holder);
    expect(await work).to.equal('done');
    await until(
      () => opened,
      (times) => times === 2,
    );
    await held?.leave(holder);
  });

  it('ends what waits in the pool when the next connection is not answered either', async () => {
    let ask = (): Promise<void> => Promise.resolve();
    const holder: Holder = {
      async opened(client, connection) {
        ask = async () => {
          await client.query('SELECT 1').catch((error: unknown) => connection.giveUp(client, error));
        };
      },
      lost: () => undefined,
    };
    const held = await HeldConnection.join(db, holder);
    const work = db.raw('SELECT pg_sleep(3600)').then(
      () => 'done',
      () => 'ended',
    );
    relay.silence();
    await ask();
    expect(await work).to.equal('ended');
    await held?.leave(holder);
  });
};

if (POSTGRES !== undefined) describe('a held connection on PostgreSQL', onPostgres);
