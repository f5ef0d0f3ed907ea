/** Everything that one integration is given. */
import type { AnyPlugin, Logger, PluginContext } from '@sidelight/plugin-api';
import type { ErrorCode } from '@sidelight/plugin-api/errors';
import { createHttp, type HttpClient } from '@sidelight/plugin-api/host';
import { type DependencyContainer, inject, injectable } from 'tsyringe';
import { CACHE, type Cache } from '../cache/cache.js';
import { LOG, type Log } from '../ground/log.js';
import { token } from '../ground/token.js';
import type { IntegrationEntry, PluginSettings } from '../settings/settings.js';
import { CLOCK, type Clock } from '../time/clock.js';
import { createMemo } from './memo.js';

/** What differs from integration to integration. */
export interface IntegrationScope {
  readonly entry: IntegrationEntry;
  /** What its plugin says of its calls. */
  readonly plugin: Pick<AnyPlugin, 'hosts' | 'maxBodyBytes'>;
  readonly zone: string;
  /** Of its plugin as a whole. */
  readonly settings: PluginSettings;
  /** Never to appear in an error. */
  readonly secrets: readonly string[];
  readonly userAgent: string;
  /** Called for each request that goes out. */
  readonly onRequest: () => void;
  /** Called for each that came to nothing. */
  readonly onFailure: (code: ErrorCode) => void;
}

/** Builds a context: from a container of the integration's own, or by hand in tests. */
export type ContextFactory = (scope: IntegrationScope) => IntegrationContext;

/** What one integration's own container holds beside the root's. */
const INTEGRATION_SCOPE = token<IntegrationScope>('IntegrationScope');

export const CONTEXTS = token<ContextFactory>('ContextFactory');

@injectable()
export class IntegrationContext implements PluginContext<Readonly<Record<string, unknown>>> {
  readonly id: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly settings: PluginSettings;
  readonly server?: string;
  readonly log: Logger;
  readonly clock: { now(): Date };
  readonly zone: string;
  readonly memo: PluginContext['memo'];
  readonly http: PluginContext['http'];
  /** Ends kept-alive connections. */
  readonly close: () => void;

  constructor(
    @inject(INTEGRATION_SCOPE) scope: IntegrationScope,
    @inject(CACHE) cache: Pick<Cache, 'recall' | 'remember'>,
    @inject(CLOCK) clock: Pick<Clock, 'now'>,
    @inject(LOG) log: Log,
  ) {
    const { entry, zone, settings } = scope;
    const own = log.child({ integration: entry.id });
    const { http, close } = clientOf(scope);
    this.id = entry.id;
    // A plugin that changes its config must not change that of its next life.
    this.config = structuredClone(entry.config);
    this.settings = structuredClone(settings);
    if (entry.server !== undefined) this.server = entry.server;
    this.log = loggerOf(own);
    this.clock = { now: () => clock.now() };
    this.zone = zone;
    this.memo = createMemo({ source: entry.id, cache, clock, log: own });
    this.http = http;
    this.close = close;
  }
}

/** Contexts from a container of each integration's own: its scope shadows nothing of the root's. */
export const contextsOf =
  (root: DependencyContainer): ContextFactory =>
  (scope) =>
    root.createChildContainer().register(INTEGRATION_SCOPE, { useValue: scope }).resolve(IntegrationContext);

const loggerOf = (log: Log): Logger => ({
  debug: (message, meta) => log.debug(message, meta),
  info: (message, meta) => log.info(message, meta),
  warn: (message, meta) => log.warn(message, meta),
});

const clientOf = ({ entry, plugin, userAgent, secrets, onRequest, onFailure }: IntegrationScope): HttpClient =>
  createHttp({
    ...(entry.url === undefined ? {} : { baseUrl: entry.url }),
    timeoutMs: entry.timeoutMs,
    verifyTls: entry.verifyTls,
    userAgent,
    secrets,
    hosts: plugin.hosts,
    maxBodyBytes: entry.maxBodyBytes ?? plugin.maxBodyBytes,
    onRequest,
    onFailure,
  });
