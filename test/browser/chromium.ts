import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { couldNotStart } from '../real/run-program.js';

const CHROMIUM = '/usr/bin/chromium';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Launched {
  readonly server: BrowserServer;
  readonly browser: Browser;
}

/** Debian's Chromium. @throws Error that names its package */
export async function launch(timeout: number): Promise<Launched> {
  try {
    const server = await chromium.launchServer({ executablePath: CHROMIUM, args: FLAGS, timeout });
    return { server, browser: await chromium.connect(server.wsEndpoint()) };
  } catch (error) {
    throw new Error(couldNotStart(CHROMIUM, error as Error));
  }
}
