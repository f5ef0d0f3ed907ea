/** Large answers to calls within an envelope: judged beside the event loop, and handed over without what nobody asked for. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Http } from '@sidelight/plugin-api';
import { createHttp, type HttpClient } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import { manualClock } from '../../support/manual-clock.js';
import { root } from '../../support/root.js';

const COUNT = 2500;
const PADDING = { padding: 'x'.repeat(1000) };

interface Connecting {
  connect(ctx: {
    http: Http;
    config: object;
    clock: object;
  }): Readonly<Record<string, (...args: unknown[]) => unknown>>;
}

/** What a case has recorded, so often that it is large. */
const many = (rows: readonly object[]): readonly object[] =>
  Array.from({ length: COUNT }, (_, n) => ({ ...rows[n % rows.length], ...PADDING }));

const recorded = (plugin: string, file: string): unknown =>
  JSON.parse(readFileSync(join(root, 'plugins', plugin, 'test/cases/ok', file), 'utf8'));

describe('a large answer to a call', () => {
  let server: Server;
  let client: HttpClient;
  let body = '';

  before(async () => {
    server = createServer((_, response) => response.end(body));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => client.close());
  after(() => server.close());

  async function connected(plugin: string) {
    const { connect }: Connecting = await import(
      pathToFileURL(join(root, 'plugins', plugin, 'dist/src/client.js')).href
    );
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = createHttp({ baseUrl, timeoutMs: 60_000, userAgent: 'Test/1' });
    return connect({ http: client.http, config: {}, clock: manualClock() });
  }

  it('of Transmission has the fields that were asked for', async () => {
    const told = recorded('transmission', 'torrents.json') as { arguments: { torrents: object[] } };
    body = JSON.stringify({ result: 'success', arguments: { torrents: many(told.arguments.torrents) } });
    const torrents = (await (await connected('transmission'))['torrents']?.(AbortSignal.timeout(60_000))) as object[];
    expect(torrents).to.have.lengthOf(COUNT);
    expect(torrents[0]).to.have.property('hashString');
    expect(torrents[0]).to.not.have.property('padding');
  });
});
