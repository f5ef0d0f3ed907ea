/** A database that takes nothing any more: what is known of the sources is told all the same, and written when it can be. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openSqlite } from '#core/cache/database.js';
import { makeFolder } from '../support/daemon.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { skippingClock } from '../support/skipping-clock.js';
import { until } from '../support/until.js';

describe('a database that is full', () => {
  const clock = skippingClock();
  const folder = makeFolder();
  const database = openSqlite(join(folder, 'data', 'sidelight.db'));
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  let token: string;
  let tables: readonly string[];

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 10, name: 'attic-box' });
    const attic = `{ plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}", schedule: { media.users: 1s } }`;
    daemon = await startHere({ clock, folder, config: `integrations: { attic: ${attic} }` });
    token = await daemon.key();
    await told((said) => said.state === 'ok');
    const rows: readonly { name: string }[] = await database.raw(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND (name LIKE 'rows\\_%' ESCAPE '\\' OR name = 'freshness')`,
    );
    tables = rows.map(({ name }) => name);
  });
  after(async () => {
    await database.destroy();
    await daemon?.dispose();
    await jellyfin?.close();
  });

  const json = async (id: string) => (await daemon.get(`/api/widgets/${id}`, token)).json as Record<string, unknown>;
  const says = async () => {
    const [automation, users, health] = [await json('automation'), await json('users'), await json('health')];
    return { failing: automation['failing'], state: users['sourceState'], attention: health['digest'] };
  };
  const told = (hoped: (said: Awaited<ReturnType<typeof says>>) => boolean) =>
    until(async () => {
      clock.skip(2000);
      return says();
    }, hoped);
  const stored = async (): Promise<readonly unknown[]> => {
    const [port]: readonly { serial: number }[] = await database.raw(
      `SELECT serial FROM ports WHERE id = 'ops.health'`,
    );
    const rows: readonly { item: string }[] = await database.raw(`SELECT item FROM "rows_${port?.serial}_ops_health"`);
    return rows.map(({ item }) => (JSON.parse(item) as { ok: boolean }).ok);
  };

  it('keeps nothing back from the widgets, their sources and the digest', async () => {
    for (const table of tables) {
      for (const what of ['INSERT', 'UPDATE', 'DELETE']) {
        await database.raw(
          `CREATE TRIGGER full_${what}_${table} BEFORE ${what} ON ${table} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
        );
      }
    }
    jellyfin.fail('down');
    const said = await told(({ state }) => state === 'down');
    expect(said).to.deep.include({ failing: 1 });
    expect(Number(said.attention)).to.be.greaterThan(0);
    expect(await stored(), 'what is written').to.deep.equal([true]);
  });

  it('has the same in its rows when it takes them again', async () => {
    for (const table of tables) {
      for (const what of ['INSERT', 'UPDATE', 'DELETE']) await database.raw(`DROP TRIGGER full_${what}_${table}`);
    }
    await until(
      async () => {
        clock.skip(2000);
        return stored();
      },
      (rows) => rows[0] === false,
    );
    jellyfin.fail(null);
    await told(({ state, failing }) => state === 'ok' && failing === 0);
    await until(stored, (rows) => rows[0] === true);
  });
});
