/** The gallery in a real browser: how it looks, how it is filtered, and how its tiles keep up. */
import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';
import { type Daemon, until } from '../support/daemon.js';
import { type Cookie, closePages, findings, type Opened, onEachLook, openPage, type PageOptions } from './browser.js';
import { demo } from './demo.js';

const ROUND_MS = 15_000;
const LAST = '/readyz';
/** Numbers, and texts of rows, of which not all can be read. */
const CUT = `[...document.querySelectorAll('.tile:not([hidden]) :is(dd, .label)')]
  .filter((it) => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1)
  .map((it) => it.closest('.tile').dataset.id + ': ' + it.textContent.trim())`;

describe('the gallery in a browser', () => {
  let daemon: Daemon;
  let cookies: readonly Cookie[];

  before(async () => {
    const { key, ...rest } = await demo();
    ({ daemon, cookies } = rest);
    await until(
      () => daemon.get('/api/widgets/stalled', key),
      ({ json }) => json['stalled'] !== 0,
    );
  });
  afterEach(closePages);

  async function open(options: PageOptions = {}, path = '/settings/gallery'): Promise<Opened> {
    const opened = await openPage({ cookies, ...options });
    await opened.page.clock.install();
    await opened.page.route('**/api/events', (route) => route.abort());
    return goTo(opened, path);
  }

  /** With a stream of events, and with the time as it is. */
  const openTold = async (): Promise<Opened> => goTo(await openPage({ cookies }), '/settings/gallery');

  async function goTo(opened: Opened, path: string): Promise<Opened> {
    await opened.page.goto(`${daemon.url}${path}`);
    await opened.page.locator('#tile-homepage').waitFor({ state: 'attached' });
    return opened;
  }

  /** The page has been told by now which tiles are in view. */
  const untilSeen = (page: Page) =>
    page.evaluate('new Promise((seen) => new IntersectionObserver(() => seen(true)).observe(document.body))');

  const groupsShown = (page: Page): Promise<readonly string[]> =>
    page.evaluate('[...new Set([...document.querySelectorAll(".tile:not([hidden])")].map((t) => t.dataset.group))]');

  /** What pages and scripts ask for while `act` is under way, as far as they have begun to when it is through. */
  async function askedDuring(page: Page, act: () => Promise<unknown>): Promise<readonly string[]> {
    const asked: string[] = [];
    const note = (request: Request): void => {
      const asks = ['document', 'fetch'].includes(request.resourceType());
      if (asks) asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
    };
    page.on('request', note);
    await act();
    // Whatever was asked before this comes before it.
    await page.evaluate(`fetch('${LAST}').then(() => true)`);
    page.off('request', note);
    return asked.filter((name) => !LAST.endsWith(name));
  }

  it('fits into every width in every theme, complains of nothing, and can be used by everybody', async () => {
    const { page, complaints, hosts, shoot } = await openTold();
    await page.locator('#tile-downloads summary').click();
    await onEachLook(page, async (look, width) => {
      await shoot(`gallery-${look}`);
      const columns = await page.evaluate(
        'getComputedStyle(document.querySelector(".tiles")).gridTemplateColumns.split(" ").length',
      );
      expect(columns, look).to.be.oneOf(width === 390 ? [1] : [3, 4]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), look).to.be.at.most(width);
      expect(await page.evaluate(CUT), look).to.deep.equal([]);
      expect(await findings(page), look).to.deep.equal([]);
    });
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(daemon.url).host]);
  });

  it('draws charts, says what is under the pointer, and fits them into another width', async () => {
    const { page } = await goTo(await openPage({ cookies }), '/settings/gallery?group=playback');
    const tile = page.locator('#tile-graphs');
    await tile.scrollIntoViewIfNeeded();
    const widthOf = async (): Promise<number> => (await tile.locator('canvas').boundingBox())?.width ?? 0;
    const before = await widthOf();
    expect(before).to.be.greaterThan(200);
    expect(await tile.locator('tbody tr').count()).to.be.within(7, 30);
    expect(await tile.locator('tbody tr').last().locator('td').first().textContent()).to.match(/^\d+$/);
    await tile.locator('.u-over').hover();
    await tile.locator('.chart-reading', { hasText: /Films \d+/ }).waitFor();
    await page.setViewportSize({ width: 390, height: 900 });
    await until(widthOf, (width) => width > 0 && width < before);
  });

  it('shows the posters of what is played', async () => {
    const { page, complaints } = await goTo(await openPage({ cookies }), '/settings/gallery?group=playback');
    const poster = page.locator('#tile-activity img').first();
    await poster.scrollIntoViewIfNeeded();
    await until(
      () => poster.evaluate((image) => (image as unknown as { readonly naturalWidth: number }).naturalWidth),
      (width) => width > 0,
    );
    expect(complaints).to.deep.equal([]);
  });

  it('draws a chart again that an answer has replaced', async () => {
    const { page } = await open({}, '/settings/gallery?group=playback');
    const tile = page.locator('#tile-graphs');
    await tile.scrollIntoViewIfNeeded();
    await untilSeen(page);
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/settings/gallery/graphs'));
    await page.clock.runFor(ROUND_MS);
    await answered;
    await tile.locator('.chart.drawn canvas').waitFor();
  });

  it('has charts as tables where no script runs', async () => {
    const { page } = await open({ scripts: false });
    const row = page.locator('#tile-graphs tbody tr').last();
    expect(await row.isVisible()).to.equal(true);
  });

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
    await page.getByRole('link', { name: 'All', exact: true }).click();
    expect(await groupsShown(page)).to.have.lengthOf.above(5);
  });

  it('brings the tiles in view up to date, and leaves alone what somebody reads', async () => {
    const { page } = await open({ width: 390 });
    await page.locator('#tile-homepage summary').click();
    const json = page.locator('#json-homepage');
    await json.focus();
    await page.evaluate('document.querySelectorAll(".tile-face").forEach((face) => { face.dataset.old = "yes"; })');
    await untilSeen(page);
    const asked = await askedDuring(page, () => page.clock.runFor(ROUND_MS));
    expect(asked).to.include('homepage').and.not.include('webhooks');
    await page.locator('#tile-homepage [data-old]').first().waitFor({ state: 'detached' });
    expect(await page.locator('#tile-webhooks [data-old]').count()).to.equal(1);
    expect(await page.locator('#tile-homepage details').getAttribute('open')).to.equal('');
    expect(await page.evaluate('document.activeElement.id')).to.equal('json-homepage');
    expect(await json.textContent()).to.match(/^\{\n {2}"service": true/);
  });

  it('is told which tiles have changed, and asks for those alone', async () => {
    const opened = await openPage({ cookies });
    const { page, complaints } = opened;
    // From the first moment: what the demo changes by itself may be on its way already when the press changes more.
    const asked = await askedDuring(page, async () => {
      await goTo(opened, '/settings/gallery');
      const tile = page.locator('#tile-downloads');
      await tile.scrollIntoViewIfNeeded();
      const before = await tile.getAttribute('data-etag');
      const { json } = await daemon.get('/api/widgets/downloads', daemon.key());
      const { id } =
        (json['items'] as readonly { id: string; state: string }[]).find(({ state }) => state === 'downloading') ?? {};
      const done = await daemon.post('/api/widgets/downloads/pause', { id, paused: true }, daemon.key('widgets-write'));
      expect(done.status).to.equal(200);
      await page.locator(`#tile-downloads:not([data-etag=${JSON.stringify(before)}])`).waitFor();
    });
    expect(asked).to.include('downloads').and.not.include('catalog');
    expect(complaints).to.deep.equal([]);
  });

  it('asks nothing while nobody looks, or wants it to', async () => {
    const { page } = await open();
    const look = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await untilSeen(page);
    await look('hidden');
    expect(await askedDuring(page, () => page.clock.runFor(4 * ROUND_MS))).to.deep.equal([]);
    await look('visible');
    expect(await askedDuring(page, () => page.clock.runFor(100))).to.include('homepage');
    const live = page.getByRole('button', { name: 'Live' });
    await live.click();
    expect(await live.getAttribute('aria-pressed')).to.equal('false');
    expect(await askedDuring(page, () => page.clock.runFor(4 * ROUND_MS))).to.deep.equal([]);
  });

  it('stops and says so when the session has ended', async () => {
    const { page } = await open();
    await page.context().clearCookies();
    await page.clock.runFor(ROUND_MS);
    await page.getByText('You are signed out').waitFor();
    expect(await askedDuring(page, () => page.clock.runFor(4 * ROUND_MS))).to.deep.equal([]);
  });

  it('leads from the JSON of a tile to its route in the explorer', async () => {
    const { page } = await open();
    await page.locator('#tile-downloads summary').click();
    await page.getByRole('link', { name: 'POST /api/widgets/downloads/pause' }).click();
    await page.locator('#operations-Widgets-postWidgetsDownloadsPause .opblock-body').waitFor();
  });

  it('is filtered by its links where no script runs', async () => {
    const { page } = await open({ scripts: false });
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.locator('#tile-today').waitFor();
    expect(page.url()).to.include('?group=calendar');
    const shown = ['calendar', 'today', 'wanted'];
    expect(await page.locator('.tile:visible').count()).to.equal(shown.length);
    for (const id of shown) expect(await page.locator(`#tile-${id}`).isVisible(), id).to.equal(true);
  });
});
