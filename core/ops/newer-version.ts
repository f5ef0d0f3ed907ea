/** Which version of Sidelight is the newest: asked once a day, and only where the config says so. */
import { createHttp } from '@sidelight/plugin-api/host';
import gt from 'semver/functions/gt.js';
import prerelease from 'semver/functions/prerelease.js';
import valid from 'semver/functions/valid.js';
import { isRecord } from '../ground/path.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { Notice } from './notices.js';

const DAY_MS = 86_400_000;
const PATIENCE_MS = 10_000;
const MOST_BYTES = 1_000_000;

export class NewerVersion {
  private newest: string | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;

  /** @param own the version that runs */
  constructor(
    private readonly own: string,
    private readonly updates: () => Settings['updates'],
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Resolves with whether there is something new to tell. Throws what a call throws; the next look is a day later then, too. */
  async look(): Promise<boolean> {
    const { check, url } = this.updates();
    const now = this.clock.now().getTime();
    if (!check || now - this.askedAt < DAY_MS) return false;
    this.askedAt = now;
    const { origin, pathname, search } = new URL(url);
    const { http, close } = createHttp({
      baseUrl: origin,
      timeoutMs: PATIENCE_MS,
      userAgent: `Sidelight/${this.own}`,
    });
    try {
      const { data } = await http.get(pathname + search, { maxBytes: MOST_BYTES });
      const told = isRecord(data) ? valid(String(data['version'])) : null;
      const before = this.newest;
      this.newest = told !== null && prerelease(told) === null && gt(told, this.own) ? told : undefined;
      return this.newest !== before;
    } finally {
      close();
    }
  }

  notices(): readonly Notice[] {
    if (this.newest === undefined || !this.updates().check) return [];
    const text = `Sidelight ${this.newest} is available; you have ${this.own}`;
    return [{ id: 'newer_version', type: 'newer_version', severity: 'info', text }];
  }
}
