/** Debian's Chromium for tests of pages: what a page complains of, whom it asks, how it looks, and who cannot use it. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core';
import { couldNotStart } from '../real/run-program.js';
import { CHROMIUM, launchChromium } from '../support/chromium.js';
import type { Daemon } from '../support/daemon.js';
import { signedIn } from '../support/visitor.js';

const WIDTHS = [390, 1280] as const;
const THEMES = ['light', 'dark'] as const;
/** Only what never comes reaches it. */
const LIMIT_MS = 240_000;

/** A visit that has not ended by then does not end. */
const STUCK_MS = 20_000;

const HEIGHT = 900;

interface Launched {
  readonly server: BrowserServer;
  readonly browser: Browser;
}

let launched: Promise<Launched> | undefined;

async function launch(): Promise<Launched> {
  const server = await launchChromium(LIMIT_MS);
  return { server, browser: await chromium.connect(server.wsEndpoint()) };
}

/** One browser for all suites of a run: each visitor has a context of its own. */
export async function sharedBrowser(): Promise<Browser> {
  launched ??= launch().catch((error: Error) => Promise.reject(new Error(couldNotStart(CHROMIUM, error))));
  return (await launched).browser;
}
after(async () => {
  // Where it could not be launched, the suites have said so.
  await (await launched?.catch(() => undefined))?.server.kill();
});

/**
 * Ends every visit, as suites do that are through. Chromium sometimes never ends one that is closed while a page is on its
 * way: the next visitor has a new browser then.
 */
export async function closePages(): Promise<void> {
  const running = await launched?.catch(() => undefined);
  if (running === undefined) return;
  const closed = Promise.all(running.browser.contexts().map((context) => context.close())).then(() => true);
  const isStuck = !(await Promise.race([closed, delay(STUCK_MS, false, { ref: false })]));
  if (!isStuck) return;
  launched = undefined;
  await running.server.kill();
  // Those that were stuck say that their browser is gone.
  await closed.catch(() => undefined);
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

export interface PageOptions {
  readonly width?: number;
  /** Not given: they run. */
  readonly scripts?: boolean;
  readonly cookies?: readonly Cookie[];
  /** That go with each request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Opened {
  readonly page: Page;
  /** Errors of the console, with where they arose, and of scripts. */
  readonly complaints: readonly string[];
  readonly hosts: ReadonlySet<string>;
  /** A picture into the folder that SIDELIGHT_SCREENSHOTS names, if it does. */
  shoot(name: string): Promise<void>;
}

/** A page of a visitor of its own. */
export async function openPage(options: PageOptions = {}): Promise<Opened> {
  const { width = 1280, scripts: javaScriptEnabled = true, cookies = [], headers = {} } = options;
  const browser = await sharedBrowser();
  const page = await browser.newPage({
    viewport: { width, height: HEIGHT },
    javaScriptEnabled,
    // Dates read the same on every machine that runs the tests.
    locale: 'en-GB',
    // Colours of another theme are there at once.
    reducedMotion: 'reduce',
    extraHTTPHeaders: { ...headers },
    // The proxies of tests sign their own certificates.
    ignoreHTTPSErrors: true,
  });
  page.setDefaultTimeout(LIMIT_MS);
  await page.context().addCookies([...cookies]);
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  return { page, complaints, hosts, shoot: (name) => shoot(page, name) };
}

/** The cookies of somebody who is signed in. */
export async function sessionOf(daemon: Daemon): Promise<readonly Cookie[]> {
  const { cookies } = await signedIn(daemon);
  return [...cookies].map(([name, value]) => ({ name, value, url: daemon.url }));
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SIDELIGHT_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The page as it is, in each width and theme. @param look is told what it looks at, such as `390-dark` */
export async function onEachLook(page: Page, look: (name: string, width: number) => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await onEachTheme(page, (theme) => look(`${width}-${theme}`, width));
  }
}

/** Not all of the explorer's styles know of reduced motion; the end of one transition may begin another. */
const END_TRANSITIONS = `for (;;) {
  const running = document.getAnimations().filter((one) => one instanceof CSSTransition);
  if (running.length === 0) break;
  for (const one of running) one.finish();
}`;

export async function onEachTheme(page: Page, look: (theme: string) => Promise<unknown>): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(END_TRANSITIONS);
    await look(colorScheme);
  }
}

export interface Finding {
  readonly rule: string;
  readonly where: string;
  readonly what: string;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds serious or critical in the page as it is. */
export async function findings(page: Page): Promise<readonly Finding[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => ({ rule: id, where: target.join(' '), what: failureSummary ?? '' })),
    );
}
