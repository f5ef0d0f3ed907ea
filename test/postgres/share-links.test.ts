/** Two instances on one PostgreSQL: a link that one made opens at both, and one that was revoked opens at none. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type OwnDatabase, ownDatabase } from '../support/own-database.js';
import { until } from '../support/until.js';
import { serverUrl } from './server-url.js';

describe('share links on two instances', () => {
  let database: OwnDatabase;
  let daemons: readonly DaemonHere[] = [];
  before(async () => {
    database = await ownDatabase(serverUrl());
    const config = `database: { url: "${database.url}" }\nintegrations: { demo: {} }`;
    daemons = [await startHere({ config }), await startHere({ config })];
  });
  after(async () => {
    for (const daemon of daemons) await daemon.dispose();
    await database?.drop();
  });

  const pair = (): readonly [DaemonHere, DaemonHere] => {
    const [one, other] = daemons;
    if (one === undefined || other === undefined) throw new Error('they did not start');
    return [one, other];
  };
  const open = async ({ url }: DaemonHere, token: string) => {
    const { status, headers } = await fetch(`${url}/tiles/graphs?share=${token}`);
    return { status, policy: headers.get('content-security-policy') ?? '' };
  };

  it('open at both as soon as they are made, and at none once they are revoked', async () => {
    const [one, other] = pair();
    const frames = ['http://homarr.lan:7575'];
    const { token } = await other.services.shares.create({ name: 'wall', widget: 'graphs', query: 'days=7', frames });
    for (const daemon of [one, other]) {
      const { status, policy } = await open(daemon, token);
      expect([status, policy.includes('frame-ancestors http://homarr.lan:7575')]).to.deep.equal([200, true]);
    }
    await one.services.shares.revoke('wall');
    expect((await open(one, token)).status).to.equal(404);
    await until(
      () => open(other, token),
      ({ status }) => status === 404,
    );
  });

  it('count what was used at either', async () => {
    const [one, other] = pair();
    const { token, link } = await one.services.shares.create({ name: 'hall', widget: 'graphs' });
    for (const daemon of [one, other, other]) expect((await open(daemon, token)).status).to.equal(200);
    await Promise.all([one.services.shares.flush(), other.services.shares.flush()]);
    const listed = (await one.services.shares.list()).find(({ id }) => id === link.id);
    expect([listed?.useCount, listed?.lastUsedFrom]).to.deep.equal([3, '127.0.0.1']);
  });
});
