import { expect } from 'chai';
import { rule } from '#widgets/digest/transcodes.js';
import { widget as transcodes } from '#widgets/transcodes.js';
import { at, of, render, rows, source } from '../support/answers.js';

const worker = { name: 'Metropolis.mkv', path: '/films/Metropolis.mkv', node: 'n1' };
const NOTHING = { workers: rows([]), counts: rows([]), waiting: rows([]) };

describe('transcodes', () => {
  const workers = of(
    'shrink',
    { ...worker, id: '1', progress: 12 },
    { ...worker, id: '2', progress: 80, etaSeconds: 60 },
  );
  const counts = rows(of('shrink', { queued: 4, errored: 1 }));

  it('lists the busy workers, the nearest to the end first', () => {
    const payload = render(transcodes, { ...NOTHING, workers: rows(workers), counts });
    expect(payload).to.include({ connected: true, status: 'Online', active: 2, queued: 4, errored: 1 });
    expect(payload.items.map((item) => [item.id, item.service, item.etaSeconds, item.eta, item.label])).to.deep.equal([
      ['shrink:2', 'shrink', 60, '1 min left', '80 %'],
      ['shrink:1', 'shrink', null, '', '12 %'],
    ]);
  });

  it('knows no progress where a worker tells none, and says that one is paused', () => {
    const some = rows(of('shrink', { ...worker, id: '3' }, { ...worker, id: '4', progress: 36, paused: true }));
    const [paused, untold] = render(transcodes, { ...NOTHING, workers: some, counts }).items;
    expect(untold).to.include({ progress: 0, share: null, paused: false, label: '–' });
    expect(paused).to.include({ progress: 36, share: 36, paused: true, label: 'paused' });
  });

  it('is Offline when none is configured, Down when none answers, Online when one does', () => {
    const status = (...states: ('ok' | 'stale' | 'down')[]) => {
      const sources = states.map((state, n) => source(`${n}`, state));
      const { connected, status, statusText } = render(transcodes, {
        workers: rows([], sources),
        counts: rows([], sources),
        waiting: rows([]),
      });
      return [connected, status, statusText];
    };
    expect(status()).to.deep.equal([false, 'Offline', 'Not connected']);
    expect(status('down')).to.deep.equal([false, 'Down', 'Down']);
    expect(status('down', 'ok')).to.deep.equal([true, 'Online', 'Online']);
  });

  it('takes what nobody tells for unknown, never for nothing', () => {
    const untold = { queued: 0, errored: 0, erroredDay: null, done: 0, savedBytes: 0, queueEtaSeconds: null };
    const texts = { queuedText: '–', erroredText: '–', doneText: '–', saved: '–', queueEta: '' };
    expect(render(transcodes, NOTHING)).to.include({ ...untold, ...texts });
    expect(render(transcodes, { ...NOTHING, counts: rows(of<{ queued?: number }>('flows', {})) })).to.include({
      ...untold,
      ...texts,
    });
    const none = rows(of('flows', { queued: 0, errored: 0, erroredDay: 0, done: 0, savedBytes: 0 }));
    const zero = {
      queuedText: '0',
      erroredText: '0',
      erroredDay: 0,
      doneText: '0',
      saved: '0 B',
      queueEtaSeconds: null,
    };
    expect(render(transcodes, { ...NOTHING, counts: none })).to.include(zero);
  });

  it('adds up what several services tell, and what some of them do not', () => {
    const several = rows([
      ...of('shrink', { queued: 28, errored: 42, erroredDay: 2, done: 850, savedBytes: 45_750_000_000 }),
      ...of('fold', { queued: 5, errored: 1, erroredDay: 1, done: 1_200 }),
      ...of('flows', { queued: 12, done: 2_044, savedBytes: -750_000_000 }),
    ]);
    expect(render(transcodes, { ...NOTHING, counts: several })).to.include({
      ...{ queued: 45, queuedText: '45', errored: 43, erroredDay: 3 },
      ...{ done: 4_094, doneText: '4,094', savedBytes: 45_000_000_000, saved: '45 GB' },
    });
  });

  it('says so when files have grown', () => {
    const grown = rows(of('shrink', { savedBytes: -3_250_000_000 }));
    expect(render(transcodes, { ...NOTHING, counts: grown })).to.include({
      savedBytes: -3_250_000_000,
      saved: '-3.25 GB',
    });
  });

  it('is paused when each service that answers is, and names those that are', () => {
    const state = (...paused: (boolean | undefined)[]) => {
      const told = paused.flatMap((one, n) =>
        of<{ paused?: boolean }>(`${n}`, one === undefined ? {} : { paused: one }),
      );
      const payload = render(transcodes, { ...NOTHING, counts: rows(told) });
      return [payload.paused, payload.statusText, payload.status, payload.pausedServices];
    };
    expect(state(true)).to.deep.equal([true, 'Paused', 'Online', '0']);
    expect(state(true, true)).to.deep.equal([true, 'Paused', 'Online', '0, 1']);
    expect(state(true, false)).to.deep.equal([false, 'Online', 'Online', '0']);
    expect(state(true, undefined)).to.deep.equal([false, 'Online', 'Online', '0']);
    expect(state(undefined)).to.deep.equal([false, 'Online', 'Online', '']);
  });

  it('ends when the last service does, if each in which something waits tells', () => {
    const eta = (...all: { queued?: number; etaSeconds?: number }[]) =>
      render(transcodes, { ...NOTHING, counts: rows(all.flatMap((one, n) => of(`${n}`, one))) });
    const two = eta({ queued: 4, etaSeconds: 7_300 }, { queued: 1, etaSeconds: 60 });
    expect(two).to.include({ queueEtaSeconds: 7_300, queueEta: '2 h left' });
    expect(eta({ queued: 4, etaSeconds: 7_300 }, { queued: 0 }).queueEtaSeconds).to.equal(7_300);
    expect(eta({ queued: 4, etaSeconds: 7_300 }, { queued: 9 }).queueEtaSeconds).to.equal(null);
    expect(eta({ queued: 4, etaSeconds: 7_300 }, {}).queueEtaSeconds).to.equal(null);
    expect(eta({ queued: 0 }).queueEtaSeconds).to.equal(null);
  });

  it('lists what waits, the next first, and without a place last', () => {
    const waiting = rows(
      of(
        'shrink',
        { id: 'c', name: 'C' },
        { id: 'b', name: 'B', position: 2, sizeBytes: 4_200_000_000 },
        { id: 'a', name: 'A', position: 1, kind: 'healthcheck' as const },
      ),
    );
    const { queue } = render(transcodes, { ...NOTHING, waiting });
    expect(queue.map((file) => [file.id, file.service, file.kind, file.label])).to.deep.equal([
      ['shrink:a', 'shrink', 'healthcheck', '–'],
      ['shrink:b', 'shrink', 'unknown', '4.2 GB'],
      ['shrink:c', 'shrink', 'unknown', '–'],
    ]);
  });
});

describe('the digest of transcoding', () => {
  it('tells of each service what failed in the last day, and nothing of one that does not know or is away', () => {
    const counts = rows(
      [
        ...of('shrink', { errored: 42, erroredDay: 2 }),
        ...of('fold', { errored: 1, erroredDay: 1 }),
        ...of('flows', { errored: 3 }),
        ...of('idle', { errored: 9, erroredDay: 0 }),
        ...of('away', { errored: 5, erroredDay: 5 }),
      ],
      [source('shrink'), source('fold', 'stale'), source('flows'), source('idle'), source('away', 'down')],
    );
    expect(rule.evaluate({ counts }, at())).to.deep.equal([
      {
        type: 'transcode',
        severity: 'warn',
        text: '2 files could not be transcoded in the last 24 hours',
        about: 'failed',
        source: 'shrink',
      },
      {
        type: 'transcode',
        severity: 'warn',
        text: '1 file could not be transcoded in the last 24 hours',
        about: 'failed',
        source: 'fold',
      },
    ]);
  });
});
