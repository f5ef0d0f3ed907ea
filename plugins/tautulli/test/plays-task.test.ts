/** A long history: pages from the beginning on, each from a later day where there is one, then the last week again and again. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fakeClock, startIntegration, type TestIntegration } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import plugin from '../src/plugin.js';

const START = Date.parse('2026-03-02T06:00:00Z') / 1000;
/** Few plays a day for a while, then more than a page on one day, then few again. */
const HISTORY = [
  ...Array.from({ length: 900 }, (_, index) => START + index * 7200),
  ...Array.from({ length: 2500 }, (_, index) => START + 900 * 7200 + index * 10),
  ...Array.from({ length: 40 }, (_, index) => START + 902 * 7200 + index * 86_400),
].map((started, index) => ({ row_id: index + 1, started, stopped: started + 5, title: 'Sintel', media_type: 'movie' }));

describe('tautulli: a long history', () => {
  let server: Server;
  let started: TestIntegration;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    server = createServer(async (req, res) => {
      const form = new URLSearchParams(await text(req));
      const [after, start, length] = [form.get('after'), Number(form.get('start')), Number(form.get('length'))];
      asked.push(`${after ?? 'all'} ${start}`);
      // Days of a zone that is ahead of UTC.
      const dayOf = (at: number) => new Date((at + 13 * 3600) * 1000).toISOString().slice(0, 10);
      const rows = HISTORY.filter((play) => dayOf(play.started) >= (after ?? '')).slice(start, start + length);
      const response = { result: 'success', message: null, data: { data: rows } };
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ response }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    started = startIntegration(
      plugin,
      { url, apiKey: 'a-key' },
      { clock: fakeClock(new Date('2026-07-20T12:00:00Z')) },
    );
  });
  afterEach(async () => {
    await started.stop();
    server.closeAllConnections();
    server.close();
  });

  it('is read once and whole, and after that from a week back', async () => {
    const task = started.integration.tasks?.find(({ id }) => id === 'media.playback');
    const ids = new Set<string>();
    let cursor: string | undefined;
    const run = async (): Promise<unknown> =>
      task?.run(
        {
          replace: () => undefined,
          patch: () => undefined,
          append: (_port, items) => {
            for (const { id } of items as unknown as readonly { id: string }[]) ids.add(id);
          },
          held: async () => new Set(),
          gaps: async () => [],
          progress: () => undefined,
          cursor: {
            get: () => cursor,
            set: (value) => {
              expect(value).not.to.equal(cursor);
              cursor = value;
            },
          },
        },
        new AbortController().signal,
      );
    while ((await run()) === 'more');

    expect([...ids]).to.deep.equal(HISTORY.map(({ row_id }) => String(row_id)));
    expect(asked).to.deep.equal(['all 0', '2026-05-15 0', '2026-05-15 1000', '2026-05-15 2000']);
    expect(cursor).to.equal('2026-07-13+0');
  });
});
