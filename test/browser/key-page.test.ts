/** The key page in a real browser: what its script adds, with the keyboard alone, and how it looks. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { type Cookie, closePages, findings, onEachLook, openPage, sessionOf } from './browser.js';

const CONFIG = `
keys:
  - { name: a wall tablet whose name takes more room than there is in a column, scope: widgets-only, hash: ${'ab'.repeat(32)} }
integrations:
  demo: { plugin: demo }
`;
const shell = promisify(execFile);

describe('the key page in a browser', () => {
  let daemon: Daemon;
  let page: Page;
  let cookies: readonly Cookie[];
  before(async () => {
    daemon = await startDaemon({ config: CONFIG });
    cookies = await sessionOf(daemon);
    ({ page } = await openPage({ cookies }));
    await page.clock.install();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  after(async () => {
    await closePages();
    await daemon?.dispose();
  });

  /** Pages ask so often what was used. */
  const nextRound = (on = page) => on.clock.runFor(5_000);
  const openKeys = (on = page) => on.goto(`${daemon.url}/settings/api-key`);
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
  const unfold = (on: Page) =>
    on.evaluate('for (const each of document.querySelectorAll("#keys details, #new details")) each.open = true');
  const rowOf = (name: string, on = page) => on.getByRole('row').filter({ hasText: name });
  /** Tabs on until what has the focus is called so. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 200; presses++) {
      await page.keyboard.press('Tab');
      // A press that comes before a page takes any moves nothing: the body has the focus then, and the next press counts.
      const focused = await page.evaluate<string>(
        'document.activeElement === document.body ? "" : document.activeElement.textContent',
      );
      if (name.test(focused.replace(/\s+/g, ' ').trim())) return;
    }
    throw new Error(`the focus never came to ${name}`);
  };

  it('leads from no key to the first answer, and tells that it worked', async () => {
    await openKeys();
    await page.getByLabel('Name').fill('first');
    await page.keyboard.press('Enter');
    const key = await page.getByLabel('Your new key').inputValue();
    // What a button says for a moment is there until the clock goes on.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await clipboard()).to.equal(key);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.getByRole('button', { name: 'Copied' }).last().waitFor();
    const told = page.getByRole('status');
    expect(await told.textContent()).to.equal('Not used yet.');
    const { stdout } = await shell('sh', ['-c', `${await clipboard()} --silent`]);
    expect(JSON.parse(stdout)).to.include({ service: true });
    await page.clock.resume();
    await nextRound();
    await told.filter({ hasText: 'It works: used from 127.0.0.1.' }).waitFor();
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
    await nextRound();
    await row.getByText('just now').nth(1).waitFor();
    expect(await row.locator('[data-last] time').getAttribute('title')).to.match(/^\d+ \w+ \d{4}, /);
    expect(await news.textContent()).to.equal('watched was used for the first time.');
    await news.evaluate((element) => {
      element.textContent = 'was read out';
    });
    await daemon.get('/api/widgets/homepage', key);
    await nextRound();
    await row.locator('[data-count]').filter({ hasText: '2' }).waitFor();
    expect(await news.textContent()).to.equal('was read out');
  });

  it('asks no more once nobody is signed in', async () => {
    const { page: other } = await openPage({ cookies });
    await other.clock.install();
    // What is asked for because of an event may be under way while the cookies go, and bring them back.
    await other.route('**/api/events', (route) => route.abort());
    await openKeys(other);
    await other.context().clearCookies();
    await nextRound(other);
    await other.getByText('You are signed out: reload the page.').waitFor({ state: 'attached' });
    let asked = 0;
    other.on('request', () => {
      asked++;
    });
    for (let rounds = 0; rounds < 3; rounds++) await nextRound(other);
    await other.evaluate("fetch('/readyz').then(() => true)");
    expect(asked, 'no more than this one').to.equal(1);
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
    await page.getByText('The scope was changed').waitFor();
    expect((await daemon.post('/api/widgets/downloads/pause', {}, key)).status).to.equal(400);
    await tabTo(/^Revoke doomed$/);
    await page.keyboard.press('Enter');
    await tabTo(/^Revoke it: doomed$/);
    await page.keyboard.press('Enter');
    await page.getByText('The key was revoked').waitFor();
    expect(await rowOf('doomed').count()).to.equal(0);
    expect((await daemon.get('/api/widgets/homepage', key)).status).to.equal(401);
  });

  it('makes one key of two hasty clicks', async () => {
    await openKeys();
    let sent = 0;
    let letGo = (): void => undefined;
    const bothClicks = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/settings/api-key', async (route) => {
      sent++;
      await bothClicks;
      await route.continue();
    });
    await page.getByLabel('Name').fill('hasty');
    const button = page.getByRole('button', { name: 'Create key' });
    await button.scrollIntoViewIfNeeded();
    const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
    for (let clicks = 0; clicks < 2; clicks++) await page.mouse.click(x + 5, y + 5);
    letGo();
    await page.getByRole('heading', { name: 'The key “hasty” was created' }).waitFor();
    expect(sent).to.equal(1);
    await page.unroute('**/settings/api-key');
  });

  it('fits every width in every theme, without a serious finding or another host', async () => {
    const { page: watched, complaints, hosts, shoot } = await openPage({ cookies });
    const lookAt = async (name: string) => {
      await watched.waitForLoadState();
      await onEachLook(watched, async (look, width) => {
        await shoot(`${name}-${look}`);
        expect(await watched.evaluate('document.documentElement.scrollWidth'), `${name} ${look}`).to.be.at.most(width);
        expect(await findings(watched), `${name} ${look}`).to.deep.equal([]);
      });
    };
    await openKeys(watched);
    await unfold(watched);
    await lookAt('keys');
    await watched.getByLabel('Name').fill(`${'m'.repeat(50)} on each look`);
    await watched.getByRole('button', { name: 'Create key' }).click();
    await watched.getByLabel('Your new key').waitFor();
    await lookAt('key-made');
    await watched.goto(`${daemon.url}/widgets/`);
    await lookAt('packs');
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(daemon.url).host]);
    await openKeys(watched);
    await unfold(watched);
    await watched.getByLabel('Requests a minute').fill('many');
    await watched.getByLabel('Name').fill('x');
    await watched.getByRole('button', { name: 'Create key' }).click();
    await watched.getByText('Please fix the fields below').waitFor();
    expect(await watched.locator(':focus').getAttribute('id')).to.equal('perMinute');
    await lookAt('key-faults');
  });
});
