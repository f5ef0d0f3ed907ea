/** Debian's Chromium, without a window and without anything that it does of its own accord. */
import { type BrowserServer, chromium } from 'playwright-core';

export const CHROMIUM = '/usr/bin/chromium';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param timeout milliseconds until it has to run */
export const launchChromium = (timeout: number): Promise<BrowserServer> =>
  chromium.launchServer({ executablePath: CHROMIUM, args: FLAGS, timeout });
