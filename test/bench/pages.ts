/** What each page weighs, and when the largest part of it is painted by a slow processor: each time by a visitor who comes for the first time. */
import { type Browser, type CDPSession, chromium } from 'playwright-core';
import { linksFor, sectionsFor } from '#core/pages/frame.js';
import { launchChromium } from '../support/chromium.js';
import { type Daemon, pause, startDaemon } from '../support/daemon.js';
import { signedIn } from '../support/visitor.js';
import { type Figure, median } from './report.js';

const VISITS = 5;
const KB = 1000;
const SLOWER = 4;
const LAUNCH_MS = 60_000;
/** A while in which nothing larger was painted, nor fetched. */
const QUIET_MS = 700;

const ADA = { name: 'ada', via: 'password' } as Parameters<typeof linksFor>[2];
/** Those that no link of the frame leads to. */
const OTHERS = ['/docs/routes', '/settings/sources/add', '/settings/sources/find'];

const paths = (): readonly string[] => [
  ...new Set([
    ...linksFor('/', '', ADA).map(({ href }) => href),
    ...sectionsFor('/settings/sources', '', ADA).map(({ href }) => href),
    ...OTHERS,
  ]),
];

/** The browser keeps what it paints for who asks later. */
const LARGEST = `new Promise((told) => {
  let at = 0;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) at = Math.max(at, startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(() => told(at), ${QUIET_MS});
})`;

interface Visit {
  readonly bytes: number;
  readonly paintedMs: number;
}

/** Bytes as they came, compressed and with their headers, but of posters. */
function weigh(session: CDPSession): () => number {
  const left = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (pathname.startsWith('/images/')) left.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!left.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

async function visit(browser: Browser, url: string, cookies: readonly (readonly [string, string])[]): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const bytes = weigh(session);
    const answer = await page.goto(url);
    if (answer?.status() !== 200) throw new Error(`${url} answers ${answer?.status()}`);
    const paintedMs = await page.evaluate<number>(LARGEST);
    return { bytes: bytes(), paintedMs };
  } finally {
    await context.close();
  }
}

async function measured(browser: Browser, daemon: Daemon): Promise<readonly Figure[]> {
  const { cookies } = await signedIn(daemon);
  const figures: Figure[] = [];
  for (const path of paths()) {
    const visits: Visit[] = [];
    for (let n = 0; n < VISITS; n++) visits.push(await visit(browser, daemon.url + path, [...cookies]));
    const bytes = median(visits.map((one) => one.bytes));
    const painted = median(visits.map((one) => one.paintedMs));
    figures.push(
      { what: `page ${path}`, value: bytes / KB, unit: 'kB', atMost: 150 },
      { what: `  largest paint, ${SLOWER} times slower`, value: painted, unit: 'ms', atMost: 1000 },
    );
  }
  return figures;
}

export async function pages(): Promise<readonly Figure[]> {
  const server = await launchChromium(LAUNCH_MS);
  const daemon = await startDaemon({ flags: ['--demo'] });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    // The made-up house has been seen once by then.
    await pause(5000);
    return await measured(browser, daemon);
  } finally {
    await server.kill();
    await daemon.dispose();
  }
}
