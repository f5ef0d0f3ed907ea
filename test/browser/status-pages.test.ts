/** The start page and the sources page in a real browser: how they look to everyone, and what their script does. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { closePages, findings, type Opened, onEachLook, openPage, type PageOptions } from './browser.js';

const SOURCES = '/settings/sources';
const COME_TO_FRONT = "document.dispatchEvent(new Event('visibilitychange'))";
const FOCUSED = 'document.activeElement?.textContent';

describe('the start page and the sources page in a browser', () => {
  let jellyfin: FakeJellyfin;
  let daemon: Daemon;

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30, name: 'attic-box' });
    const attic = `{ plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }`;
    const config = [
      'auth: { proxyHeader: X-User, proxyNetworks: ["127.0.0.1"] }',
      `integrations: { attic: ${attic}, cellar: { plugin: radarr, url: "http://127.0.0.1:9", apiKey: nobody-listens } }`,
    ];
    daemon = await startDaemon({ config: config.join('\n') });
  });
  afterEach(closePages);
  after(async () => {
    await daemon?.dispose();
    await jellyfin?.close();
  });

  async function open(path: string, options: PageOptions = {}): Promise<Opened> {
    const opened = await openPage({ headers: { 'X-User': 'ada' }, ...options });
    await opened.page.goto(daemon.url + path);
    return opened;
  }

  /** The script asks for the list again when the page comes to the front. */
  async function refresh(page: Page): Promise<void> {
    const answered = page.waitForResponse((response) => response.url().endsWith(`${SOURCES}/list`));
    await page.evaluate(COME_TO_FRONT);
    await (await answered).finished();
  }

  it('are for everyone, in every width and theme', async () => {
    for (const path of ['/', SOURCES]) {
      const { page, complaints, hosts, shoot } = await open(path);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await onEachLook(page, async (look, width) => {
        await shoot(`${path === '/' ? 'start' : 'sources'}-${look}`);
        expect(await findings(page), `${path} ${look}`).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${path} ${look}`).to.be.at.most(width);
      });
      expect(complaints, path).to.deep.equal([]);
      expect([...hosts], path).to.deep.equal([new URL(daemon.url).host]);
    }
  });

  it('keep what is open open, and the focus where it is, when they refresh', async () => {
    const { page } = await open(SOURCES);
    await page.locator('#source-attic').getByText('Up', { exact: true }).waitFor();
    await page.locator('#source-attic summary').click();
    await page.getByRole('button', { name: 'Check attic' }).focus();
    jellyfin.fail('down');
    await page.request.post(`${daemon.url}${SOURCES}/attic/check`, {
      form: { _csrf: (await page.locator('meta[name=csrf-token]').getAttribute('content')) ?? '' },
    });
    await refresh(page);
    const attic = page.locator('#source-attic');
    await attic.getByText('Down', { exact: true }).waitFor();
    expect(await attic.locator('details').getAttribute('open')).to.equal('');
    expect(await page.evaluate(FOCUSED)).to.equal('Check attic');
  });

  it('say what came out of a press without leaving the page', async () => {
    const { page, complaints } = await open(SOURCES);
    const button = page.getByRole('button', { name: 'Check attic' });
    const attic = page.locator('#source-attic');
    await button.click();
    await attic.getByRole('status').filter({ hasText: 'It is down' }).waitFor();
    await page.locator('button[aria-busy]').waitFor({ state: 'detached' });
    jellyfin.fail(null);
    await button.click();
    await attic.getByRole('status').filter({ hasText: 'It answers: attic-box 12.2.0.' }).waitFor();
    await attic.getByText('Up', { exact: true }).waitFor();
    expect(await button.getAttribute('aria-busy')).to.equal(null);
    expect(await page.evaluate(FOCUSED)).to.equal('Check attic');
    expect(new URL(page.url()).hash, 'no other page was loaded').to.equal('');
    expect(complaints).to.deep.equal([]);
  });

  it('work without a script', async () => {
    const { page } = await open(SOURCES, { scripts: false });
    await page.getByRole('button', { name: 'Check attic' }).click();
    await page.waitForURL(/#source-attic$/);
    await page.locator('#source-attic').getByText('It answers: attic-box 12.2.0.').waitFor();
  });

  it('say so when the daemon is gone', async () => {
    const { page } = await open(SOURCES);
    await daemon.stop();
    await page.evaluate(COME_TO_FRONT);
    await page.getByRole('alert').getByText('Sidelight does not respond').waitFor();
  });
});
