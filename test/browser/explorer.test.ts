/** The explorer in a real browser: what is drawn, what is complained of, who is asked, and with what one is let in. */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import type { Daemon } from '../support/daemon.js';
import {
  type Cookie,
  closePages,
  findings,
  type Opened,
  onEachLook,
  onEachTheme,
  openPage,
  type PageOptions,
} from './browser.js';
import { demo } from './demo.js';

const HOMEPAGE = '[data-path="/api/widgets/homepage"]';

describe('the explorer in a browser', () => {
  let daemon: Daemon;
  let cookies: readonly Cookie[];
  let key: string;

  before(async () => {
    ({ daemon, cookies, key } = await demo());
  });
  afterEach(closePages);

  async function open(options: PageOptions = {}): Promise<Opened> {
    const opened = await openPage(options);
    await opened.page.goto(`${daemon.url}/swagger`);
    await opened.page.getByRole('button', { name: 'Try requests' }).click();
    await opened.page.locator(HOMEPAGE).waitFor();
    return opened;
  }

  const routeOf = (page: Page, id: string): Locator => page.locator(`#operations-Widgets-${id}`);

  /** Opens a route, sends what it offers, and waits for the answer. */
  async function tryOut(page: Page, id: string, body?: object): Promise<string> {
    const route = routeOf(page, id);
    await route.locator('.opblock-summary-control').click();
    await route.getByRole('button', { name: 'Try it out' }).click();
    if (body !== undefined) await route.locator('textarea').first().fill(JSON.stringify(body));
    await route.getByRole('button', { name: 'Execute' }).click();
    const status = route.locator('.live-responses-table tbody .response-col_status').first();
    await status.waitFor();
    return ((await status.textContent()) ?? '').trim().slice(0, 3);
  }

  async function paste(page: Page, key: string): Promise<void> {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    // The field of the key has the focus as soon as the dialog is there.
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await page.locator('.modal-ux .btn-done').first().click();
  }

  it('draws every route in every width and theme, asks no other host and complains of nothing', async () => {
    const { page, complaints, hosts, shoot } = await open();
    await onEachLook(page, async (look, width) => {
      await shoot(`explorer-${look}`);
      expect(await page.locator('.opblock').count(), look).to.be.greaterThan(40);
      expect(await page.evaluate('document.documentElement.scrollWidth'), look).to.be.at.most(width);
    });
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(daemon.url).host]);
  });

  it('can be read and reached by everybody, in every theme', async () => {
    const { page } = await open({ cookies });
    const find = (what: string) =>
      onEachTheme(page, async (theme) => expect(await findings(page), `${what}, ${theme}`).to.deep.equal([]));
    await find('closed');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.modal-ux').waitFor();
    await find('the dialog');
    await page.locator('.modal-ux .btn-done').first().click();
    expect(await tryOut(page, 'getWidgetsDownloads')).to.equal('200');
    await routeOf(page, 'getWidgetsDownloads').getByRole('tab', { name: 'Schema' }).first().click();
    await routeOf(page, 'postWidgetsDownloadsPause').locator('.opblock-summary-control').click();
    await find('open');
  });

  it('tries a route with a pasted key, signed out', async () => {
    const { page } = await open();
    expect(await tryOut(page, 'getWidgetsToday')).to.equal('401');
    await paste(page, key);
    expect(await tryOut(page, 'getWidgetsHomepage')).to.equal('200');
  });

  it('tries reads and actions with the session', async () => {
    const { page } = await open({ cookies });
    expect(await page.getByText('requests use your session').isVisible()).to.equal(true);
    expect(await tryOut(page, 'getWidgetsHomepage')).to.equal('200');
    const { json } = await daemon.get('/api/widgets/stalled', key);
    const items = json['items'] as readonly { readonly id: string; readonly state: string }[];
    const body = { id: items.find(({ state }) => state === 'stalled')?.id ?? '', paused: true };
    expect(await tryOut(page, 'postWidgetsDownloadsPause', body)).to.equal('200');
    const route = routeOf(page, 'postWidgetsDownloadsPause');
    const shown = await route.locator('.curl-command').textContent();
    expect(shown).to.include('/api/widgets/downloads/pause').and.not.include('csrf');
    expect(shown, 'a command outside of this page needs a key').to.include('x-api-token: YOUR_KEY');
    await route
      .locator('textarea')
      .first()
      .fill(JSON.stringify({ ...body, paused: false }));
    const resumed = page.waitForResponse((response) => response.url().endsWith('/downloads/pause'));
    await route.getByRole('button', { name: 'Execute' }).click();
    expect((await resumed).status()).to.equal(200);
  });

  it('uses a pasted key instead of the session', async () => {
    const { page } = await open({ cookies });
    await paste(page, key);
    expect(await tryOut(page, 'getWidgetsHomepage')).to.equal('200');
    expect(await tryOut(page, 'postWidgetsDownloadsPause', { id: 'demo:1', paused: true })).to.equal('403');
  });

  it('lists its routes without its library, which comes with the first that is opened', async () => {
    const { page, complaints } = await openPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${daemon.url}/swagger-ui`);
    await onEachLook(page, async (look, width) => {
      expect(await findings(page), look).to.deep.equal([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), look).to.be.at.most(width);
    });
    expect(asked.filter((path) => path.startsWith('/swagger-ui/'))).to.deep.equal([]);
    await page.getByRole('link', { name: 'GET /api/widgets/downloads', exact: true }).click();
    await routeOf(page, 'getWidgetsDownloads').locator('.opblock-body').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('opens at a route that a link names', async () => {
    const { page } = await openPage();
    await page.goto(`${daemon.url}/swagger-ui#/Widgets/getWidgetsDownloads`);
    await routeOf(page, 'getWidgetsDownloads').locator('.opblock-body').waitFor();
  });
});
