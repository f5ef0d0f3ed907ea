/** The gallery in a real browser: how it looks, how it is filtered, and how its tiles keep up. */
import { expect } from 'chai';
import type { Browser, Page, Request } from 'playwright-core';
import { type Daemon, startDaemon, until } from '../support/daemon.js';
import {
  type Cookie,
  findings,
  launch,
  type Opened,
  openPage,
  type PageOptions,
  sessionOf,
  THEMES,
  WIDTHS,
} from './browser.js';

const ROUND_MS = 15_000;

describe('the gallery in a browser', () => {
  let daemon: Daemon;
  let browser: Browser;
  let cookies: readonly Cookie[];

  before(async () => {
    daemon = await startDaemon({ flags: ['--demo'] });
    cookies = await sessionOf(daemon);
    await until(
      () => daemon.get('/api/widgets/stalled', daemon.key()),
      ({ json }) => json['stalled'] !== 0,
    );
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await daemon?.dispose();
  });

  async function open(options: PageOptions = {}, path = '/settings/gallery'): Promise<Opened> {
    const opened = await openPage(browser, { cookies, ...options });
    await opened.page.clock.install();
    await opened.page.goto(`${daemon.url}${path}`);
    await opened.page.locator('#tile-homepage').waitFor();
    return opened;
  }

  const groupsShown = (page: Page): Promise<readonly string[]> =>
    page.evaluate('[...new Set([...document.querySelectorAll(".tile:not([hidden])")].map((t) => t.dataset.group))]');

  /** What pages and scripts ask for while `act` is under way and for a moment after. */
  async function askedDuring(page: Page, act: () => Promise<unknown>): Promise<readonly string[]> {
    const asked: string[] = [];
    const note = (request: Request): void => {
      const asks = ['document', 'fetch'].includes(request.resourceType());
      if (asks) asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
    };
    page.on('request', note);
    await act();
    await page.waitForTimeout(500);
    page.off('request', note);
    return asked;
  }

  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      it(`fits into ${width} pixels, ${colorScheme}, complains of nothing, and can be used by everybody`, async () => {
        const { page, complaints, hosts, shoot } = await open({ width, colorScheme });
        await shoot(`gallery-${width}-${colorScheme}`);
        const columns = await page.evaluate(
          'getComputedStyle(document.querySelector(".tiles")).gridTemplateColumns.split(" ").length',
        );
        expect(columns).to.be.oneOf(width === 390 ? [1] : [3, 4]);
        await page.locator('#tile-downloads summary').click();
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(width);
        expect(await findings(page)).to.deep.equal([]);
        expect(complaints).to.deep.equal([]);
        expect([...hosts]).to.deep.equal([new URL(daemon.url).host]);
        await page.close();
      });
    }
  }

  it('is filtered by the keyboard without a reload, and says how many tiles are left', async () => {
    const { page } = await open();
    const asked = await askedDuring(page, async () => {
      await page.getByRole('link', { name: 'Queue' }).focus();
      await page.keyboard.press('Enter');
    });
    expect(asked).to.deep.equal([]);
    expect(await groupsShown(page)).to.deep.equal(['queue']);
    expect(await page.locator('.groups [aria-current]').textContent()).to.equal('Queue');
    const shown = await page.locator('.tile:visible').count();
    expect(await page.getByRole('status').textContent()).to.match(new RegExp(`^${shown} of \\d+ tiles$`));
    expect(page.url()).to.match(/\?group=queue#gallery$/);
    await page.reload();
    expect(await groupsShown(page)).to.deep.equal(['queue']);
    await page.getByRole('link', { name: 'All' }).click();
    expect(await groupsShown(page)).to.have.lengthOf.above(5);
    await page.close();
  });

  it('brings the tiles in view up to date, and leaves alone what somebody reads', async () => {
    const { page } = await open({ width: 390 });
    await page.locator('#tile-homepage summary').click();
    const json = page.locator('#json-homepage');
    await json.focus();
    await page.evaluate('document.querySelectorAll(".tile-face").forEach((face) => { face.dataset.old = "yes"; })');
    const asked = await askedDuring(page, () => page.clock.runFor(ROUND_MS));
    expect(asked).to.include('homepage').and.not.include('webhooks');
    expect(await page.locator('#tile-homepage [data-old]').count()).to.equal(0);
    expect(await page.locator('#tile-webhooks [data-old]').count()).to.equal(1);
    expect(await page.locator('#tile-homepage details').getAttribute('open')).to.equal('');
    expect(await page.evaluate('document.activeElement.id')).to.equal('json-homepage');
    expect(await json.textContent()).to.match(/^\{\n {2}"service": true/);
    await page.close();
  });

  it('asks nothing while nobody looks, or wants it to', async () => {
    const { page } = await open();
    const look = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await look('hidden');
    expect(await askedDuring(page, () => page.clock.runFor(4 * ROUND_MS))).to.deep.equal([]);
    await look('visible');
    expect(await askedDuring(page, () => page.clock.runFor(100))).to.include('homepage');
    const live = page.getByRole('button', { name: 'Live' });
    await live.click();
    expect(await live.getAttribute('aria-pressed')).to.equal('false');
    expect(await askedDuring(page, () => page.clock.runFor(4 * ROUND_MS))).to.deep.equal([]);
    await page.close();
  });

  it('stops and says so when the session has ended', async () => {
    const { page } = await open();
    await page.context().clearCookies();
    await page.clock.runFor(ROUND_MS);
    await page.getByText('You are signed out').waitFor();
    expect(await askedDuring(page, () => page.clock.runFor(4 * ROUND_MS))).to.deep.equal([]);
    await page.close();
  });

  it('leads from the JSON of a tile to its route in the explorer', async () => {
    const { page } = await open();
    await page.locator('#tile-downloads summary').click();
    await page.getByRole('link', { name: 'POST /api/widgets/downloads/pause' }).click();
    await page.locator('#operations-Widgets-postWidgetsDownloadsPause .opblock-body').waitFor();
    await page.close();
  });

  it('is filtered by its links where no script runs', async () => {
    const { page } = await open({ scripts: false });
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.locator('#tile-today').waitFor();
    expect(page.url()).to.include('?group=calendar');
    expect(await page.locator('.tile:visible').count()).to.equal(2);
    await page.close();
  });
});
