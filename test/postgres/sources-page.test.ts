/** The sources page of an instance that stands by: it shows what the one that syncs has found out, and offers no buttons. */
import { expect } from 'chai';
import { type Daemon, startDaemon, until } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { type OwnDatabase, ownDatabase } from '../support/own-database.js';
import { textOf } from '../support/page-text.js';
import { Visitor } from '../support/visitor.js';
import { serverUrl } from './server-url.js';

const PAGE = '/settings/sources';

describe('the sources page of two instances on PostgreSQL', () => {
  let jellyfin: FakeJellyfin;
  let database: OwnDatabase;
  let one: Daemon;
  let two: Daemon;

  const visit = (daemon: Daemon): Visitor => new Visitor(daemon.url, { 'x-user': 'ada' });
  const told = async (daemon: Daemon): Promise<string> => textOf((await visit(daemon).open(PAGE)).text);

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30, name: 'attic-box' });
    database = await ownDatabase(serverUrl());
    const config = [
      `database: { url: "${database.url}" }`,
      'auth: { proxyHeader: X-User, proxyNetworks: ["127.0.0.1"] }',
      `integrations: { attic: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" } }`,
    ].join('\n');
    one = await startDaemon({ config });
    two = await startDaemon({ config });
  });
  after(async () => {
    await one?.dispose();
    await two?.dispose();
    await jellyfin?.close();
    await database?.drop();
  });

  it('shows the states of the one that syncs on both', async () => {
    const hopes = [one, two].map((daemon) =>
      until(
        () => told(daemon),
        (text) => /attic .* Up .*media\.users every 15 min (just now|\d+ min ago) ok/.test(text),
      ),
    );
    const [first, second] = await Promise.all(hopes);
    expect(first).to.include('Sync everything').and.not.include('is on standby');
    expect(second).to.include('This instance is on standby').and.include('attic-box').and.not.include('Sync now');
  });

  it('refuses to check or to sync where nothing is synced', async () => {
    const visitor = visit(two);
    await visitor.open(PAGE);
    jellyfin.resetCalls();
    for (const path of ['attic/check', 'attic/sync', 'sync']) {
      const answer = await visitor.send(`${PAGE}/${path}`);
      expect(answer.status, path).to.equal(409);
      expect(textOf(answer.text), path).to.include('Another instance on the same database syncs');
    }
    expect(jellyfin.calls('GET /System/Info')).to.equal(0);
  });

  it('offers the buttons once this instance has taken over', async () => {
    await one.stop();
    await until(
      () => told(two),
      (text) => text.includes('Sync everything') && / Up /.test(text),
    );
    const visitor = visit(two);
    await visitor.open(PAGE);
    await visitor.send(`${PAGE}/attic/check`);
    expect(await told(two)).to.include('It answers: attic-box');
  });

  it('takes no name with the character NUL, which PostgreSQL has no place for', async () => {
    const visitor = new Visitor(two.url);
    await visitor.open('/login');
    const answer = await visitor.send('/login', { name: 'a\u0000da', password: 'x', with: 'password' });
    expect(answer.status).to.equal(400);
    expect(textOf(answer.text)).to.include('the character NUL');
  });
});
