/** The ways in and out in a real browser: by a provider, the list of sessions, the password once more. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { freePort } from '../support/free-port.js';
import { CLIENT, startProvider, type TestProvider } from '../support/oidc-provider.js';
import { ADMIN } from '../support/visitor.js';
import { closePages, findings, type Opened, onEachLook, openPage, sessionOf } from './browser.js';

const TABLET = { width: 768, height: 900 };

describe('the sign-in in a browser', () => {
  let provider: TestProvider;
  let daemon: Daemon;
  before(async () => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    provider = await startProvider(`${publicUrl}/login/oidc/callback`);
    provider.people.set('ada', { preferred_username: 'ada-of-the-provider', groups: ['tv'] });
    provider.people.set('ben', { preferred_username: 'ben', groups: [] });
    daemon = await startDaemon({
      config:
        `server: { publicUrl: "${publicUrl}" }\n` +
        `auth: { oidc: { issuer: "${provider.issuer}", clientId: ${CLIENT.id}, clientSecret: "${CLIENT.secret}", scopes: [profile, groups], admins: [tv] } }\n` +
        'integrations: { demo: {} }\n',
      flags: [`--port=${port}`],
    });
    await sessionOf(daemon);
  });
  afterEach(closePages);
  after(async () => {
    await daemon?.dispose();
    await provider?.close();
  });

  const lookAt = async ({ page, complaints, shoot }: Opened, name: string): Promise<void> => {
    const look = async (at: string, width: number): Promise<void> => {
      await shoot(`${name}-${at}`);
      expect(await findings(page), `${name} ${at}`).to.deep.equal([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${name} ${at}`).to.be.at.most(width);
    };
    await onEachLook(page, look);
    await page.setViewportSize(TABLET);
    await look('768', TABLET.width);
    expect(complaints, name).to.deep.equal([]);
  };
  const comeIn = async (page: Page): Promise<void> => {
    await page.goto(`${daemon.url}/login?next=/settings/account`);
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
  };

  it('goes to the provider and back, to the page that was asked for', async () => {
    const opened = await openPage();
    const { page } = opened;
    await page.goto(`${daemon.url}/login`);
    await lookAt(opened, 'login');
    await comeIn(page);
    await page.getByText('ada-of-the-provider, signed in with single sign-on').waitFor();
    expect(new URL(page.url()).pathname).to.equal('/settings/account');
    await lookAt(opened, 'account-oidc');
    await page.goto(`${daemon.url}/settings/api-key`);
    await page.getByLabel('Name').fill('script');
    await page.getByLabel('full', { exact: true }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Sign in again' }).waitFor();
    await lookAt(opened, 'prove-oidc');
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByLabel('Name').fill('script');
    await page.getByLabel('full', { exact: true }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Your new key').waitFor();
  });

  it('says who may not come in', async () => {
    provider.who = 'ben';
    const opened = await openPage();
    await comeIn(opened.page);
    await opened.page.getByText('ben is not an administrator according to the claim groups').waitFor();
    opened.page.on('console', () => undefined);
    await opened.shoot('oidc-refused');
    provider.who = 'ada';
  });

  it('asks for the password once more, and keeps what was typed', async () => {
    const opened = await openPage({ cookies: await sessionOf(daemon) });
    const { page } = opened;
    await page.goto(`${daemon.url}/settings/api-key`);
    await page.getByLabel('Name').fill('careful');
    await page.getByLabel('full', { exact: true }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Your password').waitFor();
    await lookAt(opened, 'prove-password');
    await page.getByLabel('Your password').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The key “careful” was created' }).waitFor();
  });

  it('lists who is signed in, and ends them', async () => {
    const [here, there] = [await openPage({ cookies: await sessionOf(daemon) }), await openPage()];
    await comeIn(there.page);
    await there.page.getByText('signed in with single sign-on').waitFor();
    await here.page.goto(`${daemon.url}/settings/account`);
    await here.page.getByRole('link', { name: 'Active sessions' }).click();
    await here.page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await lookAt(here, 'sessions');
    const card = here.page.getByRole('listitem').filter({ hasText: 'ada-of-the-provider' }).first();
    expect(await card.textContent())
      .to.include('Chrome on Linux')
      .and.include('127.0.0.1');
    await here.page.getByRole('button', { name: 'End all others' }).click();
    await here.page.getByText('All other sessions were ended').waitFor();
    await there.page.goto(`${daemon.url}/settings/account`);
    expect(new URL(there.page.url()).pathname).to.equal('/login');
    await here.page.getByRole('button', { name: 'Sign out' }).click();
    await here.page.getByRole('link', { name: 'Sign in', exact: true }).first().waitFor();
  });
});
