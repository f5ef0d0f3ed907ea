/** An integration as the daemon would run it, with the real http client, a fake clock and a memo in memory. */
import { createHttp, type Exchange } from '../host/index.js';
import type { AnyPlugin, Integration, Logger, PluginContext } from '../plugin.js';
import { type FakeClock, fakeClock } from './fake-clock.js';
import { type Entry, sampleConfig, sampleSettings } from './sample-config.js';

export interface TestOptions {
  readonly id?: string;
  /** Those of the plugin, as a user writes them: `plugins.<id>:` in the YAML. */
  readonly settings?: Entry;
  readonly clock?: FakeClock;
  /** IANA zone: UTC. */
  readonly zone?: string;
  readonly timeoutMs?: number;
  readonly memo?: Memo;
  /** false accepts a self-signed certificate. */
  readonly verifyTls?: boolean;
  /** Told of each request and what came of it. */
  readonly onExchange?: (exchange: Exchange) => void;
}

export interface TestIntegration {
  readonly integration: Integration;
  readonly url: string | undefined;
  /** The media server that the entry names. */
  readonly server: string | undefined;
  readonly secrets: readonly string[];
  /** What the plugin logged: "warn: message {meta}". */
  readonly logged: readonly string[];
  /** Stops the integration and ends its connections. */
  stop(): Promise<void>;
}

export type Memo = Map<string, { readonly until: number; readonly value: Promise<unknown> }>;

/** @throws when the plugin has no `create`, the entry does not match its schema, or `create` throws. */
export function startIntegration(plugin: AnyPlugin, entry: Entry, options: TestOptions = {}): TestIntegration {
  if (plugin.create === undefined) throw new Error(`${plugin.id} makes no integrations: it has no create function`);
  const { url, server, config, secrets: own } = sampleConfig(plugin, entry);
  const { settings, secrets: common } = sampleSettings(plugin, options.settings);
  const secrets = [...own, ...common];
  const client = createHttp({
    ...(url === undefined ? {} : { baseUrl: url }),
    timeoutMs: options.timeoutMs ?? 10_000,
    userAgent: 'Sidelight-test',
    verifyTls: options.verifyTls ?? true,
    secrets,
    hosts: plugin.hosts,
    maxBodyBytes: plugin.maxBodyBytes,
    ...(options.onExchange === undefined ? {} : { onExchange: options.onExchange }),
  });
  const clock = options.clock ?? fakeClock();
  const memo: Memo = options.memo ?? new Map();
  const logged: string[] = [];
  const ctx: PluginContext<unknown> = {
    id: options.id ?? plugin.id,
    config,
    settings,
    ...(server === undefined ? {} : { server }),
    log: recordingLog(logged),
    clock,
    zone: options.zone ?? 'UTC',
    memo: (key, seconds, load) => remember(memo, clock, key, seconds, load),
    // What is played back was told at no time.
    http: { ...client.http, theirs: (at) => at },
  };
  const integration = plugin.create(ctx);
  return {
    integration,
    url,
    server,
    secrets,
    logged,
    async stop() {
      await integration.stop?.();
      client.close();
    },
  };
}

function recordingLog(logged: string[]): Logger {
  const at = (level: string) => (message: string, meta?: object) => {
    logged.push(`${level}: ${message}${meta === undefined ? '' : ` ${JSON.stringify(meta)}`}`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn') };
}

async function remember<T>(
  memo: Memo,
  clock: FakeClock,
  key: string,
  seconds: number,
  load: () => Promise<T>,
): Promise<T> {
  const now = clock.now().getTime();
  const known = memo.get(key);
  if (known !== undefined && known.until > now) return (await known.value) as T;
  const value = load();
  memo.set(key, { until: now + seconds * 1000, value });
  try {
    return await value;
  } catch (error) {
    memo.delete(key);
    throw error;
  }
}
