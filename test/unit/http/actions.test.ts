/** Writes: done on the right integration, once, told to the audit log, and shown by the next poll. */
import { fail } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { settle } from '../../support/manual-clock.js';
import type { Answer } from './exchange.js';
import { type House, openHouse } from './house.js';

const PAUSE = '/api/widgets/downloads/pause';
const BODY = { id: 'seedbox:abc:1', paused: true };

describe('actions', () => {
  let house: House;
  let key: Record<string, string>;
  /** What the upstream does on the next call; nothing by default. */
  let act: (id: string, signal: AbortSignal) => Promise<void>;

  beforeEach(async () => {
    act = async () => undefined;
    house = await openHouse({ act: (id, signal) => act(id, signal) });
    key = { 'x-api-token': await house.key({ scope: 'widgets-write' }) };
  });
  afterEach(() => house.close());

  const told = ({ status, error }: Answer) => [status, error['code']];
  const runs = () => house.calls.filter((call) => call.startsWith('run '));
  const audit = () => house.deps.database('audit').select('route', 'target', 'result', 'key_prefix').orderBy('id');

  it('runs the handler of the integration that the id names, and refreshes what it touches before the answer', async () => {
    const answer = await house.post(PAUSE, BODY, key);
    expect(answer.status).to.equal(200);
    expect(answer.json).to.deep.equal({
      ok: true,
      source: 'seedbox',
      action: 'download.pause',
      at: '2026-11-20T12:00:00.000Z',
    });
    expect(house.calls).to.deep.equal([
      'run {"id":"abc:1","paused":true}',
      'report seedbox well',
      'runNow seedbox queue',
    ]);
  });

  it('tells what is not there, not supported, refused and broken', async () => {
    expect(told(await house.post(PAUSE, { ...BODY, id: 'attic:1' }, key))).to.deep.equal([404, 'not_found']);
    expect(told(await house.post(PAUSE, { ...BODY, id: 'idle:1' }, key))).to.deep.equal([502, 'upstream']);
    const retry = { requestId: 'seedbox:1', action: 'retry' };
    expect(told(await house.post('/api/widgets/requests/actions', retry, key))).to.deep.equal([409, 'conflict']);
    for (const [code, expected] of [
      ['not_found', [404, 'not_found']],
      ['refused', [409, 'conflict']],
      ['auth_failed', [502, 'upstream']],
      ['unreachable', [502, 'upstream']],
      ['bad_response', [502, 'upstream']],
    ] as const) {
      act = () => Promise.reject(fail(code, 'told with hunter2'));
      const answer = await house.post(PAUSE, BODY, key);
      expect(told(answer)).to.deep.equal(expected);
      expect(answer.error['message']).to.equal('seedbox: told with ***');
    }
    act = () => Promise.reject(new TypeError('a defect of the plugin'));
    expect(told(await house.post(PAUSE, BODY, key))).to.deep.equal([502, 'upstream']);
  });

  it('says of an integration without such an action what it takes, and does not blame its state', async () => {
    const retry = { requestId: 'seedbox:1', action: 'retry' };
    const { error } = await house.post('/api/widgets/requests/actions', retry, key);
    expect(error['message']).to.include('seedbox does not support request.act');
    expect(error['message']).to.match(/it supports: download.pause, release.remove$/);
    expect(error['hint']).to.match(/^Choose an action of this integration/);
    act = () => Promise.reject(fail('refused', 'not now'));
    expect((await house.post(PAUSE, BODY, key)).error['hint']).to.match(/in its present state/);
  });

  it('asks for what is of a family only with a key that was given it, or for all of the API', async () => {
    const path = '/api/widgets/stitched/remove';
    const body = { id: 'seedbox:abc', blocklist: true };
    const refused = await house.post(path, body, key);
    expect(told(refused)).to.deep.equal([403, 'scope']);
    expect(refused.error['message']).to.match(/it needs scope full, or actions: \[release\]$/);
    const given = { 'x-api-token': await house.key({ scope: 'widgets-write', actions: ['release'] }) };
    const full = { 'x-api-token': await house.key({ scope: 'full' }) };
    const visitor = { 'x-visitor': 'ada', 'x-own-form': 'yes' };
    for (const headers of [given, full, visitor]) expect((await house.post(path, body, headers)).status).to.equal(200);
    const done = house.calls.filter((call) => call.startsWith('remove '));
    const input = { id: 'abc', blocklist: true, fromClient: true, search: false };
    expect(done.map((call) => JSON.parse(call.slice(7)))).to.deep.equal([input, input, input]);
    expect((await house.post(PAUSE, BODY, given)).status, 'what it might do before').to.equal(200);
  });

  it('keeps what to look at in the config to itself', async () => {
    act = () => Promise.reject(fail('bad_response', 'POST /x answered 404', { advice: 'the url lacks a base path' }));
    expect((await house.post(PAUSE, BODY, key)).error['message']).to.equal('seedbox: POST /x answered 404');
  });

  it('tells the engine of upstreams that fail, not of those that refuse', async () => {
    act = () => Promise.reject(fail('unreachable', 'gone'));
    await house.post(PAUSE, BODY, key);
    act = () => Promise.reject(fail('refused', 'not now'));
    await house.post(PAUSE, BODY, key);
    expect(house.calls.filter((call) => call.startsWith('report'))).to.deep.equal([
      'report seedbox failed',
      'report seedbox well',
    ]);
  });

  it('does not call an upstream that backs off', async () => {
    const { engine } = house.deps;
    const down = await openHouse({
      deps: {
        keys: house.keys,
        engine: { ...engine, mayAsk: () => false, of: () => ({ state: 'down', fact: 'nothing listens there' }) },
      },
    });
    try {
      const answer = await down.post(PAUSE, BODY, key);
      expect(told(answer)).to.deep.equal([502, 'upstream']);
      expect(answer.error['message']).to.include('nothing listens there');
      expect(down.calls).to.deep.equal([]);
    } finally {
      await down.close();
    }
  });

  it('takes a bare id beside sourceId, and none that contradicts it', async () => {
    const path = '/api/widgets/requests/actions';
    const ask = async (body: object) => told(await house.post(path, { action: 'approve', ...body }, key));
    // The integration does not handle it: that it was found is what matters.
    expect(await ask({ requestId: '7', sourceId: 'seedbox' })).to.deep.equal([409, 'conflict']);
    expect(await ask({ requestId: 'seedbox:7', sourceId: 'seedbox' })).to.deep.equal([409, 'conflict']);
    expect(await ask({ requestId: 'idle:7', sourceId: 'seedbox' })).to.deep.equal([400, 'bad_request']);
    expect(await ask({ requestId: '7' })).to.deep.equal([400, 'bad_request']);
    expect(await ask({ requestId: '7', sourceId: 'attic' })).to.deep.equal([404, 'not_found']);
  });

  it('never guesses whose a bare id is, and says who could be meant', async () => {
    for (const id of ['7', ':7', '']) {
      const answer = await house.post(PAUSE, { ...BODY, id }, key);
      expect(told(answer), id).to.deep.equal([400, 'bad_request']);
      expect(answer.error['message']).to.equal('"id" must be <integration>:<id>, of these: seedbox');
    }
    const request = await house.post('/api/widgets/requests/actions', { requestId: '7', action: 'approve' }, key);
    expect(request.error['message']).to.equal(
      '"requestId" must be <integration>:<id>, no integration can do this at the moment',
    );
    expect(runs()).to.deep.equal([]);
  });

  it('knows a request again whose values come in another order', async () => {
    const headers = { ...key, 'idempotency-key': 'tap-2' };
    await house.post(PAUSE, '{"id":"seedbox:a","paused":true}', headers);
    expect((await house.post(PAUSE, '{"paused":true,"id":"seedbox:a"}', headers)).status).to.equal(200);
    expect(runs()).to.have.lengthOf(1);
  });

  it('does once what is posted twice under one Idempotency-Key, also a day later', async () => {
    const once = { ...key, 'idempotency-key': 'tap-1' };
    const [first, second] = await Promise.all([house.post(PAUSE, BODY, once), house.post(PAUSE, BODY, once)]);
    await house.clock.advance(23 * 3_600_000);
    const third = await house.post(PAUSE, BODY, once);
    expect(runs()).to.have.lengthOf(1);
    expect([second?.json, third.json]).to.deep.equal([first?.json, first?.json]);
    await house.clock.advance(2 * 3_600_000);
    await house.post(PAUSE, BODY, once);
    expect(runs()).to.have.lengthOf(2);
  });

  it('keeps the Idempotency-Keys of two keys apart, and refuses one for another request', async () => {
    const once = { ...key, 'idempotency-key': 'tap-1' };
    const other = { 'x-api-token': await house.key({ scope: 'widgets-write' }), 'idempotency-key': 'tap-1' };
    await house.post(PAUSE, BODY, once);
    await house.post(PAUSE, BODY, other);
    expect(runs()).to.have.lengthOf(2);
    expect(told(await house.post(PAUSE, { ...BODY, paused: false }, once))).to.deep.equal([422, 'idempotency_reused']);
    expect(told(await house.post(PAUSE, BODY, { ...key, 'idempotency-key': 'x'.repeat(201) }))).to.deep.equal([
      400,
      'bad_request',
    ]);
  });

  it('tries again what failed under an Idempotency-Key', async () => {
    const once = { ...key, 'idempotency-key': 'tap-1' };
    act = () => Promise.reject(fail('unreachable', 'gone'));
    expect((await house.post(PAUSE, BODY, once)).status).to.equal(502);
    act = async () => undefined;
    expect((await house.post(PAUSE, BODY, once)).status).to.equal(200);
  });

  it('does once what is posted twice at the same time, and twice what is posted one after the other', async () => {
    let release = (): void => undefined;
    act = () => new Promise((resolve) => (release = resolve));
    const both = [house.post(PAUSE, BODY, key), house.post(PAUSE, BODY, key)];
    while (runs().length === 0) await settle();
    // Turns of this process, in which both arrive, however slow it is.
    for (let round = 0; round < 50; round++) await settle();
    release();
    expect((await Promise.all(both)).map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(runs()).to.have.lengthOf(1);
    act = async () => undefined;
    await house.post(PAUSE, BODY, key);
    expect(runs()).to.have.lengthOf(2);
  });

  it('answers without the refresh when that takes too long or fails', async () => {
    for (const runNow of [() => new Promise<void>(() => undefined), () => Promise.reject(new Error('no'))]) {
      let asked = false;
      const engine = {
        ...house.deps.engine,
        runNow() {
          asked = true;
          return runNow();
        },
      };
      const stuck = await openHouse({ deps: { keys: house.keys, engine } });
      try {
        const answer = stuck.post(PAUSE, BODY, key);
        while (!asked) await settle();
        await stuck.clock.advance(3800);
        expect((await answer).status).to.equal(200);
      } finally {
        await stuck.close();
      }
    }
  });

  it('writes every action to the audit log, done or not', async () => {
    await house.post(PAUSE, BODY, key);
    act = () => Promise.reject(fail('refused', 'not now'));
    await house.post(PAUSE, BODY, key);
    await house.post(PAUSE, { ...BODY, id: 'attic:1' }, key);
    const common = { route: PAUSE, key_prefix: key['x-api-token']?.slice(0, 10) };
    expect(await audit()).to.deep.equal([
      { ...common, target: BODY.id, result: 'ok' },
      { ...common, target: BODY.id, result: 'conflict' },
      { ...common, target: 'attic:1', result: 'not_found' },
    ]);
  });
});
