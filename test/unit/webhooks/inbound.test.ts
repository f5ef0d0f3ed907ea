/** Pushes of upstreams over HTTP: who may, what is understood, what it leads to, what is told of it. */
import { expect } from 'chai';
import { recordingLog } from '../../support/recording-log.js';
import { type Answer, exchange } from '../http/exchange.js';
import { type House, openHouse, WEBHOOK_SECRET } from '../http/house.js';

const PATH = '/api/webhooks/seedbox';
const SECRET = { 'x-webhook-secret': WEBHOOK_SECRET };
const MIB = 1_048_576;

describe('webhooks of upstreams', () => {
  let house: House;
  const log = recordingLog();
  beforeEach(async () => {
    house = await openHouse({ deps: { log } });
  });
  afterEach(() => house.close());

  const told = ({ status, error }: Answer) => [status, error['code']];
  const received = () => house.calls.filter((call) => call.startsWith('receive ')).map((call) => call.slice(8));
  const runs = () => house.calls.filter((call) => call.startsWith('runNow'));
  const recorded = () => house.deliveries.map(({ event, ok, status }) => [event, ok, status]);

  it('are taken with the secret in a header, as a bearer, bare, or in the query, and answered without a body', async () => {
    const bearer = { authorization: `Bearer ${WEBHOOK_SECRET}` };
    const answers = [
      await house.post(PATH, { a: 1 }, SECRET),
      await house.post(PATH, { a: 2 }, bearer),
      await house.post(PATH, { a: 3 }, { authorization: WEBHOOK_SECRET }),
      await house.post(`${PATH}/?secret=${WEBHOOK_SECRET}`, { a: 4 }),
    ];
    for (const { status, bytes, headers } of answers) {
      expect([status, bytes.length, headers['cache-control']]).to.deep.equal([204, 0, 'no-store']);
      expect(headers['x-request-id']).to.be.a('string');
    }
    expect(received()).to.deep.equal(['{"a":1}', '{"a":2}', '{"a":3}', '{"a":4}']);
  });

  it('are taken with the secret as the password of Basic, and by PUT, for senders that know nothing else', async () => {
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    const statuses = [
      await house.post(PATH, { a: 1 }, basic(`prowlarr:${WEBHOOK_SECRET}`)),
      await house.put(PATH, { a: 2 }, basic(`:${WEBHOOK_SECRET}`)),
      await house.put(PATH, { a: 3 }, SECRET),
      await house.post(`${PATH}?secret=${WEBHOOK_SECRET}`, { a: 4 }, basic('a:proxy')),
      await house.post(PATH, {}, basic(`${WEBHOOK_SECRET}:wrong`)),
      await house.post(PATH, {}, basic('no colon')),
    ].map(({ status }) => status);
    expect(statuses).to.deep.equal([204, 204, 204, 204, 401, 401]);
    expect(received()).to.deep.equal(['{"a":1}', '{"a":2}', '{"a":3}', '{"a":4}']);
    const { status, headers } = await house.get(PATH, SECRET);
    expect([status, headers['allow']]).to.deep.equal([405, 'POST, PUT']);
  });

  it('are taken with the secret in a header of the integration’s own, which is told to nobody', async () => {
    const own = await openHouse({ secretHeaders: ['X-Event', 'Access-Token'] });
    try {
      expect((await own.post(PATH, { a: 1 }, { 'access-TOKEN': WEBHOOK_SECRET })).status).to.equal(204);
      const proxied = { authorization: 'Basic b2Y6YS1wcm94eQ==', 'Access-Token': WEBHOOK_SECRET };
      expect((await own.post(PATH, { a: 2 }, proxied)).status, 'a proxy has one of its own').to.equal(204);
      expect((await own.post(PATH, { a: 3 }, { ...SECRET, 'x-event': 'a-secret-too' })).status).to.equal(204);
      expect(told(await own.post(PATH, {}, { 'access-token': 'wrong' }))).to.deep.equal([401, 'webhook_secret']);
      expect(own.calls.filter((call) => call.startsWith('receive'))).to.deep.equal([
        'receive {"a":1}',
        'receive {"a":2}',
        'receive {"a":3}',
      ]);
    } finally {
      await own.close();
    }
    expect(told(await house.post(PATH, {}, { 'access-token': WEBHOOK_SECRET })), 'of no other').to.deep.equal([
      401,
      'webhook_secret',
    ]);
  });

  it('run tasks once more when the upstream needs a while to show what it told of', async () => {
    await house.post(PATH, {}, { ...SECRET, 'x-again': '8000' });
    await house.clock.advance(7_000);
    expect(runs()).to.deep.equal(['runNow seedbox queue']);
    await house.clock.advance(2_000);
    expect(runs()).to.deep.equal(['runNow seedbox queue', 'runNow seedbox queue']);
    await house.clock.advance(60_000);
    expect(runs()).to.have.lengthOf(2);
    expect(told(await house.post(PATH, {}, { ...SECRET, 'x-again': '86400000' })), 'not for a day').to.deep.equal([
      400,
      'bad_request',
    ]);
  });

  it('are recorded with their event, each on its own', async () => {
    await house.post(PATH, {}, { ...SECRET, 'x-event': 'Grab' });
    await house.post(PATH, {}, { ...SECRET, 'x-event': 'Grab' });
    const [first, second] = house.deliveries;
    expect(first).to.include({
      source: 'seedbox',
      name: 'seedbox',
      direction: 'in',
      event: 'Grab',
      ok: true,
      status: 204,
    });
    expect(first?.at).to.equal('2026-11-20T12:00:00.000Z');
    expect(first?.id).to.not.equal(second?.id);
  });

  it('are refused without the secret, and the body is not looked at', async () => {
    expect(told(await house.post(PATH, {}))).to.deep.equal([401, 'webhook_secret']);
    expect(told(await house.post(`${PATH}?secret=wrong`, {}))).to.deep.equal([401, 'webhook_secret']);
    expect(told(await house.post(PATH, '{', { 'x-webhook-secret': 'wrong' }))).to.deep.equal([401, 'webhook_secret']);
    expect(received()).to.deep.equal([]);
    expect(new Set(house.deliveries.map(({ id }) => id)).size, 'a row a minute').to.equal(1);
    expect(recorded()[0]).to.deep.equal(['refused', false, 401]);
  });

  it('are refused for a while after many wrong secrets; the right one is not', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) statuses.push((await house.post(PATH, {}, { 'x-webhook-secret': `${i}` })).status);
    expect(statuses.filter((status) => status === 401)).to.have.lengthOf(20);
    expect(statuses.filter((status) => status === 429)).to.have.lengthOf(2);
    expect((await house.post(PATH, {}, SECRET)).status).to.equal(204);
    await house.clock.advance(60_000);
    expect((await house.post(PATH, {}, { 'x-webhook-secret': 'x' })).status).to.equal(401);
  });

  it('are refused where there is no integration, or none with a secret, and it is said how to have it', async () => {
    expect(told(await house.post('/api/webhooks/attic', {}, SECRET))).to.deep.equal([404, 'not_found']);
    const off = await house.post('/api/webhooks/idle', {}, SECRET);
    expect(told(off)).to.deep.equal([404, 'webhook_off']);
    expect(off.error['hint']).to.include('webhookSecret');
    expect(house.deliveries).to.deep.equal([]);
  });

  it('are posts', async () => {
    const answer = await house.get(PATH, SECRET);
    expect([answer.status, answer.headers['allow']]).to.deep.equal([405, 'POST, PUT']);
  });

  it('are read as JSON whatever they are called, else as text', async () => {
    const send = (body: string, type: string) => house.post(PATH, body, { ...SECRET, 'content-type': type });
    await send('{"a":1}', 'text/plain');
    await send('{"a":2}', 'application/x-www-form-urlencoded');
    await send('{"a":3}', 'application/octet-stream');
    await send('hello', 'text/plain; charset=utf-8');
    await send('', 'text/plain');
    expect(received()).to.deep.equal(['{"a":1}', '{"a":2}', '{"a":3}', '"hello"', '""']);
    expect(told(await send('{"a":', 'application/json'))).to.deep.equal([400, 'bad_request']);
    expect(recorded().at(-1)).to.deep.equal(['unreadable', false, 400]);
  });

  it('may be a form whose one JSON field is the body; a picture beside it does no harm', async () => {
    const part = (head: string, value: string) =>
      `--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
    const picture = part('name="thumb"; filename="t.jpg"\r\nContent-Type: image/jpeg', 'ÿØÿà'.repeat(1000));
    const form = (...parts: string[]) =>
      house.post(PATH, `${parts.join('')}--edge--\r\n`, {
        ...SECRET,
        'content-type': 'multipart/form-data; boundary=edge',
      });
    await form(part('name="payload"', '{"event":"media.play"}'), picture);
    await form(part('name="one"', 'text'), part('name="two"', '2'));
    expect(received()).to.deep.equal(['{"event":"media.play"}', '{"one":"text","two":2}']);
    const cut = await house.post(PATH, part('name="payload"', '{}'), {
      ...SECRET,
      'content-type': 'multipart/form-data; boundary=edge',
    });
    expect(told(cut)).to.deep.equal([400, 'bad_request']);
    const bare = await house.post(PATH, 'x', { ...SECRET, 'content-type': 'multipart/form-data' });
    expect(told(bare)).to.deep.equal([400, 'bad_request']);
  });

  it('are a mebibyte at most', async () => {
    const text = (length: number) => JSON.stringify('x'.repeat(length - 2));
    expect((await house.post(PATH, text(MIB), SECRET)).status).to.equal(204);
    expect(told(await house.post(PATH, text(MIB + 1), SECRET))).to.deep.equal([413, 'too_large']);
    const chunked = { ...SECRET, 'transfer-encoding': 'chunked' };
    const call = { method: 'POST', headers: chunked };
    expect((await exchange(`${house.url}${PATH}`, call, text(MIB + 1))).status).to.equal(413);
    expect(recorded().at(-1)).to.deep.equal(['unreadable', false, 413]);
  });

  it('that the integration cannot read are refused, without a word of what was in them', async () => {
    const answer = await house.post(PATH, '"nonsense"', SECRET);
    expect(told(answer)).to.deep.equal([400, 'bad_request']);
    expect(answer.error['message']).to.equal('seedbox cannot read this webhook');
    expect(recorded()).to.deep.equal([['unreadable', false, 400]]);
    expect(runs()).to.deep.equal([]);
  });

  it('have their tasks run at once; a burst of them is a few runs', async () => {
    await Promise.all(Array.from({ length: 50 }, () => house.post(PATH, {}, SECRET)));
    expect(runs(), 'nobody waits for the sync').to.deep.equal([]);
    await house.clock.advance(200);
    expect(runs()).to.deep.equal(['runNow seedbox queue']);
    await house.clock.advance(10_000);
    expect(runs()).to.have.lengthOf(1);
    await house.post(PATH, {}, SECRET);
    await house.clock.advance(200);
    await house.post(PATH, {}, SECRET);
    await house.clock.advance(1000);
    expect(runs()).to.have.lengthOf(3);
  });

  it('leave neither their body nor a secret in the log', async () => {
    await house.post(`${PATH}?secret=${WEBHOOK_SECRET}`, 'nonsense about hunter3', { 'content-type': 'text/plain' });
    await house.post(`${PATH}?secret=${WEBHOOK_SECRET}`, '"nonsense"');
    await house.post(`${PATH}?secret=guess-hunter3`, {});
    const lines = log.lines.join('\n');
    expect(lines).to.include(`POST ${PATH} 400`).and.to.include(`POST ${PATH} 401`);
    expect(lines).to.not.include(WEBHOOK_SECRET).and.to.not.include('hunter3').and.to.not.include('nonsense');
  });
});
