/** The import page in a real browser: how it looks to everyone, and what its script does. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Daemon, startDaemon, until } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { historyFile } from '../support/histories.js';
import { closePages, findings, type Opened, onEachLook, openPage, type PageOptions } from './browser.js';

const PAGE = '/settings/import';

describe('the import page in a browser', () => {
  let jellyfin: FakeJellyfin;
  let daemon: Daemon;

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30, name: 'attic-box' });
    const attic = `{ plugin: jellyfin, url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" }`;
    const auth = 'auth: { proxyHeader: X-User, proxyNetworks: ["127.0.0.1"] }';
    daemon = await startDaemon({ config: `timezone: Europe/Berlin\n${auth}\nintegrations: { attic: ${attic} }` });
    const key = daemon.key();
    await until(
      () => daemon.get('/api/widgets/users', key),
      ({ json }) => json['users'] === 2,
    );
  });
  afterEach(closePages);
  after(async () => {
    await daemon?.dispose();
    await jellyfin?.close();
  });

  async function open(options: PageOptions = {}): Promise<Opened> {
    const opened = await openPage({ headers: { 'X-User': 'ada' }, ...options });
    await opened.page.goto(daemon.url + PAGE);
    return opened;
  }
  const send = async (page: Page, file = 'jellystat-backup.json'): Promise<void> => {
    await page.getByLabel('Jellystat').check();
    await page.getByLabel('File').setInputFiles(historyFile(file));
    await page.getByRole('button', { name: 'Upload and preview' }).click();
  };
  const looks = async ({ page, shoot }: Opened, name: string): Promise<void> => {
    await onEachLook(page, async (look, width) => {
      await shoot(`import-${name}-${look}`);
      expect(await findings(page), `${name} ${look}`).to.deep.equal([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${name} ${look}`).to.be.at.most(width);
    });
  };

  it('is for everyone, in every width and theme, from the file to what came of it', async () => {
    const opened = await open();
    const { page, complaints, hosts } = opened;
    await looks(opened, 'form');
    await send(page);
    await page.getByRole('heading', { name: 'Preview' }).waitFor();
    await looks(opened, 'asked');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
    await looks(opened, 'done');
    await page.getByRole('button', { name: 'Import another file' }).click();
    await send(page, 'playback-reporting-local.tsv');
    await page.getByText('It is not JSON').waitFor();
    await looks(opened, 'failed');
    await page.getByRole('button', { name: 'Import another file' }).click();
    await page.getByRole('button', { name: 'Upload and preview' }).waitFor();
    expect(complaints).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([new URL(daemon.url).host]);
  });

  it('says what an upload was refused for, and works without scripts', async () => {
    const { page } = await open();
    await page.getByLabel('Time zone of the old server').fill('Moon/Base');
    await send(page);
    await page.getByRole('alert').getByText('"Moon/Base" is not a time zone').waitFor();
    const plain = (await open({ scripts: false })).page;
    await send(plain);
    for (;;) {
      await plain.goto(daemon.url + PAGE);
      if ((await plain.getByRole('heading', { name: 'Preview' }).count()) > 0) break;
    }
    await plain.getByRole('button', { name: 'Import another file' }).click();
    await plain.getByRole('button', { name: 'Upload and preview' }).waitFor();
  });
});
