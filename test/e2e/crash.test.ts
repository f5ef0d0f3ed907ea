/** kill -9, and what is left. */
import { expect } from 'chai';
import { CodedError } from '#core/ground/errors.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { until } from '../support/until.js';

const config = ({ url, apiKey }: FakeJellyfin): string => `
history: { minPlaySeconds: 1 }
integrations:
  jellyfin: { url: "${url}", apiKey: "${apiKey}", schedule: { media.sessions: 1s } }
`;

describe('a daemon that is killed in mid-play', () => {
  let jellyfin: FakeJellyfin;
  let daemon: Daemon;

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30 });
    daemon = await startDaemon({ config: config(jellyfin) });
  });
  after(async () => {
    await daemon.dispose();
    await jellyfin.close();
  });

  const plays = async (key: string) =>
    (await daemon.get('/api/widgets/activity', key)).json['items'] as readonly {
      playedAt: string;
      playedSeconds: number;
    }[];

  it('goes on with the same row: not lost, not doubled', async () => {
    const key = daemon.key();
    const play = jellyfin.sessions.start({ user: 'Ada', title: 'Sintel', runtimeSeconds: 900 });
    const [before] = await until(
      () => plays(key),
      (rows) => (rows[0]?.playedSeconds ?? 0) >= 1,
    );
    await daemon.kill();
    daemon = await startDaemon({ folder: daemon.folder, config: config(jellyfin) });
    // A row is written anew when its play has ended, with all that was played.
    const asked = jellyfin.calls('GET /Sessions');
    await until(
      () => jellyfin.calls('GET /Sessions'),
      (calls) => calls > asked + 4,
    );
    jellyfin.sessions.stop(play);
    const rows = await until(
      () => plays(key),
      (now) => (now[0]?.playedSeconds ?? 0) > (before?.playedSeconds ?? 0) + 1,
    );
    expect(rows).to.have.lengthOf(1);
    expect(rows[0]?.playedAt).to.equal(before?.playedAt);
    // An integer that counters keep, recounted: the total of all plays is this one play.
    const { json } = await daemon.get('/api/widgets/watch', key);
    expect(json['secondsAll']).to.be.within(rows[0]?.playedSeconds ?? 0, (rows[0]?.playedSeconds ?? 0) + 31);
  });
});

describe('a second daemon on the same data', () => {
  let daemon: Daemon;
  before(async () => {
    daemon = await startDaemon({ config: 'integrations: {}' });
  });
  after(() => daemon.dispose());

  it('is refused while the first one runs, which commands work beside, and starts once that was killed', async () => {
    const refused = await startHere({ folder: daemon.folder }).then(
      () => 'started',
      (error: unknown) => (error instanceof CodedError ? error.code : error),
    );
    expect(refused).to.equal('database_in_use');
    expect((await daemon.get('/api/widgets', daemon.key())).status).to.equal(200);
    await daemon.kill();
    const again = await startHere({ folder: daemon.folder });
    expect((await again.get('/readyz')).status).to.equal(200);
    await again.stop();
  });
});
