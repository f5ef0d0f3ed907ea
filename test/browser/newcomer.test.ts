/** Somebody who has never seen a YAML file: from nothing to integrations, a key, a pack and a history, all on the pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type DaemonHere, startHere } from '../support/daemon-here.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { historyFile } from '../support/histories.js';
import { CREDENTIALS, type Stack, startStack } from '../support/upstreams/stack.js';
import { ADMIN, setupTokenOf } from '../support/visitor.js';
import { closePages, findings, type Opened, onEachLook, openPage } from './browser.js';

describe('a newcomer in a browser', () => {
  let jellyfin: FakeJellyfin;
  let stack: Stack;
  let daemon: DaemonHere;
  let opened: Opened;
  let page: Page;

  before(async () => {
    jellyfin = await startFakeJellyfin({ items: 30, name: 'attic-box' });
    stack = await startStack();
    daemon = await startHere();
    opened = await openPage();
    page = opened.page;
  });
  after(async () => {
    await closePages();
    await daemon?.dispose();
    await stack?.close();
    await jellyfin?.close();
  });
  const config = (): string => readFileSync(join(daemon.folder, 'sidelight.yaml'), 'utf8');
  const looks = (name: string): Promise<void> =>
    onEachLook(page, async (look, width) => {
      await opened.shoot(`newcomer-${name}-${look}`);
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${name} ${look}`).to.be.at.most(width);
      expect(await findings(page), `${name} ${look}`).to.deep.equal([]);
    });
  const article = (id: string) => page.locator(`#source-${id}`);
  const isUp = (id: string) => article(id).getByText('Up', { exact: true }).waitFor();

  it('becomes the administrator, and is led to the first integration', async () => {
    await page.goto(`${daemon.url}/setup?token=${setupTokenOf(daemon)}`);
    await page.getByLabel('Name').fill(ADMIN.name);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByLabel('Confirm password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Create the administrator' }).click();
    await page.goto(daemon.url);
    await page.getByRole('button', { name: 'Add an integration' }).click();
    await page.getByRole('heading', { name: 'Media servers' }).waitFor();
    await looks('choose');
  });

  it('finds a service, is told of a wrong key, and adds it with the right one', async () => {
    await page.getByRole('button', { name: 'Find services on your hosts' }).click();
    await page.getByLabel('Hosts').fill(new URL(jellyfin.url).host);
    await page.getByRole('button', { name: 'Find services' }).click();
    await page.getByRole('button', { name: /^Add/ }).waitFor();
    await looks('found');
    await page.getByRole('button', { name: /^Add/ }).click();
    expect(await page.getByLabel('Address').inputValue()).to.equal(jellyfin.url);
    await page.getByRole('button', { name: 'Test connection' }).click();
    // The browser itself asks for what is required.
    expect(
      await page
        .getByLabel('API key')
        .evaluate((field) => (field as { validity?: { valueMissing: boolean } }).validity?.valueMissing),
    ).to.equal(true);
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The server rejected the API key or password').waitFor();
    expect(await page.getByLabel('API key').inputValue(), 'what was typed stays').to.equal('wrong');
    await looks('refused');
    await page.getByLabel('API key').fill(jellyfin.apiKey);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Connected: attic-box').waitFor();
    await page.getByRole('button', { name: 'Add it' }).click();
    await isUp('jellyfin');
  });

  it('adds two more from the list', async () => {
    for (const [title, id, url, key] of [
      ['Seerr', 'seerr', stack.wishes.upstream.url, CREDENTIALS.wishes],
      ['Radarr', 'radarr', stack.films.upstream.url, CREDENTIALS.films],
    ] as const) {
      await page.getByRole('button', { name: 'Add an integration' }).click();
      await page.getByRole('link', { name: title, exact: true }).click();
      await page.getByLabel('Address').fill(url);
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Add it' }).click();
      await isUp(id);
    }
    await looks('integrations');
    expect(config()).to.match(/^integrations:\n {2}jellyfin:\n[\s\S]*\n {2}seerr:\n[\s\S]*\n {2}radarr:\n/);
    for (const secret of [jellyfin.apiKey, CREDENTIALS.wishes, CREDENTIALS.films]) {
      expect(config()).to.not.include(secret);
      expect(await page.content()).to.not.include(secret);
    }
  });

  it('makes a key, takes a pack, and imports a history', async () => {
    await page.goto(`${daemon.url}/settings/api-key`);
    await page.getByLabel('Name', { exact: true }).fill('wall');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'wall' }).or(page.getByText('sl_').first()).first().waitFor();
    await page.goto(`${daemon.url}/widgets/`);
    expect((await page.request.get(`${daemon.url}/widgets/homepage/wall.yaml`)).status()).to.equal(200);
    await page.goto(`${daemon.url}/settings/import`);
    await page.getByLabel('Jellystat').check();
    await page.getByLabel('File').setInputFiles(historyFile('jellystat-backup.json'));
    await page.getByRole('button', { name: 'Upload and preview' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
    await page.goto(daemon.url);
    await page.getByRole('heading', { name: 'Plays over time' }).waitFor();
    await looks('overview');
  });

  it('changes one, disables one, removes one, and the comments stay', async () => {
    const remarked = config().replace('integrations:\n', '# my house\nintegrations:\n  # what we play\n');
    writeFileSync(join(daemon.folder, 'sidelight.yaml'), remarked);
    await page.goto(`${daemon.url}/settings/sources`);
    await article('jellyfin').getByRole('link', { name: 'Change' }).click();
    await page.getByText('More settings').click();
    await page.getByLabel('Timeout').fill('20s');
    await looks('change');
    await page.getByRole('button', { name: 'Save' }).click();
    await isUp('jellyfin');
    await article('seerr').getByRole('button', { name: 'Disable' }).click();
    await article('seerr').getByText('Disabled', { exact: true }).waitFor();
    await article('radarr').getByRole('link', { name: 'Remove' }).click();
    await looks('remove');
    await page.getByRole('button', { name: 'Remove it' }).click();
    await article('radarr').waitFor({ state: 'detached' });
    expect(config()).to.match(
      /^# my house\nintegrations:\n {2}# what we play\n {2}jellyfin:\n[\s\S]*timeout: 20s\n {2}seerr:\n[\s\S]*enabled: false\n$/,
    );
    expect(opened.complaints.filter((text) => !text.includes('422'))).to.deep.equal([]);
  });
});
