/** The daemon with a media server that tells of plays over a WebSocket, and then does not. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { skippingClock } from '../support/skipping-clock.js';
import { eventually, until } from '../support/until.js';

const config = ({ url, apiKey }: FakeJellyfin): string => `
history: { minPlaySeconds: 0 }
integrations:
  living-room: { plugin: jellyfin, url: "${url}", apiKey: "${apiKey}" }
`;

/** Longer than between two looks while somebody plays, shorter than while the socket tells of it. */
const ORDINARY_MS = 15_000;
/** No pause between two tries to connect is longer. */
const LONGEST_PAUSE_MS = 6 * 60_000;

describe('the daemon with a media server that tells of plays', () => {
  const clock = skippingClock();
  let jellyfin: FakeJellyfin;
  let daemon: DaemonHere;
  let key: string;
  const looks = (): number => jellyfin.calls('GET /Sessions');
  /** From the cache: nobody is asked for it. */
  const history = async () => JSON.stringify((await daemon.get('/api/widgets/activity?limit=50', key)).json['items']);
  const shown = (title: string, meanwhile = (): void => undefined) =>
    until(
      () => {
        meanwhile();
        return history();
      },
      (titles) => titles.includes(title),
    );

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 9, now: () => clock.now() });
    daemon = await startHere({ config: config(jellyfin), clock });
    key = await daemon.key();
    await eventually(() => jellyfin.socket.open === 1, 'it subscribed');
    await eventually(() => looks() === 1, 'it looked once');
  });
  after(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });

  it('shows a play when the socket tells of it, whatever the schedule', async () => {
    jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis', runtimeSeconds: 9000 });
    await shown('Metropolis');
    expect(looks(), 'a look for what was told, and none by schedule').to.equal(2);
  });

  it('answers the server that it is there', async () => {
    expect(jellyfin.socket.received.slice(0, 2)).to.have.members(['SessionsStart', 'KeepAlive']);
  });

  it('asks less often while the socket holds', async () => {
    jellyfin.resetCalls();
    clock.skip(ORDINARY_MS);
    jellyfin.sessions.start({ user: 'Ben', title: 'Nosferatu', runtimeSeconds: 5000 });
    await shown('Nosferatu');
    expect(looks(), 'the look for what was told alone').to.equal(1);
  });

  it('asks by schedule when the socket has broken', async () => {
    jellyfin.socket.refuses = true;
    jellyfin.socket.break();
    await eventually(() => jellyfin.socket.open === 0, 'it is closed');
    jellyfin.sessions.start({ user: 'Ben', device: 'Phone', title: 'Safety Last!', runtimeSeconds: 5000 });
    await shown('Safety Last!', () => clock.skip(ORDINARY_MS));
    await until(
      () => {
        clock.skip(ORDINARY_MS);
        return Promise.resolve(daemon.log());
      },
      (log) => log.includes('cannot listen to the service'),
    );
    expect(daemon.log()).to.include('a proxy in front of it must pass on the headers Upgrade and Connection');
  });

  it('listens again when it can', async () => {
    jellyfin.socket.refuses = false;
    await until(
      () => {
        // A try that is under way may be refused yet.
        if (jellyfin.socket.open === 0) clock.skip(LONGEST_PAUSE_MS);
        return Promise.resolve(jellyfin.socket.open);
      },
      (open) => open === 1,
    );
    jellyfin.resetCalls();
    jellyfin.sessions.start({ user: 'Ada', device: 'Tablet', title: 'The General', runtimeSeconds: 4000 });
    await shown('The General');
    expect(looks()).to.be.at.most(2);
  });

  it('shows the key in no address and in no line of the log', () => {
    expect(jellyfin.socket.asked.join(' ')).to.not.include(jellyfin.apiKey);
    expect(daemon.log()).to.not.include(jellyfin.apiKey);
  });
});
