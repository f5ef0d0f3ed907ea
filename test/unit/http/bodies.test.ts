/** What is demanded of bodies: that they come in time, nest no deeper than anybody means, and whose key still holds. */
import { expect } from 'chai';
import { type Answer, answerTo } from './exchange.js';
import { type House, openHouse } from './house.js';

const PAUSE = '/api/widgets/downloads/pause';
const BODY = { id: 'seedbox:abc:1', paused: true };

describe('bodies of requests', () => {
  let house: House;
  let key: Record<string, string>;
  beforeEach(async () => {
    house = await openHouse();
    key = { 'x-api-token': await house.key({ scope: 'widgets-write' }) };
  });
  afterEach(() => house.close());

  const told = ({ status, error }: Answer) => [status, error['code']];
  const runs = () => house.calls.filter((call) => call.startsWith('run {'));

  it('do nothing for a key that was revoked while the body was on its way', async () => {
    const own = await house.key({ name: 'hasty', scope: 'widgets-write' });
    const body = JSON.stringify(BODY);
    const headers = { 'x-api-token': own, 'content-type': 'application/json', 'content-length': String(body.length) };
    const answer = await answerTo(`${house.url}${PAUSE}`, { method: 'POST', headers }, (sent) => {
      sent.write(body.slice(0, 5));
      // It was let in once its use is counted.
      const waiting = setInterval(async () => {
        const known = (await house.keys.list()).find(({ name }) => name === 'hasty');
        if (known === undefined || known.useCount === 0) return;
        clearInterval(waiting);
        await house.keys.revoke('hasty');
        sent.end(body.slice(5));
      }, 5);
    });
    expect(told(answer)).to.deep.equal([401, 'unknown_key']);
    expect(runs()).to.deep.equal([]);
  });

  it('nest not without end, and hold no text that holds NUL', async () => {
    for (const [body, message] of [
      ['['.repeat(4000), 'nested deeper than 32 levels'],
      [`{"id":${'['.repeat(40)}${']'.repeat(40)}}`, 'nested deeper than 32 levels'],
      [{ ...BODY, id: 'seedbox:a\0b' }, 'the character NUL'],
    ] as const) {
      const answer = await house.post(PAUSE, body, key);
      expect(told(answer)).to.deep.equal([400, 'bad_request']);
      expect(answer.error['message']).to.include(message);
    }
    const brackets = await house.post(PAUSE, { ...BODY, id: `seedbox:"${'['.repeat(40)}\\"` }, key);
    expect(brackets.status).to.equal(200);
    const full = { 'x-api-token': await house.key({ scope: 'full' }) };
    expect(told(await house.get('/api/item-summary/a%00b', full))).to.deep.equal([400, 'bad_request']);
  });
});
