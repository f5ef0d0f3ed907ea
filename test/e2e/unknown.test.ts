/** What Sidelight says of what nobody has told it: nothing connected, and a media server that never answered. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

type Payload = Readonly<Record<string, unknown>>;

describe('with nothing connected', () => {
  let daemon: DaemonHere;
  let key: string;
  const widget = async (id: string): Promise<Payload> => (await daemon.get(`/api/widgets/${id}`, key)).json;

  before(async () => {
    daemon = await startHere();
    key = await daemon.key();
  });
  after(() => daemon.dispose());

  it('storage and the queue are disconnected, and show no 0', async () => {
    expect(await widget('storage')).to.include({
      ...{ sourceState: 'disconnected', totalLabel: '0 B', totalLabelText: '–' },
      ...{ upcomingCount: 0, upcomingCountText: '–', upcomingEstimateText: '–' },
    });
    expect(await widget('stitched')).to.include({
      ...{ sourceState: 'disconnected', active: 0, activeText: '–', stalledText: '–', totalText: '–' },
    });
  });

  it('the homepage keeps its zeros, says which are none, and has texts for those who see one field', async () => {
    const payload = await widget('homepage');
    expect(payload).to.include({
      ...{ movies: 0, moviesText: '–', storage: '0 B', storageText: '–', storageBytesText: '–' },
      ...{ sessionsTodayText: '–', downloadsText: '–', mediaserverOkText: '–', digestText: '0', digestOkText: 'clear' },
    });
    expect(String(payload['unknown']).split(',')).to.have.members([
      ...[
        'calendar',
        'catalog',
        'downloads',
        'feed-hits',
        'health',
        'invites',
        'nowplaying',
        'requests',
        'sessions',
        'storage',
      ],
    ]);
  });

  it('no tile shows a 0 of what is connected nowhere', async () => {
    const { endpoints } = (await daemon.get('/api/widgets', key)).json as {
      endpoints: { path: string; method: string }[];
    };
    const paths = endpoints.filter(({ path, method }) => method === 'GET' && /^\/api\/widgets\/[\w-]+$/.test(path));
    const about = new Map<string, readonly unknown[]>();
    for (const id of paths.map(({ path }) => path.slice('/api/widgets/'.length))) {
      const payload = await widget(id);
      if (payload['sourceState'] !== 'disconnected') continue;
      const texts = Object.entries(payload).filter(([field]) => field.endsWith('Text'));
      about.set(
        id,
        texts.map(([, text]) => text).filter((text) => /^0|^ok$|^Offline$/.test(String(text))),
      );
    }
    expect(about.size).to.be.greaterThan(15);
    // Attention, and Sidelight's own backup, are known without anybody.
    expect([...about].filter(([id, zeros]) => zeros.length > 0 && !['health', 'homepage'].includes(id))).to.deep.equal(
      [],
    );
  });

  it('integrations are not ok, and a tool that is not there is not connected', async () => {
    expect(await widget('automation')).to.include({ status: 'ok', statusText: '–', connected: 0 });
    expect(await widget('cleanup')).to.include({ status: 'Offline', statusText: 'Not connected', scheduledText: '–' });
    expect(await widget('transcodes')).to.include({ status: 'Offline', statusText: 'Not connected', queuedText: '–' });
  });

  it('the OpenAPI document has the texts', async () => {
    const { text } = await daemon.get('/openapi.json');
    expect(text).to.include('"moviesText"').and.include('"unknown"').and.include('"playingText"');
  });
});

describe('with a media server that never answered', () => {
  let daemon: DaemonHere;
  let key: string;
  const widget = async (id: string): Promise<Payload> => (await daemon.get(`/api/widgets/${id}`, key)).json;

  before(async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    daemon = await startHere({ config: `integrations:\n  jellyfin: { url: '${url}', apiKey: '0123456789abcdef' }\n` });
    key = await daemon.key('full');
    await until(
      () => widget('nowplaying'),
      ({ sourceState }) => sourceState === 'down',
    );
  });
  after(() => daemon.dispose());

  it('nothing is told to be playing, and since when it is down is told', async () => {
    const payload = await widget('nowplaying');
    expect(payload).to.include({ playing: 0, playingText: '–', bandwidthBpsText: '–' });
    const [source] = payload['sources'] as readonly Payload[];
    expect(source).to.include({ id: 'jellyfin', state: 'down', fetchedAt: null });
    expect(Date.parse(String(source?.['since']))).to.be.greaterThan(0);
  });

  it('no job has failed that could not run', async () => {
    const payload = await widget('jobs');
    expect(Number(payload['jobs'])).to.be.greaterThan(0);
    expect(payload).to.include({ failed: 0, failedText: '–' });
  });

  it('the calendar is disconnected, whatever else is connected', async () => {
    expect(await widget('calendar')).to.include({ sourceState: 'disconnected', todayText: '–', estimateText: '–' });
    expect(await widget('requests')).to.include({ sourceState: 'disconnected', pendingText: '–' });
  });
});

describe('with a release manager alone that never answered', () => {
  it('the queue is down, for it may come from managers alone', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const daemon = await startHere({
      config: `integrations:\n  radarr: { url: '${url}', apiKey: '0123456789abcdef' }\n`,
    });
    try {
      const key = await daemon.key();
      const { json } = await until(
        () => daemon.get('/api/widgets/stitched', key),
        ({ json: { sourceState } }) => sourceState === 'down',
      );
      expect(json).to.include({ total: 0, totalText: '–', activeText: '–' });
    } finally {
      await daemon.dispose();
    }
  });
});
