/** A newcomer's way in a real browser, from the line in the log to a key that works and one that no longer does. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { closePages, findings, onEachLook, openPage } from './browser.js';
import { firstRun, HOUSES, type House, sameVisitor } from './houses.js';

const shell = promisify(execFile);
const FOR_MEMBERS = [
  ...['/', '/settings/api-key', '/settings/sources', '/settings/sources/add', '/settings/sources/add/radarr'],
  ...['/settings/sources/find', '/settings/gallery', '/settings/account'],
];
const FOR_ALL = ['/', '/login', '/widgets/', '/swagger-ui', '/docs', '/docs/dashboards/homepage', '/nowhere'];

/** Widths at which a column has no width of its own. */
const BETWEEN = [768, 1000];
/** What touches the edge of the window, or goes beyond it. */
const AT_THE_EDGE = `[...document.querySelectorAll('.container')].flatMap((one) => {
  const { left, right } = one.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(one);
  const gutter = Math.min(left + parseFloat(paddingLeft), innerWidth - right + parseFloat(paddingRight));
  return gutter < 12 ? [one.className + ': ' + gutter + ' px'] : [];
}).concat(document.documentElement.scrollWidth > innerWidth ? ['wider than the window'] : [])`;

for (const [how, open] of Object.entries(HOUSES)) {
  describe(`a first run, ${how}`, () => {
    let house: House;
    let page: Page;
    let command: string;
    before(async () => {
      house = await open();
      ({ page } = await openPage());
    });
    after(async () => {
      await closePages();
      await house?.close();
    });

    const curl = async (method = 'GET', path = '/api/widgets/homepage') => {
      const asked = command.replace(/\/api\/\S+?(?='|"|$)/m, path).replace(/^curl /, 'curl --insecure ');
      const { stdout } = await shell('sh', ['-c', `${asked} -s -o /dev/null -w '%{http_code}' -X ${method} --data ''`]);
      return Number(stdout);
    };
    const row = () => page.getByRole('row').filter({ hasText: 'kitchen' });

    it('shows the way to the first administrator', async () => {
      await page.goto(`${house.url}/`);
      await page.locator('main a[href$="/setup"]').click();
      await page.getByRole('heading', { name: 'First run' }).waitFor();
      expect(await findings(page)).to.deep.equal([]);
      await firstRun(page, house);
      const cookies = await page.context().cookies();
      const session = cookies.find(({ name }) => name === 'sidelight_session');
      expect(session).to.include({ httpOnly: true, sameSite: 'Lax', ...house.cookie });
      await page.goto(`${house.url}/setup`);
      expect(page.url()).to.equal(`${house.url}/`);
    });

    it('makes a key whose command answers as it is pasted', async () => {
      await page.goto(`${house.url}/settings/api-key`);
      await page.getByLabel('Name').fill('kitchen');
      await page.getByRole('button', { name: 'Create key' }).click();
      command = (await page.locator('#curl').textContent())?.trim() ?? '';
      expect(command).to.include(`${house.url}/api/widgets/homepage`);
      expect(await curl()).to.equal(200);
    });

    it('changes what the key may do, and ends it', async () => {
      await page.goto(`${house.url}/settings/api-key`);
      const pause = '/api/widgets/downloads/pause';
      expect(await curl('POST', pause)).to.equal(403);
      await row().getByLabel('Scope of kitchen').selectOption('widgets-write');
      await row().getByRole('button', { name: 'Change the scope of kitchen' }).click();
      await page.getByText('The scope was changed').waitFor();
      expect(await curl('POST', pause)).to.not.equal(403);
      await row().locator('.revoke summary').click();
      await row()
        .getByRole('button', { name: /^Revoke it/ })
        .click();
      await page.getByText('The key was revoked').waitFor();
      expect(await curl()).to.equal(401);
    });

    it('downloads a pack that names the address at which it was reached', async () => {
      await page.goto(`${house.url}/widgets/`);
      const answer = await page.request.get(`${house.url}/widgets/homepage/wall.yaml`);
      expect(await answer.text()).to.include(`url: ${house.url}/api/widgets/homepage`);
      expect((await page.request.get(`${house.url}/widgets/homarr-2.zip`)).status()).to.equal(200);
    });

    it('tries a route in the explorer with the session', async () => {
      await page.goto(`${house.url}/swagger-ui`);
      await page.getByRole('button', { name: 'Try requests' }).click();
      await page.locator('[data-path="/api/widgets/homepage"]').click();
      await page.getByRole('button', { name: 'Try it out' }).click();
      await page.getByRole('button', { name: 'Execute' }).click();
      const status = page.locator('.live-responses-table tbody .response-col_status').first();
      await status.waitFor();
      expect(await status.textContent()).to.match(/^200/);
    });

    it('fits every width in every theme, on every page', async () => {
      const member = await sameVisitor(page);
      const stranger = await openPage();
      for (const [{ page: shown, shoot }, paths, who] of [
        [member, FOR_MEMBERS, 'in'],
        [stranger, FOR_ALL, 'out'],
      ] as const) {
        for (const path of paths) {
          await shown.goto(house.url + path);
          await shown.waitForLoadState('networkidle');
          const name = path.replaceAll('/', '-').replace(/^-|-$/g, '') || 'start';
          await onEachLook(shown, async (look, width) => {
            if (how === 'reached directly') await shoot(`${who}-${name}-${look}`);
            expect(await shown.evaluate('document.documentElement.scrollWidth'), `${path} ${look}`).to.be.at.most(
              width,
            );
            expect(await findings(shown), `${path} ${look}`).to.deep.equal([]);
          });
          for (const width of BETWEEN) {
            await shown.setViewportSize({ width, height: 900 });
            expect(await shown.evaluate(AT_THE_EDGE), `${path} ${width}`).to.deep.equal([]);
          }
        }
      }
      const missing = (text: string): boolean => text.includes('404');
      expect(member.complaints).to.deep.equal([]);
      expect(stranger.complaints.filter((text) => !missing(text))).to.deep.equal([]);
      const { host } = new URL(house.url);
      expect(new Set([...member.hosts, ...stranger.hosts])).to.deep.equal(new Set([host]));
    });

    it('signs out', async () => {
      await page.goto(`${house.url}/`);
      const cookies = await page.context().cookies();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
      await page.context().addCookies(cookies);
      await page.goto(`${house.url}/settings/api-key`);
      expect(page.url()).to.include(`${house.url}/login?next=`);
    });
  });
}
