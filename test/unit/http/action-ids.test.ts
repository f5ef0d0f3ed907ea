/** What an action may be about: an id that fits, of a thing that is there. */
import { type ActionChecks, fail } from '@sidelight/plugin-api';
import { expect } from 'chai';
import type { Answer } from './exchange.js';
import { type House, openHouse } from './house.js';

const PAUSE = '/api/widgets/downloads/pause';
const BODY = { id: 'seedbox:abc:1', paused: true };

describe('the ids of actions', () => {
  let house: House;
  let key: Record<string, string>;

  beforeEach(async () => {
    house = await openHouse();
    key = { 'x-api-token': await house.key({ scope: 'widgets-write' }) };
  });
  afterEach(() => house.close());

  const told = ({ status, error }: Answer) => [status, error['code']];

  it('asks no upstream about an id that it cannot have given', async () => {
    const strict = await openHouse({ deps: { keys: house.keys }, checks: { ids: /^abc:\d$/g } });
    try {
      for (const id of ['abc:1', 'abc:2']) {
        expect((await strict.post(PAUSE, { ...BODY, id: `seedbox:${id}` }, key)).status, id).to.equal(200);
      }
      strict.calls.length = 0;
      const answer = await strict.post(PAUSE, { ...BODY, id: 'seedbox:all' }, key);
      expect(told(answer)).to.deep.equal([400, 'bad_request']);
      expect(answer.error['message']).to.equal('"id" is "all", which is not the id of a download of seedbox');
      expect(strict.calls).to.deep.equal([]);
    } finally {
      await strict.close();
    }
  });

  it('holds an id as a whole to its pattern, its length and its characters', async () => {
    const strict = await openHouse({ deps: { keys: house.keys }, checks: { ids: /[a-f]+|\d+/ } });
    try {
      for (const id of ['abc|def', '..', 'abc/..', 'abc\u0007', 'abc\n', 'a'.repeat(257), 'all']) {
        const answer = await strict.post(PAUSE, { ...BODY, id: `seedbox:${id}` }, key);
        expect(told(answer), JSON.stringify(id)).to.deep.equal([400, 'bad_request']);
      }
      expect(strict.calls).to.deep.equal([]);
      expect((await strict.post(PAUSE, { ...BODY, id: 'seedbox:abc' }, key)).status).to.equal(200);
    } finally {
      await strict.close();
    }
  });

  it('does nothing with an id that no row has', async () => {
    const other = await openHouse({ deps: { keys: house.keys }, isThere: (id) => id === 'here' });
    try {
      const gone = await other.post(PAUSE, { ...BODY, id: 'seedbox:gone' }, key);
      expect(told(gone)).to.deep.equal([404, 'not_found']);
      expect(gone.error['message']).to.equal('seedbox has no download gone (any more)');
      expect(other.calls.filter((call) => call.startsWith('run '))).to.deep.equal([]);
      expect((await other.post(PAUSE, { ...BODY, id: 'seedbox:here' }, key)).status).to.equal(200);
    } finally {
      await other.close();
    }
  });

  it('does nothing to what is not there any more, and fails where that cannot be told', async () => {
    const asked: string[] = [];
    let find: () => Promise<boolean> = async () => false;
    const checks: ActionChecks = {
      find(id, signal) {
        asked.push(`${id} ${signal.aborted}`);
        return find();
      },
    };
    const looking = await openHouse({ deps: { keys: house.keys }, checks });
    try {
      const gone = await looking.post(PAUSE, BODY, key);
      expect(told(gone)).to.deep.equal([404, 'not_found']);
      expect(gone.error['message']).to.equal('seedbox has no download abc:1 (any more)');
      find = () => Promise.reject(fail('unreachable', 'nobody answers'));
      expect(told(await looking.post(PAUSE, BODY, key))).to.deep.equal([502, 'upstream']);
      expect(looking.calls).to.deep.equal(['report seedbox well', 'report seedbox failed']);
      find = async () => true;
      expect((await looking.post(PAUSE, BODY, key)).status).to.equal(200);
      expect(asked).to.deep.equal(['abc:1 false', 'abc:1 false', 'abc:1 false']);
    } finally {
      await looking.close();
    }
  });
});
