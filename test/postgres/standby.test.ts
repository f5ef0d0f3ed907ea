/** Two instances on one PostgreSQL: the one that stands by says of the sources what the one that syncs says. */
import { expect } from 'chai';
import { type Daemon, startDaemon, until } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { type OwnDatabase, ownDatabase } from '../support/own-database.js';
import { elementOf, textOf } from '../support/page-text.js';
import { Visitor } from '../support/visitor.js';
import { serverUrl } from './server-url.js';

describe('the state of a source on two instances', () => {
  let jellyfin: FakeJellyfin;
  let database: OwnDatabase;
  let daemons: readonly Daemon[];
  let token: string;

  /** What each reader of an instance says of the source. */
  const says = async (daemon: Daemon) => {
    const [automation, users, digest, page] = await Promise.all([
      ...['automation', 'users', 'digest'].map(async (id) => (await daemon.get(`/api/widgets/${id}`, token)).json),
      new Visitor(daemon.url, { 'x-user': 'ada' }).open('/settings/sources').then(({ text }) => text),
    ]);
    const { failing, items } = automation as {
      failing: number;
      items: readonly { message: string; checkedAt: string }[];
    };
    const article = textOf(elementOf(page as string, 'article', 'source-attic'));
    return {
      failing,
      message: items[0]?.message,
      checkedAt: items[0]?.checkedAt,
      sourceState: (users as Record<string, unknown>)['sourceState'],
      attention: (digest as { items: readonly { text: string }[] }).items.map(({ text }) => text),
      page: /attic-box 12\.2\.0 .*? (Up|Down)|(Up|Down)/.exec(article)?.slice(1),
      outcome: article.match(/failed: [^.]+|every \d+ \w+/g),
    };
  };

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30, name: 'attic-box' });
    database = await ownDatabase(serverUrl());
    const config = [
      `database: { url: "${database.url}" }`,
      'auth: { proxyHeader: X-User, proxyNetworks: ["127.0.0.1"] }',
      `integrations: { attic: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}", schedule: { media.users: 1s } } }`,
    ].join('\n');
    const one = await startDaemon({ config });
    token = one.key('widgets-only', ['--config', `${one.folder}/sidelight.yaml`]);
    daemons = [one, await startDaemon({ config })];
  });
  after(async () => {
    for (const daemon of daemons ?? []) await daemon.dispose();
    await jellyfin?.close();
    await database?.drop();
  });

  const agreed = (sourceState: string) =>
    until(
      () => Promise.all(daemons.map(says)),
      ([first, second]) => first?.sourceState === sourceState && JSON.stringify(first) === JSON.stringify(second),
    );

  it('is the same while it is up', async () => {
    const [first] = await agreed('ok');
    expect(first).to.include({ failing: 0 });
  });

  it('is the same when it goes down, for the widgets, their sources, the digest and the page', async () => {
    jellyfin.fail('down');
    const [first] = await agreed('down');
    expect(first).to.include({ failing: 1 });
    expect(first?.attention.join()).to.include('attic-box does not answer');
    expect(first?.page?.join('')).to.equal('Down');
  });

  it('is the same when it is up again', async () => {
    jellyfin.fail(null);
    const [first] = await agreed('ok');
    expect(first).to.include({ failing: 0, message: '' });
  });
});
