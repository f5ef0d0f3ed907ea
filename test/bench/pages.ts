/** What pages weigh besides their pictures, and when the largest part of them is there on a slow processor. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { launch } from '../browser/chromium.js';
import { startHere } from '../support/daemon-here.js';
import { until } from '../support/until.js';
import { signedIn } from '../support/visitor.js';
import { type Figure, median } from './report.js';

const PATHS = [
  '/',
  '/settings/gallery',
  '/settings/sources',
  '/settings/sources/add',
  '/settings/sources/find',
  '/settings/api-key',
  '/settings/share',
  '/settings/attention',
  '/settings/notifications',
  '/settings/import',
  '/settings/log',
  '/settings/audit',
  '/settings/sessions',
  '/settings/account',
  '/widgets',
  '/docs',
  '/docs/configuration',
  '/docs/routes',
  '/swagger-ui',
];
const ROUNDS = 5;
const SLOWER = 4;
/** The last paint of a page has come by then. */
const SETTLED_MS = 800;
const LIMIT_MS = 30_000;
const WATCH = `new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.largestPaint = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });`;

interface Visit {
  readonly kB: number;
  readonly paintMs: number;
}

async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const left = new Set<string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/images/')) left.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!left.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: 'load' });
  await pause(SETTLED_MS);
  const paintMs = await page.evaluate<number>('window.largestPaint');
  await page.close();
  return { kB: bytes / 1000, paintMs };
}

export async function pages(): Promise<readonly Figure[]> {
  const daemon = await startHere({ config: 'integrations: { demo: {} }' });
  const { server, browser } = await launch(LIMIT_MS);
  try {
    const ada = await signedIn(daemon);
    const key = await daemon.key();
    await until(
      () => daemon.get('/api/widgets/recent', key),
      ({ json }) => (json['items'] as readonly unknown[]).length > 0,
    );
    const figures: Figure[] = [];
    for (const path of PATHS) {
      const visits: Visit[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        // Each time as somebody who was never there.
        const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
        await context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: daemon.url })));
        visits.push(await visit(context, daemon.url + path));
        await context.close();
      }
      figures.push(
        { what: `${path}: without pictures`, value: median(visits.map(({ kB }) => kB)), unit: 'kB', atMost: 150 },
        {
          what: `  largest paint, processor ${SLOWER} times slower`,
          value: median(visits.map(({ paintMs }) => paintMs)),
          unit: 'ms',
          atMost: 1000,
        },
      );
    }
    return figures;
  } finally {
    await server.kill();
    await daemon.dispose();
  }
}
