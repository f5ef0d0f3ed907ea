/** What was saved since the last listing is asked for by the server's own clock, however wrong that is. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttp } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import type { Client } from '../src/client.js';
import { itemsTask } from '../src/items-task.js';

const NOW = '2026-11-20T12:00:00.000Z';
const BEHIND = '2026-11-20T11:45:00.000Z';

async function sinceAfter(date: string | undefined): Promise<string | undefined> {
  const page = { Items: [], TotalRecordCount: 0, ...(date === undefined ? {} : { date }) };
  const client = { listsExtras: false, items: async () => page } as unknown as Client;
  const libraries = async () => ({ wanted: [{ id: 'films', kind: 'movies' }], gone: [] }) as never;
  const set: string[] = [];
  const out = {
    cursor: { get: () => undefined, set: (text: string) => set.push(text) },
    held: async () => new Set(),
    ...{ patch: () => undefined, replace: () => undefined, append: () => undefined },
  };
  const task = itemsTask({ client, clock: { now: () => new Date(NOW) }, libraries });
  await task.run(out as never, new AbortController().signal);
  return (JSON.parse(set.at(-1) ?? '{}') as { since?: Record<string, string> }).since?.['films'];
}

describe('a server whose clock is behind', () => {
  it('is asked by its own clock, and by ours where it tells none', async () => {
    expect(await sinceAfter(BEHIND)).to.equal('2026-11-20T11:35:00.000Z');
    expect(await sinceAfter(undefined)).to.equal('2026-11-20T11:50:00.000Z');
  });

  it('tells its time with each answer, unless that is none', async () => {
    const dates = [new Date(BEHIND).toUTCString(), 'yesterday'];
    const server = createServer((_req, res) => {
      res.setHeader('Date', dates.shift() ?? '');
      res.end('{}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const { http, close } = createHttp({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 5000, userAgent: 'test' });
    expect((await http.get('/')).date).to.equal(BEHIND);
    expect(await http.get('/')).not.to.have.property('date');
    close();
    server.close();
  });
});
