/** A tile in a frame of somebody else’s page: the chart of thirty days of an imported history, live, and for that page alone. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Frame, Page } from 'playwright-core';
import { type Daemon, sidelight, startDaemon, until } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { type Cookie, closePages, findings, onEachLook, onEachTheme, openPage, sessionOf } from './browser.js';

const DAY = 86_400_000;
const DAYS = 30;
/** At noon: today may not have one yet. */
const noon = (daysAgo: number): Date => new Date(Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY + DAY / 2);
/** A row of the backup that the Playback Reporting plugin writes. */
const play = (daysAgo: number, n: number): string =>
  [
    new Date(noon(daysAgo).getTime() + n * 3_600_000).toISOString().replace('T', ' ').replace('.000', ''),
    ...[
      'c128379e98b585da49d7c1ddf5f728b8',
      `${n + 1}`.repeat(32),
      'Movie',
      `Film ${n}`,
      'DirectPlay',
      'Web',
      'TV',
      '3000',
    ],
  ].join('\t');
/** One to four plays a day. */
const PLAYS = Array.from({ length: DAYS - 1 }, (_, at) => at + 1).flatMap((daysAgo) =>
  Array.from({ length: (daysAgo % 4) + 1 }, (_, n) => play(daysAgo, n)),
);

/** A page of a dashboard, which is another origin than Sidelight: another port is. */
class Dashboard {
  /** Of its frames. */
  frames: readonly string[] = [];
  private readonly server: Server = createServer((_req, res) => {
    const frames = this.frames.map(
      (src) => `<iframe src="${src.replaceAll('&', '&amp;')}" title="A tile" width="600" height="420"></iframe>`,
    );
    res
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Wall</title><h1>Wall</h1>${frames.join('')}`);
  });

  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

describe('a tile in a frame of another page', () => {
  let jellyfin: FakeJellyfin;
  let daemon: Daemon;
  let cookies: readonly Cookie[];
  let page: Page;
  let complaints: readonly string[];
  let hosts: ReadonlySet<string>;
  let tile: string;
  let home: string;
  let elsewhere: string;
  const dashboard = new Dashboard();
  const stranger = new Dashboard();

  const importPlays = (rows: readonly string[]): void => {
    const file = join(daemon.folder, 'playback.tsv');
    writeFileSync(file, `${rows.join('\n')}\n`);
    const { status, stderr } = sidelight(
      [
        'import',
        'playback-reporting',
        file,
        '--source',
        'attic',
        '--data',
        join(daemon.folder, 'data'),
        '--config',
        join(daemon.folder, 'sidelight.yaml'),
      ],
      {},
      daemon.folder,
    );
    expect(status, stderr).to.equal(0);
  };
  const frameOf = async (on: Page): Promise<Frame> => {
    const frame = await (await on.locator('iframe').first().elementHandle())?.contentFrame();
    if (frame === null || frame === undefined) throw new Error('there is no frame');
    return frame;
  };
  /** What its chart was made of, by day. */
  const playsIn = (frame: Frame): Promise<readonly number[]> =>
    frame.evaluate(
      '[...document.querySelectorAll(".chart tbody tr")].map((row) => [...row.querySelectorAll("td")].reduce((sum, cell) => sum + Number(cell.dataset.value), 0))',
    );
  const sum = (numbers: readonly number[]): number => Math.round(numbers.reduce((all, one) => all + one, 0) * 10) / 10;
  /** Colours of the picture, as far as somebody has painted. */
  const COLOURS = `(() => {
    const { width, height } = document.querySelector('.chart canvas');
    const pixels = document.querySelector('.chart canvas').getContext('2d').getImageData(0, 0, width, height).data;
    const colours = new Set();
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] > 200) colours.add(pixels.slice(at, at + 3).join());
    return colours.size;
  })()`;
  const groundOf = (on: Page | Frame): Promise<string> =>
    on.evaluate('getComputedStyle(document.documentElement).backgroundColor');

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30, name: 'attic-box' });
    const attic = `{ plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }`;
    daemon = await startDaemon({ config: `timezone: UTC\nintegrations: { attic: ${attic} }` });
    const key = daemon.key();
    await until(
      () => daemon.get('/api/widgets/users', key),
      ({ json }) => json['users'] === 2,
    );
    importPlays(PLAYS);
    await until(
      () => daemon.get('/api/widgets/graphs', key),
      ({ json }) => json['plays'] === PLAYS.length,
    );
    cookies = await sessionOf(daemon);
    [home, elsewhere] = [await dashboard.open(), await stranger.open()];
  });
  after(async () => {
    await closePages();
    dashboard.close();
    stranger.close();
    await daemon?.dispose();
    await jellyfin?.close();
  });

  it('begins on the page of share links, which everybody can use', async () => {
    const { page, complaints } = await openPage({ cookies });
    await page.goto(`${daemon.url}/settings/gallery`);
    await page.locator('#tile-graphs summary').click();
    await page.locator('#tile-graphs').getByRole('link', { name: 'Share this tile' }).click();
    expect(await page.getByLabel('Tile', { exact: true }).inputValue()).to.equal('graphs');
    await page.getByLabel('Address of your dashboard').fill(`${home}/boards/wall?x=1`);
    await page.getByLabel('Name').fill('wall');
    const looks = async (name: string) =>
      onEachLook(page, async (look, width) => {
        expect(await findings(page), `${name} ${look}`).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${name} ${look}`).to.be.at.most(width);
      });
    await looks('form');
    await page.getByRole('button', { name: 'Create link' }).click();
    tile = await page.getByLabel('Address of the tile').inputValue();
    expect(await page.locator('#frame').textContent()).to.include(`<iframe src="${tile}"`);
    await looks('made');
    await page.getByRole('link', { name: 'All share links' }).click();
    await page.getByRole('heading', { name: 'wall' }).waitFor();
    await looks('list');
    expect(complaints).to.deep.equal([]);
  });

  it('is drawn in the frame of the dashboard, thirty days of it', async () => {
    dashboard.frames = [tile];
    ({ page, complaints, hosts } = await openPage());
    await page.goto(home);
    const frame = await frameOf(page);
    await frame.locator('figure.chart.drawn canvas').waitFor();
    const plays = await playsIn(frame);
    expect([plays.length, sum(plays)]).to.deep.equal([DAYS, PLAYS.length]);
    expect(await frame.evaluate(COLOURS)).to.be.greaterThan(1);
    expect([...hosts].sort()).to.deep.equal([new URL(home).host, new URL(daemon.url).host].sort());
    expect(await page.context().cookies()).to.deep.equal([]);
  });

  it('follows what changes, without a reload', async () => {
    const frame = await frameOf(page);
    importPlays([...PLAYS, play(1, 3)]);
    const plays = await until(
      () => playsIn(frame),
      (now) => sum(now) === PLAYS.length + 1,
    );
    expect(plays.length).to.equal(DAYS);
    await frame.locator('figure.chart.drawn canvas').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('has the theme of its address, else that of the device', async () => {
    await onEachTheme(page, async (device) => {
      const grounds: string[] = [];
      for (const theme of ['light', 'dark', 'auto']) {
        dashboard.frames = [`${tile}&theme=${theme}`];
        await page.goto(home);
        const frame = await frameOf(page);
        await frame.locator('figure.chart.drawn').waitFor();
        grounds.push(await groundOf(frame));
      }
      const [light, dark, auto] = grounds;
      expect(light).to.not.equal(dark);
      expect(auto).to.equal(device === 'dark' ? dark : light);
    });
  });

  it('is for everyone, however small its frame is', async () => {
    const opened = await openPage();
    for (const theme of ['light', 'dark']) {
      await opened.page.goto(`${tile}&theme=${theme}`);
      await opened.page.locator('figure.chart.drawn').waitFor();
      for (const width of [240, 390, 768, 1280]) {
        await opened.page.setViewportSize({ width, height: 420 });
        await opened.shoot(`shared-tile-${theme}-${width}`);
        expect(await findings(opened.page), `${theme} ${width}`).to.deep.equal([]);
        expect(await opened.page.evaluate('document.documentElement.scrollWidth'), `${width}`).to.be.at.most(width);
      }
    }
  });

  it('is framed by no other page', async () => {
    stranger.frames = [tile];
    const opened = await openPage();
    await opened.page.goto(elsewhere);
    await until(
      () => opened.complaints.join(),
      (told) => told.includes('frame-ancestors'),
    );
    expect(await opened.page.frameLocator('iframe').locator('.tile').count()).to.equal(0);
  });

  it('says in its frame that it was revoked', async () => {
    dashboard.frames = [tile];
    await page.goto(home);
    const frame = await frameOf(page);
    await frame.locator('.tile').waitFor();
    const { status } = sidelight(['share', 'revoke', 'wall', '--data', join(daemon.folder, 'data')], {}, daemon.folder);
    expect(status).to.equal(0);
    await frame.getByText('This link does not exist').waitFor();
    expect(await frame.locator('.tile').count()).to.equal(0);
  });
});
