/** What is no request is refused in the shape of every refusal. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { type House, openHouse } from './house.js';

describe('what is no request', () => {
  let house: House;
  before(async () => {
    // Whatever came meanwhile is read before the first is answered.
    house = await openHouse({ act: (id) => (id === 'slow' ? sleep(50) : Promise.resolve()) });
  });
  after(() => house.close());

  const told = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(house.url).port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (part) => {
        answer += part.toString();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
    });
  const errorIn = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));

  it('is refused with a sentence, and the connection ends', async () => {
    for (const text of [
      'FOO BAR BAZ\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nbroken\r\n\r\n',
      '\u0016\u0003\u0001 is TLS\r\n\r\n',
    ]) {
      const answer = await told(text);
      expect(answer).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answer)
        .to.match(/^x-content-type-options: nosniff/im)
        .and.to.match(/^connection: close/im);
      expect(errorIn(answer)).to.have.nested.property('error.code', 'bad_request');
      expect(errorIn(answer)).to.have.nested.property('error.requestId');
    }
  });

  it('may be too long', async () => {
    const answer = await told(`GET /healthz HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).to.match(/^HTTP\/1\.1 431 /);
    expect(errorIn(answer)).to.have.nested.property('error.code', 'head_large');
  });

  it('is not what is sent at once with the request before it, and waits to be asked for its body', async () => {
    const key = await house.key({ scope: 'full' });
    const request = (body: string, ...more: readonly string[]): string => {
      const length = `Content-Length: ${body.length}`;
      const head = ['Host: a', `x-api-token: ${key}`, 'Content-Type: application/json', length, ...more];
      return `POST /api/widgets/downloads/pause HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`;
    };
    const first = request('{"id":"seedbox:slow","paused":true}');
    const second = request('{}', 'Expect: 100-continue', 'Connection: close');
    const answer = await told(first + second);
    const lines = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(lines).to.deep.equal(['200', '100', '400']);
    expect(answer.slice(answer.lastIndexOf('HTTP/1.1 400'))).to.match(/\r\n\r\n\{"error":/);
  });

  it('is not what expects more than there is', async () => {
    const answer = await told('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: nonsense\r\nConnection: close\r\n\r\n');
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });

  it('is not an action with If-None-Match, whose answer is told all the same', async () => {
    const key = { 'x-api-token': await house.key({ scope: 'full' }), 'if-none-match': '*' };
    const { status, json } = await house.post('/api/widgets/downloads/pause', { id: 'seedbox:1', paused: true }, key);
    expect([status, json['ok']]).to.deep.equal([200, true]);
  });
});
