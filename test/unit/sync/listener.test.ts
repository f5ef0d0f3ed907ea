/** `Integration.listen`: a connection that asks for tasks to run, over a real server, and plugins that do it wrong. */
import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Integration, opsNotices } from '@sidelight/plugin-api';
import { misbuilt } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import { settle } from '../../support/manual-clock.js';
import { eventually, until } from '../../support/until.js';
import { house, lampTask, sourceOf, switchOn } from './house.js';
import { DOWN } from './upstream.js';

type Wake = (task: string) => void;
type Listen = NonNullable<Integration['listen']>;

/** A server that tells its listeners of events, one line each: server-sent events. */
async function eventServer() {
  const open = new Set<ServerResponse>();
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    open.add(response);
    response.on('close', () => open.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  const listen: Listen = (wake, signal) =>
    new Promise((resolve, reject) => {
      get(url, { signal }, (answer) => {
        answer.setEncoding('utf8');
        answer.on('data', (text: string) => {
          for (const [, task = ''] of text.matchAll(/^data: (.*)$/gm)) wake(task);
        });
        answer.on('end', resolve);
        answer.on('error', reject);
      }).on('error', reject);
    });
  return {
    listen,
    open,
    asked: () => asked,
    tell: (task: string) => {
      for (const response of open) response.write(`data: ${task}\n\n`);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A plugin whose connections the test holds in its hands. */
function connections() {
  const list: { readonly wake: Wake; readonly signal: AbortSignal; end(): void; fail(error: unknown): void }[] = [];
  const listen: Listen = (wake, signal) =>
    new Promise((end, fail) => void list.push({ wake, signal, end: () => end(), fail }));
  return { list, listen };
}

async function listening(integration: Partial<Integration>) {
  const runs = { count: 0 };
  const tasks = [
    lampTask(
      async (out, signal) => {
        runs.count += 1;
        await switchOn(out, signal);
      },
      { every: '1h' },
    ),
  ];
  const home = await house(sourceOf('a', { tasks, ...integration }));
  home.engine.start();
  await home.clock.advance(3000);
  return { ...home, runs };
}

const about = (lines: readonly string[]) => lines.filter((line) => /listen/.test(line));

describe('a connection that listens', () => {
  it('is opened after the first good check, wakes tasks, comes again, and ends with the engine', async () => {
    const server = await eventServer();
    const { engine, clock, runs } = await listening({ listen: server.listen });
    await eventually(() => server.open.size === 1, 'it is open');
    const { count } = runs;
    server.tell('lamps');
    await eventually(() => runs.count === count + 1, 'the task ran');
    for (const response of server.open) response.end();
    await until(
      async () => {
        await clock.advance(500);
        return server.asked();
      },
      (asked) => asked === 2,
    );
    await eventually(() => server.open.size === 1, 'it is open again');
    await engine.stop();
    await eventually(() => server.open.size === 0, 'it is closed');
    await server.close();
  });

  it('is not opened while the upstream is down', async () => {
    const { list, listen } = connections();
    let isDown = true;
    const check = async () => {
      if (isDown) throw DOWN;
      return {};
    };
    const { engine, clock } = await listening({ check, listen });
    expect(list).to.have.lengthOf(0);
    isDown = false;
    await engine.checkNow('a');
    await settle();
    expect(list).to.have.lengthOf(1);
    isDown = true;
    await engine.checkNow('a');
    list[0]?.fail(DOWN);
    await clock.advance(60_000);
    expect(list, 'while it is down').to.have.lengthOf(1);
    isDown = false;
    await engine.checkNow('a');
    await settle();
    expect(list).to.have.lengthOf(2);
    await engine.stop();
  });

  it('joins the wakes of a storm: one run at once, and one after', async () => {
    const { list, listen } = connections();
    const { engine, clock, runs } = await listening({ listen });
    const { count } = runs;
    for (let i = 0; i < 500; i++) list[0]?.wake('lamps');
    await settle();
    expect(runs.count - count).to.equal(1);
    await clock.advance(60_000);
    expect(runs.count - count).to.equal(2);
    await engine.stop();
  });

  it('has a run that is under way followed by one more', async () => {
    const { list, listen } = connections();
    const waiting: (() => void)[] = [];
    const slow = lampTask(() => new Promise<void>((done) => void waiting.push(done)), { every: '1h' });
    const { engine, clock } = await listening({ listen, tasks: [slow] });
    expect(waiting).to.have.lengthOf(1);
    list[0]?.wake('lamps');
    list[0]?.wake('lamps');
    await clock.advance(5000);
    expect(waiting).to.have.lengthOf(1);
    waiting[0]?.();
    await clock.advance(0);
    expect(waiting).to.have.lengthOf(2);
    waiting[1]?.();
    await clock.advance(0);
    await engine.stop();
  });

  it('is opened again after pauses that grow to five minutes, with one line when that begins and one when it works', async () => {
    const { list, listen } = connections();
    const { engine, clock, log } = await listening({ listen });
    const pauses: number[] = [];
    for (let tries = 1; tries < 12; tries++) {
      list.at(-1)?.fail(new Error('s3cret-of-the-house was refused'));
      await settle();
      const before = clock.now().getTime();
      while (list.length === tries) await clock.advance(100);
      pauses.push((clock.now().getTime() - before) / 1000);
    }
    for (const [index, pause] of pauses.entries()) {
      const meant = 2 ** index;
      expect(pause, `pause ${index}`).to.be.within(Math.min(300, meant * 0.8), Math.min(300, meant * 1.2) + 0.2);
    }
    expect(about(log.lines)).to.deep.equal([
      'warn cannot listen to the service, polling it on schedule instead: *** was refused',
    ]);
    await clock.advance(60_000);
    expect(about(log.lines).slice(1)).to.deep.equal(['info listening to the service again']);
    list.at(-1)?.end();
    const { length } = list;
    await clock.advance(1300);
    expect(list.length, 'the pause is short again').to.equal(length + 1);
    await engine.stop();
  });

  it('has a short pause after it delivered', async () => {
    const { list, listen } = connections();
    const { engine, clock, log } = await listening({ listen });
    for (let i = 0; i < 5; i++) {
      list.at(-1)?.wake('lamps');
      list.at(-1)?.end();
      await settle();
      await clock.advance(1300);
      expect(list).to.have.lengthOf(i + 2);
    }
    expect(about(log.lines)).to.deep.equal([]);
    await engine.stop();
  });

  it('that wakes a task that there is not is a notice, once', async () => {
    const { list, listen } = connections();
    const { engine, clock, rows, runs } = await listening({ listen });
    const { count } = runs;
    for (const task of ['lamp', 'cellar']) list[0]?.wake(task);
    await clock.advance(1500);
    expect((await rows(opsNotices)).map(({ text }) => text)).to.deep.equal([
      'a asked to run the unknown task lamp; known tasks: lamps',
    ]);
    expect(runs.count).to.equal(count);
    await engine.stop();
  });

  it('is ended by a reload, whose connection is another, and wakes nothing afterwards', async () => {
    const { list, listen } = connections();
    const { engine, clock, runs } = await listening({ listen });
    await engine.apply(['a']);
    await clock.advance(3000);
    expect(list.map(({ signal }) => signal.aborted)).to.deep.equal([true, false]);
    const { count } = runs;
    list[0]?.wake('lamps');
    await clock.advance(3000);
    expect(runs.count).to.equal(count);
    await engine.stop(false);
    expect(list[1]?.signal.aborted).to.equal(true);
  });

  it('cannot hold up a stop, whatever it does', async () => {
    const wrong: Readonly<Record<string, Listen>> = {
      'never settles': () => new Promise(() => undefined),
      'throws at once': () => {
        throw new Error('odd');
      },
      'is no promise': (() => 7) as never,
      'rejects with nothing': () => Promise.reject(),
    };
    for (const [what, listen] of Object.entries(wrong)) {
      const { engine, clock, runs } = await listening({ listen });
      await clock.advance(10_000);
      expect(runs.count, `${what}: polling goes on`).to.be.greaterThan(0);
      await engine.stop();
      expect(clock.waiting, what).to.be.lessThan(2);
    }
  });

  it('has to be a function', () => {
    const integration = { check: async () => ({}) };
    expect(misbuilt({ ...integration, listen: 'ws://box' })).to.equal("the integration's listen must be a function");
    expect(misbuilt({ ...integration, listen: async () => undefined })).to.equal(undefined);
  });
});
