/** The listening socket: what stands in its way, and how it ends. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { CodedError } from '#core/ground/errors.js';
import { listen } from '#core/http/server.js';

/** Longer than a test may take. */
const NEVER_MS = 3_600_000;
const LOOPBACK = { host: '127.0.0.1', port: 0 };

async function refusal(host: string, port: number): Promise<unknown> {
  try {
    const server = await listen((_req, res) => void res.end(), { host, port });
    await server.close(0);
    return undefined;
  } catch (error) {
    return error instanceof CodedError ? error.code : error;
  }
}

describe('the server', () => {
  it('says which of port and address is unusable', async () => {
    const first = await listen((_req, res) => void res.end(), LOOPBACK);
    expect(await refusal('127.0.0.1', first.port)).to.equal('port_in_use');
    expect(await refusal('203.0.113.1', 0)).to.equal('address_unusable');
    await first.close(0);
  });

  it('answers what is under way before it closes, and takes no more', async () => {
    let arrive = (_finish: () => void): void => undefined;
    const arrived = new Promise<() => void>((resolve) => {
      arrive = resolve;
    });
    const server = await listen((_req, res) => arrive(() => void res.end('done')), LOOPBACK);
    const url = `http://127.0.0.1:${server.port}`;
    const running = fetch(url).then((answer) => answer.text());
    const finish = await arrived;
    const closing = server.close(5000);
    expect(
      await fetch(url).then(
        () => 'answered',
        () => 'refused',
      ),
    ).to.equal('refused');
    finish();
    expect(await running).to.equal('done');
    await closing;
  });

  it('does not wait for kept-alive connections, nor for ever for a request', async () => {
    let arrived = (): void => undefined;
    const hangs = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = await listen((req, res) => void (req.url === '/hang' ? arrived() : res.end('ok')), LOOPBACK);
    const agent = new Agent({ keepAlive: true });
    const get = (path: string) =>
      new Promise((resolve) => {
        request({ port: server.port, host: '127.0.0.1', path, agent }, (res) =>
          res.resume().on('end', () => resolve('answered')),
        )
          .on('error', () => resolve('cut off'))
          .end();
      });
    expect(await get('/')).to.equal('answered');
    const hanging = get('/hang');
    await hangs;
    await server.close(100);
    expect(await hanging).to.equal('cut off');
    agent.destroy();
  });

  it('does not wait for connections that browsers have opened ahead', async () => {
    const server = await listen((_req, res) => void res.end('ok'), LOOPBACK);
    const ahead = connect(server.port, '127.0.0.1');
    await once(ahead, 'connect');
    // The server knows of the connection by the time it has answered on a later one.
    await fetch(`http://127.0.0.1:${server.port}`).then((answer) => answer.text());
    const ended = once(ahead.resume(), 'close');
    await server.close(NEVER_MS);
    await ended;
  });
});
