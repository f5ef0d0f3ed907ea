/** The daemon with two media servers of different kinds at once. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { type FakePlex, startFakePlex } from '../support/fake-plex.js';
import { skippingClock } from '../support/skipping-clock.js';
import { eventually, until } from '../support/until.js';

type Row = Readonly<Record<string, unknown>>;

/** Ids of payloads say whose they are. */
const sourceOf = (row: Row): string => String(row['sessionId'] ?? row['id']).split(':')[0] ?? '';

const SECRET = 'a-webhook-secret-of-plex';
const config = (jellyfin: FakeJellyfin, plex: FakePlex): string => `
history: { minPlaySeconds: 0 }
integrations:
  upstairs: { plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }
  downstairs: { plugin: plex, url: "${plex.url}", token: "${plex.token}", webhookSecret: ${SECRET} }
`;

describe('two media servers of different kinds', () => {
  const clock = skippingClock();
  let jellyfin: FakeJellyfin;
  let plex: FakePlex;
  let daemon: DaemonHere;
  let key: string;
  const widget = async (path: string): Promise<Row> => (await daemon.get(`/api/widgets/${path}`, key)).json;
  const itemsOf = (payload: Row): readonly Row[] => payload['items'] as readonly Row[];

  before(async () => {
    [jellyfin, plex] = await Promise.all([startFakeJellyfin({ items: 9, now: () => clock.now() }), startFakePlex()]);
    daemon = await startHere({ config: config(jellyfin, plex), clock });
    key = await daemon.key();
    await eventually(() => plex.listeners === 1, 'it listens to Plex');
  });
  after(async () => {
    await daemon.dispose();
    await Promise.all([jellyfin.close(), plex.close()]);
  });

  it('are one household: titles, bytes, users and libraries add up, and say whose they are', async () => {
    const movies = jellyfin.movies.size + plex.films.length;
    const homepage = await until(
      () => widget('homepage'),
      (seen) => seen['movies'] === movies && seen['users'] === 4,
    );
    expect(homepage).to.include({ libraries: 3, sourceState: 'ok' });
    const users = itemsOf(await widget('users'));
    expect(users.map((user) => `${sourceOf(user)}: ${user['name']}`)).to.include.members([
      'upstairs: Ada',
      'downstairs: Owner',
    ]);
    const narrowed = await widget('homepage?source=downstairs');
    expect(narrowed).to.include({ movies: plex.films.length, users: 2, libraries: 1, storageBytes: 6_000_000_000 });
  });

  it('show their plays in one list, each when its socket tells of it', async () => {
    const before = plex.calls('/status/sessions');
    jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis', runtimeSeconds: 9000 });
    plex.start({ user: 'Ben', title: 'Charade' });
    // From the cache: nobody is asked for it.
    await until(
      async () => JSON.stringify(await widget('activity?limit=50')),
      (text) => text.includes('Metropolis') && text.includes('Charade'),
    );
    expect(plex.calls('/status/sessions') - before, 'a look for what was told, and none by schedule').to.equal(1);
    const both = await widget('nowplaying');
    expect(both).to.include({ playing: 2 });
    expect(
      itemsOf(both).map((play) => ({ source: sourceOf(play), viewer: play['viewer'], title: play['title'] })),
    ).to.have.deep.members([
      { source: 'upstairs', viewer: 'Ada', title: 'Metropolis' },
      { source: 'downstairs', viewer: 'Ben', title: 'Charade' },
    ]);
    expect(itemsOf(await widget('nowplaying?source=downstairs')).map(({ title }) => title)).to.deep.equal(['Charade']);
    expect(itemsOf(await widget('nowplaying?source=upstairs')).map(({ title }) => title)).to.deep.equal(['Metropolis']);
  });

  it('end a play where it is, with a reason, and count it once', async () => {
    const [{ sessionId } = {}] = itemsOf(await widget('nowplaying?source=downstairs'));
    const writer = await daemon.key('widgets-write');
    const body = { sessionId, message: 'Good night' };
    expect((await daemon.post('/api/widgets/sessions/stop', body, writer)).status).to.equal(200);
    expect(plex.done).to.deep.equal(['end Good night']);
    await until(
      () => widget('nowplaying'),
      (seen) => seen['playing'] === 1,
    );
    expect(itemsOf(await widget('activity?limit=50&source=downstairs'))).to.have.length(1);
    const refresh = { itemId: 'downstairs:9401' };
    expect((await daemon.post('/api/widgets/repair/refresh', refresh, writer)).status).to.equal(200);
    expect(plex.done).to.include('refresh 9401');
  });

  it('are told of by webhooks: Plex sends a form', async () => {
    const before = plex.calls('/library/sections');
    const form = new FormData();
    form.set('payload', JSON.stringify({ event: 'library.new', Server: { title: 'plex-box' } }));
    form.set('thumb', new Blob(['no picture'], { type: 'image/jpeg' }), 'thumb.jpg');
    const path = `/api/webhooks/downstairs?secret=${SECRET}`;
    const { status } = await fetch(`${daemon.url}${path}`, { method: 'POST', body: form });
    expect(status).to.equal(204);
    await eventually(() => plex.calls('/library/sections') > before, 'it looked for new titles');
  });

  for (const fault of ['unauthorized', 'starting', 'html', 'wrong-types', 'down'] as const) {
    it(`keep apart: while one answers with ${fault}, the other is as it was`, async () => {
      plex.fail(fault);
      const seen = await until(
        () => widget('nowplaying'),
        (payload) => payload['sourceState'] !== 'ok',
      );
      expect(itemsOf(seen).map(sourceOf)).to.deep.equal(['upstairs']);
      expect((await widget('nowplaying?source=upstairs'))['sourceState']).to.equal('ok');
      plex.fail(null);
      await until(
        () => {
          clock.skip(15 * 60_000);
          return widget('nowplaying?source=downstairs');
        },
        (payload) => payload['sourceState'] === 'ok',
      );
    });
  }

  it('have their token in no address and no line of the log', () => {
    expect(plex.asked.filter((address) => address.includes(plex.token))).to.deep.equal([]);
    expect(daemon.log()).to.not.include(plex.token);
  });
});
