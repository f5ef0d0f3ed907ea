/** The pages in a real browser: what is drawn, what is complained of, who is asked. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Daemon, startDaemon } from '../support/daemon.js';

const CHROMIUM = '/usr/bin/chromium';
const HOMEPAGE = '[data-path="/api/widgets/homepage"]';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

describe('the explorer in a browser', () => {
  let daemon: Daemon;
  let browser: Browser;

  before(async () => {
    daemon = await startDaemon({ flags: ['--demo'] });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  });
  after(async () => {
    await browser?.close();
    await daemon?.dispose();
  });

  /** Opens the explorer, and keeps what the page complained of and whom it asked. */
  async function open(width: number): Promise<{ page: Page; complaints: string[]; hosts: Set<string> }> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.goto(`${daemon.url}/swagger`);
    await page.locator(HOMEPAGE).waitFor();
    return { page, complaints, hosts };
  }

  for (const width of [390, 1280]) {
    it(`draws every route at ${width} pixels, asks no other host and complains of nothing`, async () => {
      const { page, complaints, hosts } = await open(width);
      await page.waitForTimeout(500);
      const folder = process.env['SIDELIGHT_SCREENSHOTS'];
      if (folder !== undefined) {
        mkdirSync(folder, { recursive: true });
        await page.screenshot({ path: join(folder, `explorer-${width}.png`) });
      }
      expect(await page.locator('.opblock').count()).to.be.greaterThan(40);
      expect(complaints).to.deep.equal([]);
      expect([...hosts]).to.deep.equal([new URL(daemon.url).host]);
      await page.close();
    });
  }

  it('tries a route with a pasted key', async () => {
    const key = daemon.key();
    const { page } = await open(1280);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.modal-ux input[type=text]').first().fill(key);
    await page.locator('.modal-ux button[type=submit]').first().click();
    await page.locator('.modal-ux button.btn-done').first().click();
    await page.locator(HOMEPAGE).click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    const answer = page.locator('.live-responses-table tbody .response-col_status').first();
    await answer.waitFor();
    expect(await answer.textContent()).to.match(/^200/);
    await page.close();
  });
});
