/** Actions that take long, and those of which nobody knows whether they were done. */
import { fail } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { settle } from '../../support/manual-clock.js';
import type { Answer } from './exchange.js';
import { type House, openHouse } from './house.js';

const PAUSE = '/api/widgets/downloads/pause';
const BODY = { id: 'seedbox:abc:1', paused: true };

describe('the outcome of actions', () => {
  let house: House;
  let key: Record<string, string>;
  /** What the upstream does on the next call. */
  let act: (id: string, signal: AbortSignal) => Promise<void>;

  beforeEach(async () => {
    house = await openHouse({ act: (id, signal) => act(id, signal) });
    key = { 'x-api-token': await house.key({ scope: 'widgets-write' }) };
  });
  afterEach(() => house.close());

  const told = ({ status, error }: Answer) => [status, error['code']];
  const runs = () => house.calls.filter((call) => call.startsWith('run '));
  const audit = () => house.deps.database('audit').select('result').orderBy('id');

  it('is waited for longer than a live read', async () => {
    let release = (): void => undefined;
    act = () => new Promise((resolve) => (release = resolve));
    const answer = house.post(PAUSE, BODY, key);
    while (runs().length === 0) await settle();
    await house.clock.advance(9000);
    release();
    expect((await answer).status).to.equal(200);
    expect(house.calls.at(-1)).to.equal('runNow seedbox queue');
  });

  const unknown = (answer: Answer) => expect(told(answer)).to.deep.equal([504, 'outcome_unknown']);

  it('is unknown when the limit of the entry passes, and the row is read again', async () => {
    let aborted = false;
    act = (_id, signal) => new Promise(() => signal.addEventListener('abort', () => (aborted = true)));
    const pending = house.post(PAUSE, BODY, key);
    while (runs().length === 0) await settle();
    await house.clock.advance(10_000);
    const answer = await pending;
    unknown(answer);
    expect(answer.error['message']).to.equal('seedbox: sent, outcome unknown (download.pause did not end within 10 s)');
    expect(aborted).to.equal(true);
    expect(house.calls.slice(1)).to.deep.equal(['runNow seedbox queue']);
    expect((await audit()).at(-1)).to.include({ result: 'outcome_unknown' });
  });

  it('is unknown when a call that they made is not answered in time', async () => {
    act = () => Promise.reject(fail('unreachable', 'no answer in time to hunter2', { unanswered: true }));
    const answer = await house.post(PAUSE, BODY, key);
    unknown(answer);
    expect(answer.error['message']).to.equal('seedbox: sent, outcome unknown (no answer in time to ***)');
    expect(house.calls).to.include('runNow seedbox queue');
  });

  it('stays unknown under one Idempotency-Key, under which nothing is done twice', async () => {
    const once = { ...key, 'idempotency-key': 'tap-1' };
    act = () => Promise.reject(fail('unreachable', 'no answer in time', { unanswered: true }));
    const first = await house.post(PAUSE, BODY, once);
    act = async () => undefined;
    const second = await house.post(PAUSE, BODY, once);
    unknown(first);
    unknown(second);
    expect(second.error['message']).to.equal(first.error['message']);
    expect(runs()).to.have.lengthOf(1);
    expect((await house.post(PAUSE, BODY, { ...key, 'idempotency-key': 'tap-2' })).status).to.equal(200);
  });

  it('is a plain failure where nothing was sent', async () => {
    const find = () => Promise.reject(fail('unreachable', 'no answer in time', { unanswered: true }));
    const looking = await openHouse({ deps: { keys: house.keys }, checks: { find } });
    try {
      expect(told(await looking.post(PAUSE, BODY, key))).to.deep.equal([502, 'upstream']);
      expect(looking.calls).to.deep.equal(['report seedbox failed']);
    } finally {
      await looking.close();
    }
  });

  it('is a refusal, and nothing is sent, where the thing is in no state for it', async () => {
    let sentence: string | undefined = 'this one is done already';
    const asked: unknown[] = [];
    const refuses = async (input: unknown) => {
      asked.push(input);
      return sentence;
    };
    const strict = await openHouse({ deps: { keys: house.keys }, checks: { refuses } });
    try {
      const answer = await strict.post(PAUSE, BODY, key);
      expect(told(answer)).to.deep.equal([409, 'conflict']);
      expect(answer.error['message']).to.equal('seedbox: this one is done already');
      expect(strict.calls).to.deep.equal(['report seedbox well']);
      sentence = undefined;
      expect((await strict.post(PAUSE, BODY, key)).status).to.equal(200);
      expect(asked).to.deep.equal([1, 2].map(() => ({ id: 'abc:1', paused: true })));
    } finally {
      await strict.close();
    }
  });
});
