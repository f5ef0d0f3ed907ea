/** The documentation in a real browser: every page fits, complains of nothing, asks nobody else, and can be used by everybody. */
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { findings, launch, openPage, THEMES, WIDTHS } from './browser.js';

const HREFS = '[...document.querySelectorAll("#pages a")].map((link) => link.href)';

describe('the documentation in a browser', () => {
  let daemon: Daemon;
  let browser: Browser;
  before(async () => {
    daemon = await startDaemon({ flags: ['--demo'] });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await daemon?.dispose();
  });

  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      it(`fits into ${width} pixels, ${colorScheme}`, async () => {
        const { page, complaints, hosts, shoot } = await openPage(browser, { width, colorScheme });
        await page.goto(`${daemon.url}/docs`);
        const others = (await page.evaluate(HREFS)) as readonly string[];
        for (const address of [`${daemon.url}/docs`, ...others, `${daemon.url}/docs/plugins/demo`]) {
          await page.goto(address);
          const contents = page.locator('details.contents summary');
          if ((await contents.count()) > 0) await contents.click();
          await shoot(
            `docs-${address.slice(daemon.url.length + 6).replaceAll('/', '-') || 'index'}-${width}-${colorScheme}`,
          );
          expect(await page.evaluate('document.documentElement.scrollWidth'), address).to.be.at.most(width);
          expect(await findings(page), address).to.deep.equal([]);
        }
        expect(others.length).to.be.greaterThan(20);
        expect(complaints).to.deep.equal([]);
        expect([...hosts]).to.deep.equal([new URL(daemon.url).host]);
        await page.close();
      });
    }
  }

  it('leads from a heading in the contents to the text, and on a phone to all pages', async () => {
    const { page } = await openPage(browser, { width: 390 });
    await page.goto(`${daemon.url}/docs/keys`);
    await page.locator('details.contents summary').click();
    await page.locator('details.contents a', { hasText: 'Scopes' }).click();
    expect(page.url()).to.match(/\/docs\/keys#scopes$/);
    expect(await page.evaluate('document.querySelector("#scopes").getBoundingClientRect().top')).to.be.within(-1, 900);
    await page.locator('.to-pages a').click();
    await page.locator('#pages a', { hasText: 'Troubleshooting' }).click();
    expect(await page.locator('h1').textContent()).to.equal('Troubleshooting');
    expect(await page.locator('#pages a[aria-current=page]').textContent()).to.equal('Troubleshooting');
    await page.close();
  });
});
