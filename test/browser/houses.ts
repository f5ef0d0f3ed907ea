/** The daemon as people reach it: directly, and below a path of a host with TLS. */
import type { Page } from 'playwright-core';
import { type RealProxy, startNginx } from '../real/real-proxy.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { ADMIN, setupTokenOf } from '../support/visitor.js';
import { type Opened, openPage } from './browser.js';

export interface House {
  /** Where people reach it, with the base path. */
  readonly url: string;
  readonly daemon: Daemon;
  /** What a cookie must say of itself. */
  readonly cookie: { readonly path: string; readonly secure: boolean };
  close(): Promise<void>;
}

const PATH = '/sidelight';
const DEMO = 'integrations: { demo: {} }';

async function direct(): Promise<House> {
  const daemon = await startDaemon({ config: DEMO });
  return { url: daemon.url, daemon, cookie: { path: '/', secure: false }, close: () => daemon.dispose() };
}

async function behindNginx(): Promise<House> {
  const daemon = await startDaemon({
    config: `server: { basePath: ${PATH}, trustProxy: [127.0.0.1] }\n${DEMO}`,
  });
  const upstream = new URL(daemon.url).host;
  const proxy: RealProxy = await startNginx({ config: 'nginx/sidelight-path.conf', upstream, tls: true });
  return {
    url: proxy.url + PATH,
    daemon,
    cookie: { path: PATH, secure: true },
    async close() {
      await proxy.stop();
      await daemon.dispose();
    },
  };
}

export const HOUSES = { 'reached directly': direct, 'below a path of nginx with TLS': behindNginx } as const;

/** Fills in the form of the first run, as the log says. */
export async function firstRun(page: Page, { url, daemon }: House): Promise<void> {
  await page.goto(`${url}/setup?token=${setupTokenOf(daemon)}`);
  await page.getByLabel('Name').fill(ADMIN.name);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByLabel('Confirm password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

export async function signIn(page: Page, { url }: House, password = ADMIN.password): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Name').fill(ADMIN.name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const answered = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await answered;
}

/** Another browser with the cookies of this one. */
export async function sameVisitor(page: Page): Promise<Opened> {
  const opened = await openPage();
  await opened.page.context().addCookies(await page.context().cookies());
  return opened;
}
