/** Three transcoders at once: one payload of all, each row with its source; what is done to one is done to no other. */
import { expect } from 'chai';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import type { Answer } from '../support/requests.js';
import { until } from '../support/until.js';
import { startReplayed } from '../support/upstreams/replayed.js';
import type { Reply, Upstream } from '../support/upstreams/upstream.js';

type Row = Readonly<Record<string, unknown>>;

const TDARR_KEY = 'tapi_example_0001';
const WORKERS = '/unmanic/api/v2/workers';
const RESCAN = '/unmanic/api/v2/pending/rescan';
const HISTORY = '/unmanic/api/v2/history/tasks';

const rowsOf = (payload: Row, list: string): readonly Row[] => payload[list] as readonly Row[];
const statesOf = (payload: Row): readonly unknown[] => rowsOf(payload, 'sources').map(({ id, state }) => [id, state]);

/** One has failed an hour ago, and one long before. */
const history = (): Reply => {
  const task = (hours: number, ok: boolean) => {
    const end = Date.now() / 1000 - hours * 3600;
    return { task_success: ok, start_time: end - 600, finish_time: end };
  };
  return { body: { results: [task(1, false), task(2, true), task(60, false)], successCount: 337, failedCount: 2 } };
};

describe('three transcoders', () => {
  let shrink: Upstream;
  let fold: Upstream;
  let flows: Upstream;
  let daemon: DaemonHere;
  let key: string;
  let paused = false;
  const transcodes = async (query = ''): Promise<Row> =>
    (await daemon.get(`/api/widgets/transcodes${query}`, key)).json;
  const act = (action: string, id: string, by = key): Promise<Answer> =>
    daemon.post(`/api/widgets/transcodes/${action}`, { id }, by);

  before(async () => {
    shrink = await startReplayed('tdarr', 'ok', ({ headers }) =>
      headers['x-api-key'] === TDARR_KEY ? undefined : { status: 401, body: { message: 'Unauthorized' } },
    );
    fold = await startReplayed('unmanic', 'ok', ({ method, path }) => {
      if (path === HISTORY) return history();
      if (path === RESCAN) return { body: { success: true } };
      if (path.startsWith(`${WORKERS}/worker/`) && method === 'POST') paused = path.endsWith('/pause/all');
      else if (path !== `${WORKERS}/status` || !paused) return undefined;
      const worker = { id: 'a', name: 'A', current_task: 4, current_file: 'a.mkv', subprocess: { percent: '6' } };
      return { body: { success: true, workers_status: [{ ...worker, paused }] } };
    });
    flows = await startReplayed('fileflows', 'ok');
    const integrations = {
      shrink: { plugin: 'tdarr', url: shrink.url, apiKey: TDARR_KEY },
      fold: { plugin: 'unmanic', url: fold.url },
      flows: { plugin: 'fileflows', url: flows.url },
    };
    daemon = await startHere({ config: JSON.stringify({ integrations }) });
    key = await daemon.key('widgets-write', { actions: ['transcode'] });
    await until(transcodes, (payload) => payload['active'] === 4 && payload['done'] === 3231);
  });
  after(async () => {
    await daemon.dispose();
    await Promise.all([shrink, fold, flows].map((upstream) => upstream.close()));
  });

  it('give one payload, each row with its source', async () => {
    const payload = await transcodes();
    expect(payload).to.include({
      status: 'Online',
      sourceState: 'ok',
      active: 4,
      queued: 45,
      errored: 46,
      erroredDay: 1,
    });
    expect(payload).to.include({
      savedBytes: 45_750_000_000,
      saved: '45.8 GB',
      doneText: '3,231',
      queueEtaSeconds: null,
    });
    expect(statesOf(payload)).to.deep.equal([
      ['shrink', 'ok'],
      ['fold', 'ok'],
      ['flows', 'ok'],
    ]);
    expect(rowsOf(payload, 'items').map(({ id, service, progress }) => [id, service, progress])).to.deep.equal([
      ['shrink:Cellar/mad-moth', 'shrink', 99],
      ['shrink:Attic/hot-hare', 'shrink', 45],
      ['flows:TV/Example Harbor/S01E02.mkv', 'flows', 41],
      ['fold:Attic CPU-0', 'fold', 6],
    ]);
    expect(new Set(rowsOf(payload, 'queue').map(({ service }) => service))).to.deep.equal(new Set(['fold', 'shrink']));
  });

  it('are narrowed by ?source=', async () => {
    const one = await transcodes('?source=fold');
    expect(one).to.include({ active: 1, queued: 5, errored: 1, done: 337, savedText: '–', queueEtaSeconds: 1500 });
    expect(statesOf(one)).to.deep.equal([['fold', 'ok']]);
    const two = await transcodes('?source=shrink&source=flows');
    expect(two).to.include({ active: 3, queued: 40 });
  });

  it('tell the digest what failed in the last day', async () => {
    const digest = await until(
      async () => rowsOf((await daemon.get('/api/widgets/digest', key)).json, 'items'),
      (items) => items.some(({ type }) => type === 'transcode'),
    );
    expect(digest.filter(({ type }) => type === 'transcode').map(({ text }) => text)).to.deep.equal([
      '1 file could not be transcoded in the last 24 hours',
    ]);
  });

  it('are paused one by one, by keys that may', async () => {
    const ordinary = await daemon.key('widgets-write');
    expect((await act('pause', 'fold:all', ordinary)).status).to.equal(403);
    expect(fold.calls('/pause/all')).to.have.lengthOf(0);
    expect((await act('pause', 'fold:all')).json).to.include({ ok: true, source: 'fold', action: 'transcode.pause' });
    expect(await transcodes()).to.include({ paused: false, pausedServices: 'fold' });
    expect(await transcodes('?source=fold')).to.include({ paused: true, status: 'Online', statusText: 'Paused' });
    expect((await act('resume', 'fold:all')).status).to.equal(200);
    expect(await transcodes('?source=fold')).to.include({ paused: false, statusText: 'Online' });
    expect((await act('pause', 'fold:Attic CPU-0')).status).to.equal(400);
    expect((await act('pause', 'shrink:all')).status).to.be.within(400, 499);
    expect((await act('rescan', 'fold:all')).status).to.equal(200);
    expect(fold.calls(`POST ${RESCAN}`)).to.have.lengthOf(1);
  });

  it('harm one another in no way', async () => {
    await flows.fail('refused');
    const without = await until(transcodes, (payload) => payload['sourceState'] !== 'ok');
    expect(without).to.include({ status: 'Online' });
    expect(statesOf(without)).to.deep.include(['flows', 'down']).and.deep.include(['fold', 'ok']);
    await fold.fail('html');
    await shrink.fail('unauthorized');
    expect(await until(transcodes, (payload) => payload['status'] === 'Down')).to.include({ statusText: 'Down' });
  });
});
