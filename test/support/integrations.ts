/** What an integration needs to live in a test: contexts without a container, and a cache that remembers. */
import 'reflect-metadata';
import { type Log, silentLog } from '#core/ground/log.js';
import { type ContextFactory, IntegrationContext } from '#core/plugins/context.js';
import type { IntegrationEntry } from '#core/settings/settings.js';
import type { Clock } from '#core/time/clock.js';

export function memoCache() {
  const kept = new Map<string, { value: string; until: number }>();
  return {
    async recall(source: string, key: string, now: Date): Promise<unknown> {
      const found = kept.get(`${source} ${key}`);
      return found === undefined || found.until <= now.getTime() ? undefined : JSON.parse(found.value);
    },
    async remember(source: string, key: string, value: unknown, expiresAt: Date): Promise<void> {
      kept.set(`${source} ${key}`, { value: JSON.stringify(value), until: expiresAt.getTime() });
    },
  };
}

export interface Contexts {
  readonly clock?: Pick<Clock, 'now'>;
  readonly log?: Log;
}

export const contextsFor =
  ({ clock = { now: () => new Date() }, log = silentLog }: Contexts = {}): ContextFactory =>
  (scope) =>
    new IntegrationContext(scope, memoCache(), clock, log);

export const entryOf = (id: string, more: Partial<IntegrationEntry> = {}): IntegrationEntry => ({
  id,
  plugin: id,
  enabled: true,
  timeoutMs: 30_000,
  verifyTls: true,
  schedule: {},
  config: {},
  ...more,
});
