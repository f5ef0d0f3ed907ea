/** Deliveries: signed, tried again, given up, recorded. */
import 'reflect-metadata';
import { expect } from 'chai';
import { signature } from '#core/webhooks/deliver.js';
import type { DeliveryRow } from '#core/webhooks/delivery-log.js';
import { Outbox } from '#core/webhooks/outbox.js';
import { type ManualClock, manualClock } from '../../support/manual-clock.js';
import { isSignedWith, type Receiver, startReceiver, status } from '../../support/receiver.js';
import { type RecordingLog, recordingLog } from '../../support/recording-log.js';
import { eventually } from '../../support/until.js';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, so').toString('base64')}`;
const MINUTE = 60_000;

describe('deliveries', () => {
  let receiver: Receiver;
  let clock: ManualClock;
  let log: RecordingLog;
  let rows: DeliveryRow[];
  let box: Outbox;

  beforeEach(async () => {
    receiver = await startReceiver();
    clock = manualClock();
    log = recordingLog();
    rows = [];
    box = boxTo(`${receiver.url}/a-secret-path`);
  });
  afterEach(async () => {
    await box.stop();
    await receiver.close();
  });

  const boxTo = (url: string, secret = SECRET): Outbox => {
    const deliveries = { record: (_: string, row: DeliveryRow) => void rows.push(row) };
    const target = { name: 'hub', url, format: 'sidelight', secret, events: ['play.started'] } as const;
    return new Outbox(target, { clock, log, deliveries, userAgent: 'Sidelight/1' });
  };
  const add = (id: string): void => {
    box.add({ id, event: { type: 'play.started', data: { id } }, at: clock.now().toISOString() });
  };
  /** Over a socket, which no clock moves. */
  const attempts = (count: number): Promise<void> => eventually(() => rows.length === count, `${count} attempts`);

  it('are posts of JSON that the receiver can verify', async () => {
    add('msg_1');
    await attempts(1);
    const [got] = receiver.received;
    expect(got?.headers).to.include({
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'user-agent': 'Sidelight/1',
    });
    expect(got !== undefined && isSignedWith(SECRET, got)).to.equal(true);
    expect(rows).to.deep.equal([
      {
        id: 'msg_1-hub',
        name: 'hub',
        direction: 'out',
        event: 'play.started',
        ok: true,
        status: 204,
        at: '2026-11-20T12:00:00.000Z',
      },
    ]);
  });

  it('have the signature of the specification’s example', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const at = new Date(1_614_265_330_000);
    expect(signature({ secret }, 'msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}', at)).to.deep.equal({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('are signed with a secret that lacks its padding, too', async () => {
    expect(SECRET).to.match(/[^=]=$/);
    box = boxTo(receiver.url, SECRET.slice(0, -1));
    add('msg_1');
    await attempts(1);
    expect(receiver.received.map((got) => isSignedWith(SECRET, got))).to.deep.equal([true]);
  });

  it('are tried again later under the same id, with the time of the attempt, and recorded in the same row', async () => {
    receiver.answers.push(status(500), status(302, { location: '/elsewhere' }));
    add('msg_1');
    await attempts(1);
    await clock.advance(6_000);
    await attempts(2);
    await clock.advance(2 * MINUTE);
    await attempts(3);
    expect(rows.map(({ id, ok, status: code }) => [id, ok, code])).to.deep.equal([
      ['msg_1-hub', false, 500],
      ['msg_1-hub', false, 302],
      ['msg_1-hub', true, 204],
    ]);
    expect(new Set(receiver.received.map(({ path }) => path)), 'no redirect is followed').to.deep.equal(
      new Set(['/a-secret-path']),
    );
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).to.equal(3);
    expect(receiver.received.every((got) => isSignedWith(SECRET, got))).to.equal(true);
    expect(log.lines).to.deep.equal([
      'warn the webhook hub does not accept events: it answered with 500, trying again',
      'info the webhook hub accepts events again',
    ]);
  });

  it('are given up after a day, with a line', async () => {
    await receiver.close();
    add('msg_1');
    await attempts(1);
    for (const [tried, minutes] of [0.1, 1, 5, 30, 120, 360, 900].entries()) {
      await clock.advance(minutes * 1.1 * MINUTE);
      await attempts(tried + 2);
    }
    expect(clock.waiting).to.equal(0);
    expect(rows.every(({ ok, status: code }) => !ok && code === undefined)).to.equal(true);
    expect(log.lines.at(-1)).to.equal('warn the webhook hub did not get play.started, and will not: no answer');
    expect(log.lines.join()).to.not.include('a-secret-path').and.to.not.include('127.0.0.1');
  });

  it('are given up at once when the receiver says that it is gone', async () => {
    receiver.answers.push(status(410));
    add('msg_1');
    await attempts(1);
    expect(clock.waiting).to.equal(0);
  });

  it('wait ten seconds for an answer, and others wait for them', async () => {
    let release = (): void => undefined;
    receiver.answers.push((response) => {
      release = () => void response.end();
    });
    add('msg_1');
    add('msg_2');
    await eventually(() => receiver.received.length === 1, 'the first is there');
    await clock.advance(10_000);
    await attempts(2);
    expect(rows.map(({ id, ok }) => [id, ok])).to.deep.equal([
      ['msg_1-hub', false],
      ['msg_2-hub', true],
    ]);
    release();
  });

  it('are a hundred at most that wait: the oldest makes room', async () => {
    receiver.answers.push(...Array.from({ length: 101 }, () => status(503)));
    for (let i = 0; i < 101; i++) add(`msg_${i}`);
    await attempts(100);
    await clock.advance(6_000);
    await attempts(200);
    expect(receiver.received.map(({ data }) => data['id'])).to.not.include('msg_0');
    expect(log.lines.filter((line) => line.includes('too many events'))).to.have.lengthOf(1);
  });

  it('carry the name and password of their url as a header', async () => {
    for (const [tried, password] of ['p%40ss', '100%'].entries()) {
      box = boxTo(receiver.url.replace('//', `//me:${password}@`));
      add('msg_1');
      await attempts(tried + 1);
    }
    expect(receiver.received.map(({ headers }) => headers.authorization)).to.deep.equal(
      ['me:p@ss', 'me:100%'].map((pair) => `Basic ${Buffer.from(pair).toString('base64')}`),
    );
  });

  it('end with the box', async () => {
    receiver.answers.push(status(500));
    add('msg_1');
    await attempts(1);
    await box.stop();
    expect(clock.waiting).to.equal(0);
  });
});
