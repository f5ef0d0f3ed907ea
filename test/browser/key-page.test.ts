/** The key page in a real browser: what its script adds, with the keyboard alone, and how it looks. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { type Daemon, pause, startDaemon } from '../support/daemon.js';
import { type Cookie, findings, launch, openPage, sessionOf, THEMES, WIDTHS } from './browser.js';

const CONFIG = `
keys:
  - { name: a wall tablet whose name takes more room than there is in a column, scope: widgets-only, hash: ${'ab'.repeat(32)} }
integrations:
  demo: { plugin: demo }
`;
const shell = promisify(execFile);

describe('the key page in a browser', () => {
  let daemon: Daemon;
  let browser: Browser;
  let page: Page;
  let cookies: readonly Cookie[];
  before(async () => {
    daemon = await startDaemon({ config: CONFIG });
    browser = await launch();
    cookies = await sessionOf(daemon);
    ({ page } = await openPage(browser, { cookies }));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  after(async () => {
    await browser?.close();
    await daemon?.dispose();
  });

  const openKeys = (on = page) => on.goto(`${daemon.url}/settings/api-key`);
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
  const unfold = (on: Page) =>
    on.evaluate('for (const each of document.querySelectorAll("#keys details, #new details")) each.open = true');
  const rowOf = (name: string, on = page) => on.getByRole('row').filter({ hasText: name });
  /** Tabs on until what has the focus is called so. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 200; presses++) {
      await page.keyboard.press('Tab');
      const focused = await page.locator(':focus').textContent();
      if (name.test((focused ?? '').replace(/\s+/g, ' ').trim())) return;
    }
    throw new Error(`the focus never came to ${name}`);
  };

  it('leads from no key to the first answer, and tells that it worked', async () => {
    await openKeys();
    await page.getByLabel('Name').fill('first');
    await page.keyboard.press('Enter');
    const key = await page.getByLabel('Your new key').inputValue();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await clipboard()).to.equal(key);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.getByRole('button', { name: 'Copied' }).last().waitFor();
    const told = page.getByRole('status');
    expect(await told.textContent()).to.equal('It has not been used yet.');
    const { stdout } = await shell('sh', ['-c', `${await clipboard()} --silent`]);
    expect(JSON.parse(stdout)).to.include({ service: true });
    await told.filter({ hasText: 'It works: it was used from 127.0.0.1.' }).waitFor();
  });

  it('keeps the times of last use true, and speaks of a first use only', async () => {
    await openKeys();
    await page.getByLabel('Name').fill('watched');
    await page.keyboard.press('Enter');
    const key = await page.getByLabel('Your new key').inputValue();
    await openKeys();
    const row = rowOf('watched');
    const news = page.locator('#uses-news');
    expect(await row.textContent()).to.include('never');
    await daemon.get('/api/widgets/homepage', key);
    await row.getByText('just now').nth(1).waitFor();
    expect(await row.locator('[data-last] time').getAttribute('title')).to.match(/^\d+ \w+ \d{4}, /);
    expect(await news.textContent()).to.equal('watched was used for the first time.');
    await news.evaluate((element) => {
      element.textContent = 'was read out';
    });
    await daemon.get('/api/widgets/homepage', key);
    await row.locator('[data-count]').filter({ hasText: '2' }).waitFor();
    expect(await news.textContent()).to.equal('was read out');
  });

  it('asks no more once nobody is signed in', async () => {
    const { page: other } = await openPage(browser, { cookies });
    await openKeys(other);
    await other.context().clearCookies();
    await other.getByText('You are signed out: reload the page.').waitFor({ state: 'attached' });
    let asked = 0;
    other.on('request', () => {
      asked++;
    });
    await other.waitForTimeout(6000);
    expect(asked).to.equal(0);
    await other.close();
  });

  it('changes and revokes keys by the keyboard', async () => {
    await openKeys();
    await page.getByLabel('Name').fill('doomed');
    await page.keyboard.press('Enter');
    const key = await page.getByLabel('Your new key').inputValue();
    await openKeys();
    await page.getByLabel('Scope of doomed').focus();
    await page.keyboard.press('ArrowDown');
    await tabTo(/^Change the scope of doomed$/);
    await page.keyboard.press('Enter');
    await page.getByText('The scope is changed').waitFor();
    expect((await daemon.post('/api/widgets/downloads/pause', {}, key)).status).to.equal(400);
    await tabTo(/^Revoke doomed$/);
    await page.keyboard.press('Enter');
    await tabTo(/^Revoke it: doomed$/);
    await page.keyboard.press('Enter');
    await page.getByText('The key is revoked').waitFor();
    expect(await rowOf('doomed').count()).to.equal(0);
    expect((await daemon.get('/api/widgets/homepage', key)).status).to.equal(401);
  });

  it('makes one key of two hasty clicks', async () => {
    await openKeys();
    let sent = 0;
    await page.route('**/settings/api-key', async (route) => {
      sent++;
      await pause(500);
      await route.continue();
    });
    await page.getByLabel('Name').fill('hasty');
    await page.getByRole('button', { name: 'Make the key' }).dblclick({ delay: 50 });
    await page.getByRole('heading', { name: 'The key “hasty” is made' }).waitFor();
    expect(sent).to.equal(1);
    await page.unroute('**/settings/api-key');
  });

  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      it(`fits ${width} pixels, ${colorScheme}, without a serious finding or another host`, async () => {
        const { page: watched, complaints, hosts, shoot } = await openPage(browser, { width, colorScheme, cookies });
        const look = async (name: string) => {
          await watched.waitForLoadState();
          await shoot(`${name}-${width}-${colorScheme}`);
          expect(await watched.evaluate('document.documentElement.scrollWidth'), name).to.be.at.most(width);
          expect(await findings(watched), name).to.deep.equal([]);
        };
        await openKeys(watched);
        await unfold(watched);
        await look('keys');
        await watched.getByLabel('Name').fill(`${'m'.repeat(50)} ${width} ${colorScheme}`);
        await watched.getByRole('button', { name: 'Make the key' }).click();
        await look('key-made');
        await watched.goto(`${daemon.url}/widgets/`);
        await look('packs');
        expect(complaints).to.deep.equal([]);
        expect([...hosts]).to.deep.equal([new URL(daemon.url).host]);
        await openKeys(watched);
        await unfold(watched);
        await watched.getByLabel('Requests a minute').fill('many');
        await watched.getByLabel('Name').fill('x');
        await watched.getByRole('button', { name: 'Make the key' }).click();
        await watched.getByText('No key was made yet').waitFor();
        expect(await watched.locator(':focus').getAttribute('id')).to.equal('perMinute');
        await look('key-faults');
        await watched.close();
      });
    }
  }
});
