/** The documentation in a real browser: every page fits, complains of nothing, asks nobody else, and can be used by everybody. */
import { expect } from 'chai';
import type { Daemon } from '../support/daemon.js';
import { closePages, findings, onEachLook, openPage } from './browser.js';
import { demo } from './demo.js';

const HREFS = '[...document.querySelectorAll("#pages a")].map((link) => link.href)';

describe('the documentation in a browser', () => {
  let daemon: Daemon;
  before(async () => {
    ({ daemon } = await demo());
  });
  afterEach(closePages);

  it('fits into every width, in every theme', async () => {
    const { page, complaints, hosts, shoot } = await openPage();
    await page.goto(`${daemon.url}/docs`);
    const others = await page.evaluate<readonly string[]>(HREFS);
    for (const address of [`${daemon.url}/docs`, ...others, `${daemon.url}/docs/plugins/demo`]) {
      const name = address.slice(daemon.url.length + 6).replaceAll('/', '-') || 'index';
      await page.goto(address);
      const contents = page.locator('details.contents summary');
      if ((await contents.count()) > 0) await contents.click();
      await onEachLook(page, async (look, width) => {
        await shoot(`docs-${name}-${look}`);
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${name} ${look}`).to.be.at.most(width);
        expect(await findings(page), `${name} ${look}`).to.deep.equal([]);
      });
    }
    expect(others.length).to.be.greaterThan(20);
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(daemon.url).host]);
  });

  it('leads from a heading in the contents to the text, and on a phone to all pages', async () => {
    const { page } = await openPage({ width: 390 });
    await page.goto(`${daemon.url}/docs/keys`);
    await page.locator('details.contents summary').click();
    await page.locator('details.contents a', { hasText: 'Scopes' }).click();
    expect(page.url()).to.match(/\/docs\/keys#scopes$/);
    expect(await page.evaluate('document.querySelector("#scopes").getBoundingClientRect().top')).to.be.within(-1, 900);
    await page.locator('.to-pages a').click();
    await page.locator('#pages a', { hasText: 'Troubleshooting' }).click();
    expect(await page.locator('h1').textContent()).to.equal('Troubleshooting');
    expect(await page.locator('#pages a[aria-current=page]').textContent()).to.equal('Troubleshooting');
  });
});
