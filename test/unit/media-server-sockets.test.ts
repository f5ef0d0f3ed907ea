/** What the plugins of media servers say and hear over the server's WebSocket. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyPlugin } from '@sidelight/plugin-api';
import { startIntegration } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { FakeSocket } from '../support/jellyfin/socket.js';
import { eventually } from '../support/until.js';

const KEY = 'k3y-0123456789';
const pluginOf = async (id: string): Promise<AnyPlugin> =>
  ((await import(`../../../plugins/${id}/dist/src/plugin.js`)) as { readonly default: AnyPlugin }).default;

const session = (Id: string, PositionTicks = 0) => ({
  Id,
  UserId: 'ada',
  DeviceId: 'tv',
  NowPlayingItem: { Id: '10421', Type: 'Movie' },
  PlayState: { PositionTicks, IsPaused: false },
});

const PATHS: Readonly<Record<string, string>> = {
  jellyfin: '/base/socket',
  emby: `/base/embywebsocket?api_key=${KEY}&deviceId=sidelight-emby`,
};

for (const [id, path] of Object.entries(PATHS)) {
  describe(`the WebSocket of ${id}`, () => {
    let sessions: readonly unknown[] = [];
    const fake = new FakeSocket(
      () => sessions,
      ({ headers, url = '' }) => `${headers.authorization} ${url}`.includes(KEY),
    );
    const server = createServer((_, response) => response.writeHead(404).end());
    server.on('upgrade', (request, socket, head: Buffer) => fake.upgrade(request, socket, head));
    const controller = new AbortController();
    const woken: string[] = [];
    const covered: string[] = [];
    let ended: Promise<void> | undefined;
    const start = async () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
      const { integration } = startIntegration(await pluginOf(id), { url, apiKey: KEY });
      const task = (list: string[]) => (name: string) => void list.push(name);
      return integration.listen?.(task(woken), controller.signal, task(covered));
    };

    before(async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      ended = start();
      await eventually(() => fake.received.includes('KeepAlive'), 'it is there');
    });
    after(() => {
      server.close();
      server.closeAllConnections();
    });

    it('is opened below the url, and subscribes', async () => {
      await eventually(() => fake.open === 1, 'it subscribed');
      expect(fake.asked).to.deep.equal([path]);
      expect(covered, 'nothing came yet').to.deep.equal([]);
    });

    it('wakes the sessions for news alone', async () => {
      sessions = [session('one')];
      fake.tell();
      await eventually(() => woken.length === 1, 'for the first message');
      expect(covered[0]).to.equal('media.sessions');
      sessions = [session('one', 20_000_000)];
      fake.tell();
      sessions = [session('one', 20_000_000), session('two')];
      fake.tell();
      await eventually(() => covered.length === 3, 'all were heard');
      expect(woken).to.deep.equal(['media.sessions', 'media.sessions']);
    });

    it('is silent about what is no list of sessions', async () => {
      const { length } = woken;
      sessions = ['rubbish'];
      fake.tell();
      sessions = [];
      fake.tell();
      await eventually(() => woken.length === length + 1, 'the sound one was heard');
    });

    it('ends with its signal', async () => {
      controller.abort();
      await ended;
      await eventually(() => fake.open === 0, 'it is closed');
    });

    it('does not tell its key when it is refused', async () => {
      const again = startIntegration(await pluginOf(id), {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        apiKey: 'an0ther-wr0ng-one',
      });
      const error = await again.integration
        .listen?.(
          () => undefined,
          new AbortController().signal,
          () => undefined,
        )
        .then(
          () => undefined,
          (reason: unknown) => reason,
        );
      expect(error).to.include({ code: 'auth_failed' });
      expect(`${error} ${JSON.stringify(error)} ${again.logged.join()}`).to.not.include('an0ther-wr0ng-one');
    });
  });
}
