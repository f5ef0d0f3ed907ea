/** Pictures at signed addresses: shown to whoever has one, and to nobody who made one up. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandHere } from '../support/command-here.js';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';
import { signedIn } from '../support/visitor.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const DAY_MS = 86_400_000;

/** The covers of a release manager that answers nothing else. */
const covers: RequestListener = (req, res) => {
  const [, id = ''] = /^\/api\/v3\/mediacover\/(\d+)\/poster-500\.jpg$/.exec(req.url ?? '') ?? [];
  const bodies: Readonly<Record<string, Buffer>> = {
    1: Buffer.concat([PNG, Buffer.alloc(1000)]),
    2: Buffer.concat([PNG, Buffer.alloc(6_000_000)]),
    3: Buffer.from('<html><script>alert(document.cookie)</script></html>'),
  };
  const body = bodies[id];
  res.writeHead(body === undefined ? 404 : 200, { 'content-type': 'image/png' }).end(body);
};

describe('pictures', () => {
  let manager: Server;
  let daemon: DaemonHere;
  before(async () => {
    manager = createServer(covers).listen(0, '127.0.0.1');
    await new Promise((resolve) => manager.once('listening', resolve));
    const { port } = manager.address() as AddressInfo;
    daemon = await startHere({
      config: `
server: { basePath: /side }
integrations:
  demo: {}
  films: { plugin: radarr, url: "http://127.0.0.1:${port}", apiKey: 0123456789abcdef0123456789abcdef }
`,
    });
  });
  after(async () => {
    await daemon?.dispose();
    manager.closeAllConnections();
    manager.close();
  });

  /** Of the newest titles, of which some have no picture: the demo has such gaps, as every library has. */
  const posters = async (): Promise<readonly string[]> => {
    const key = await daemon.key();
    const postersOf = ({ items }: { readonly items?: unknown }): readonly string[] =>
      (items as readonly { readonly poster: string }[]).map(({ poster }) => poster).filter((poster) => poster !== '');
    const { json } = await until(
      () => daemon.get('/api/widgets/recent?limit=50', key),
      ({ json }) => new Set(postersOf(json)).size > 1,
    );
    return postersOf(json);
  };
  const cover = (id: number | string, at = new Date()): string =>
    daemon.services.images.of({ source: 'films', name: `/api/v3/mediacover/${id}/poster.jpg` }, at);
  const refusal = async (path: string): Promise<string> => {
    const { status, json } = await daemon.get(path);
    return `${status} ${(json['error'] as { code?: string } | undefined)?.code ?? ''}`.trim();
  };

  it('stand in payloads below the base path, and are shown without a key to pages of any origin', async () => {
    const [poster = ''] = await posters();
    expect(poster).to.match(/^\/images\/demo\/%2Fimages%2F[\w-]+\?until=\d+&sign=[\w-]{27}$/);
    const { status, headers } = await daemon.get(poster);
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'image/png']);
    expect(headers.get('cross-origin-resource-policy')).to.equal('cross-origin');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('set-cookie')).to.equal(null);
    const again = await daemon.get(poster, undefined, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('stand in what people watch, play, wait for and ask for', async () => {
    const key = await daemon.key();
    for (const widget of ['nowplaying', 'activity', 'calendar', 'requests']) {
      const { json } = await until(
        () => daemon.get(`/api/widgets/${widget}`, key),
        ({ json: { items } }) => Array.isArray(items) && items.some(({ poster }) => poster !== ''),
      );
      const { poster = '' } = (json['items'] as readonly { poster: string }[]).find((item) => item.poster !== '') ?? {};
      expect((await daemon.get(poster)).status, widget).to.equal(200);
    }
  });

  it('are shown by their own address alone', async () => {
    const [poster = '', other = ''] = [...new Set(await posters())];
    const signOf = (address: string): string => address.split('sign=')[1] ?? '';
    const strange = [
      poster.split('?')[0] ?? '',
      poster.replace(/sign=.*/, `sign=${'A'.repeat(27)}`),
      poster.replace(/sign=.*/, `sign=${signOf(other)}`),
      poster.replace(/until=\d+/, 'until=99999'),
      poster.replace('/demo/', '/films/'),
      `${poster}&sign=1`,
    ];
    for (const address of strange) expect(await refusal(address), address).to.equal('403 image_forged');
  });

  it('expire', async () => {
    expect(await refusal(cover(1, new Date(Date.now() - 29 * DAY_MS)))).to.equal('200');
    expect(await refusal(cover(1, new Date(Date.now() - 31 * DAY_MS)))).to.equal('410 image_expired');
  });

  it('are no pages, and not huge', async () => {
    expect(await refusal(cover(2))).to.equal('502 upstream');
    expect(await refusal(cover(3))).to.equal('502 upstream');
    expect(await refusal(cover(4))).to.equal('404 not_found');
    expect(await refusal(cover('../system'))).to.equal('404 not_found');
  });

  it('are revoked on their page, and new ones told at once', async () => {
    const [poster = ''] = await posters();
    const ada = await signedIn(daemon);
    await ada.open('/settings/share');
    const { location } = await ada.send('/settings/share/pictures');
    const page = await ada.open(location.replace('/side', ''));
    expect(page.text).to.include('All picture addresses were revoked');
    expect(await refusal(poster)).to.equal('403 image_forged');
    const [next = ''] = await posters();
    expect((await daemon.get(next)).status).to.equal(200);
    expect((await ada.open('/settings/audit')).text).to.include('Revoked the addresses of all pictures');
  });

  it('are revoked by a command beside the daemon', async () => {
    const before = cover(1);
    const line = ['images', 'revoke', '--config', join(daemon.folder, 'sidelight.yaml')];
    const { stdout, stderr } = await commandHere([...line, '--data', join(daemon.folder, 'data')], daemon.folder);
    expect([stderr, stdout]).to.deep.equal([
      '',
      'The addresses of all pictures were revoked. A running daemon notices within 10 seconds.\n',
    ]);
    await daemon.services.images.refresh();
    expect(await refusal(before)).to.equal('403 image_forged');
    expect(await refusal(cover(1))).to.equal('200');
  });
});
