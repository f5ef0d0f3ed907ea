/** The daemon with a media server that behaves, and then does not. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import type { Answer } from '../support/requests.js';
import { skippingClock } from '../support/skipping-clock.js';
import { until } from '../support/until.js';

const config = ({ url, apiKey }: FakeJellyfin): string => `
history: { minPlaySeconds: 0 }
integrations:
  living-room:
    plugin: jellyfin
    url: ${url}
    apiKey: ${apiKey}
    timeout: 2s
    schedule: { media.sessions: 1s, media.server: 1s, media.users: 1s }
`;

interface SourceShown {
  readonly id: string;
  readonly state: string;
  readonly fetchedAt: string | null;
}
const sourceOf = ({ json }: Answer): SourceShown | undefined => (json['sources'] as readonly SourceShown[])[0];

/** No pause after a failure is longer. */
const LONGEST_PAUSE_MS = 15 * 60_000;

describe('the daemon with a media server', () => {
  const clock = skippingClock();
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  let key: string;
  const widget = (id: string) => daemon.get(`/api/widgets/${id}`, key);

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 900 });
    daemon = await startHere({ config: config(jellyfin), clock });
    key = await daemon.key();
  });
  const recover = (): void => {
    jellyfin.fail(null);
    clock.skip(LONGEST_PAUSE_MS);
  };
  after(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });

  it('shows its library as it is, and counts no user that may not sign in', async () => {
    const { json } = await until(
      () => widget('homepage'),
      ({ json: seen }) =>
        seen['movies'] === jellyfin.movies.size && seen['users'] === 2 && seen['mediaserverOk'] === true,
    );
    expect(json).to.include({ libraries: 2, mediaserverStatus: 'online' });
    expect(json['storageBytes']).to.be.greaterThan(0);
    expect(json['sourceState']).to.equal('ok');
  });

  it('shows who plays, at once and in the history', async () => {
    const id = jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis', runtimeSeconds: 9000 });
    const { json } = await until(
      () => widget('nowplaying'),
      (answer) => answer.json['playing'] === 1,
    );
    expect((json['items'] as readonly object[])[0]).to.include({
      viewer: 'Ada',
      title: 'Metropolis',
      sessionId: `living-room:${id}`,
    });
    const { json: counts } = await until(
      () => widget('sessions'),
      (answer) => answer.json['recent'] === 1,
    );
    expect(counts).to.include({ today: 1, viewersToday: 1 });
    jellyfin.sessions.stop(id);
    await until(
      () => widget('nowplaying'),
      (answer) => answer.json['playing'] === 0,
    );
    expect((await widget('sessions')).json['recent']).to.equal(1);
  });

  it('logs that it went down once, and that it is back once', async () => {
    const lines = () =>
      daemon
        .log()
        .split('\n')
        .filter((line) => line.includes('living-room'));
    const before = lines().length;
    jellyfin.fail('down');
    const shown = await until(
      () => widget('users'),
      (answer) => sourceOf(answer)?.state === 'down',
    );
    expect(sourceOf(shown)?.fetchedAt).to.be.a('string');
    await until(
      () => widget('automation'),
      (answer) => answer.json['failing'] === 1,
    );
    recover();
    await until(
      () => widget('users'),
      (answer) => sourceOf(answer)?.state === 'ok',
    );
    const since = lines().slice(before);
    expect(since, since.join('\n')).to.have.lengthOf(2);
  });

  for (const fault of ['html', 'truncated', 'wrong-types', 'huge', 'starting', 'down'] as const) {
    it(`keeps the last good rows while it answers with ${fault}, and says so`, async () => {
      const before = (await widget('homepage')).json;
      jellyfin.fail(fault);
      const { json, status } = await until(
        () => widget('nowplaying'),
        (answer) => answer.json['sourceState'] !== 'ok',
      );
      expect(status).to.equal(200);
      expect(json['playing']).to.equal(0);
      const { json: during } = await widget('homepage');
      expect(during).to.include({ movies: before['movies'], users: before['users'] });
      recover();
      await until(
        () => widget('nowplaying'),
        (answer) => answer.json['sourceState'] === 'ok',
      );
    });
  }

  it('says that the key is refused, as a digest item too, and stops asking every second', async () => {
    jellyfin.fail('unauthorized');
    const { json } = await until(
      () => widget('digest'),
      (answer) => JSON.stringify(answer.json['items']).includes('rejects the credentials'),
    );
    expect(json['digestOk']).to.equal(false);
    await until(
      () => widget('automation'),
      (answer) => answer.json['failing'] === 1,
    );
    expect(daemon.log()).to.not.include(jellyfin.apiKey);
    jellyfin.fail(null);
  });
});
