/** What was saved since the last listing is asked for by the server's own clock, however wrong that is. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttp } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import type { Client } from '../src/client.js';
import { gapsTask } from '../src/gaps-task.js';
import { itemsTask } from '../src/items-task.js';

const NOW = '2026-11-20T12:00:00.000Z';
const BEHIND = '2026-11-20T11:45:00.000Z';
const QUARTER_MS = 900_000;

async function sinceAfter(date: string | undefined): Promise<string | undefined> {
  const page = { Items: [], TotalRecordCount: 0, ...(date === undefined ? {} : { date }) };
  const client = { listsExtras: false, items: async () => page } as unknown as Client;
  const libraries = async () => ({ wanted: [{ id: 'films', kind: 'movies' }], gone: [] }) as never;
  const set: string[] = [];
  const out = {
    cursor: { get: () => undefined, set: (text: string) => set.push(text) },
    held: async () => new Set(),
    ...{ patch: () => undefined, progress: () => undefined, replace: () => undefined, append: () => undefined },
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

  it('is asked by its own clock about a gap', async () => {
    const asked: string[] = [];
    const log = async (since: string) => {
      asked.push(since);
      return { Items: [] };
    };
    const client = { theirs: (at: Date) => new Date(at.getTime() - QUARTER_MS), log } as unknown as Client;
    const cursor = { get: () => undefined, set: () => undefined };
    const out = { cursor, gaps: async () => [{ from: '2026-11-20T06:00:00.000Z', to: '2026-11-20T07:00:00.000Z' }] };
    const task = gapsTask({ client, clock: { now: () => new Date(NOW) } });
    await task.run(out as never, new AbortController().signal);
    expect(asked).to.deep.equal(['2026-11-19T17:45:00.000Z']);
  });

  it('tells its time with each answer, unless that is none', async () => {
    const dates = [new Date(BEHIND).toUTCString(), 'yesterday'];
    const server = createServer((_req, res) => {
      res.setHeader('Date', dates.shift() ?? '');
      res.end('{}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const ours = (): Date => new Date(NOW);
    const baseUrl = `http://127.0.0.1:${port}`;
    const { http, close } = createHttp({ baseUrl, timeoutMs: 5000, userAgent: 'test', now: ours });
    expect(http.theirs(ours()).toISOString()).to.equal(NOW);
    expect((await http.get('/')).date).to.equal(BEHIND);
    expect(http.theirs(ours()).toISOString()).to.equal(BEHIND);
    expect(await http.get('/')).not.to.have.property('date');
    expect(http.theirs(ours()).toISOString(), 'as it told last').to.equal(BEHIND);
    close();
    server.close();
  });
});
