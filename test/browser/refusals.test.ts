/** What a browser is refused: forms of other pages, planted sessions, guessed passwords. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import { until } from '../support/daemon.js';
import { freePort } from '../support/free-port.js';
import { ADMIN } from '../support/visitor.js';
import { closePages, openPage } from './browser.js';
import { firstRun, HOUSES, type House, signIn } from './houses.js';

/** A page of somebody else, whose button sends a form to Sidelight. */
async function foreignPage(action: string): Promise<{ readonly port: number; readonly server: Server }> {
  const port = await freePort();
  const html = `<form method="post" action="${action}"><input name="name" value="stolen"><input name="scope" value="full">
    <button>Win a prize</button></form>`;
  const server = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(html));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port, server };
}

for (const [how, open] of Object.entries(HOUSES)) {
  describe(`refusals, ${how}`, () => {
    let house: House;
    before(async () => {
      house = await open();
    });
    afterEach(closePages);
    after(() => house?.close());

    it('takes no form of another page, on a host that the cookie goes to or on another', async () => {
      const { page } = await openPage();
      await firstRun(page, house);
      const { port, server } = await foreignPage(`${house.url}/settings/api-key`);
      try {
        for (const host of ['127.0.0.1', 'localhost']) {
          await page.goto(`http://${host}:${port}/`);
          const answered = page.waitForResponse((response) => response.request().method() === 'POST');
          await page.getByRole('button', { name: 'Win a prize' }).click();
          expect((await answered).status(), host).to.equal(403);
        }
        await page.goto(`${house.url}/settings/api-key`);
        expect(await page.getByText('stolen').count()).to.equal(0);
      } finally {
        server.close();
      }
    });

    it('takes no form of ours that is not of this visitor', async () => {
      const { page } = await openPage();
      await signIn(page, house);
      const { page: stranger } = await openPage();
      await stranger.goto(`${house.url}/login`);
      const token = await stranger.locator('meta[name=csrf-token]').getAttribute('content');
      await page.goto(`${house.url}/settings/api-key`);
      await page.locator('form.make input[name=_csrf]').evaluate((element, value) => {
        element.setAttribute('value', value ?? '');
      }, token);
      await page.getByLabel('Name').fill('stolen');
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.getByRole('button', { name: 'Create key' }).click();
      expect((await answered).status()).to.equal(403);
    });

    it('adopts no session that somebody planted', async () => {
      const name = 'sidelight_session';
      const value = `s%3A${'a'.repeat(32)}.${'b'.repeat(43)}`;
      const planted = { name, value, domain: '127.0.0.1', path: house.cookie.path };
      const victim = await openPage();
      await victim.page.context().addCookies([planted]);
      await signIn(victim.page, house);
      await victim.page.getByRole('button', { name: 'Sign out' }).waitFor();
      const kept = (await victim.page.context().cookies(house.url)).filter((cookie) => cookie.name === name);
      expect(kept).to.have.lengthOf(1);
      expect(kept[0]?.value).to.not.equal(value);
      const attacker = await openPage();
      await attacker.page.context().addCookies([planted]);
      await attacker.page.goto(`${house.url}/settings/api-key`);
      expect(attacker.page.url()).to.include('/login');
    });

    it('lets nobody guess on', async () => {
      const { page } = await openPage();
      await signIn(page, house, 'a guess');
      expect(await page.getByRole('alert').textContent()).to.match(/password/);
      const token = (await page.locator('meta[name=csrf-token]').getAttribute('content')) ?? '';
      const guess = (password: string) =>
        page.request.post(`${house.url}/login`, {
          form: { _csrf: token, with: 'password', name: ADMIN.name, password },
        });
      // So many in a minute are too many; where they take longer than that, there are more.
      const answer = await until(
        async () => {
          await Promise.all(['one', 'two', 'three', 'four', 'five'].map((which) => guess(`guess ${which}`)));
          const answered = page.waitForResponse((response) => response.request().method() === 'POST');
          await signIn(page, house, 'another guess');
          return answered;
        },
        (given) => given.status() === 429,
      );
      expect(Number(answer.headers()['retry-after'])).to.be.at.least(1);
    });
  });
}
