/** One daemon with made-up data for all suites of a run that leave it as it is. */
import { type Daemon, startDaemon } from '../support/daemon.js';
import { type Cookie, sessionOf } from './browser.js';

export interface Demo {
  readonly daemon: Daemon;
  /** Of its administrator. */
  readonly cookies: readonly Cookie[];
  /** Of scope widgets-only. */
  readonly key: string;
}

let started: Promise<Daemon> | undefined;
let opened: Promise<Demo> | undefined;

export function demo(): Promise<Demo> {
  opened ??= open();
  return opened;
}

async function open(): Promise<Demo> {
  started = startDaemon({ flags: ['--demo'] });
  const daemon = await started;
  return { daemon, cookies: await sessionOf(daemon), key: daemon.key() };
}

after(async () => {
  await (await started)?.dispose();
});
