/** The integrations of the running config: created, kept in YAML order, restarted where their entry changed. */
import { isDeepStrictEqual } from 'node:util';
import type { AnyPlugin } from '@sidelight/plugin-api';
import type { ErrorCode } from '@sidelight/plugin-api/errors';
import { PortBook, portsNamedBy } from '@sidelight/plugin-api/host';
import { inject, injectable } from 'tsyringe';
import { USER_AGENT } from '../ground/installation.js';
import { LOG, type Log } from '../ground/log.js';
import type { Notice } from '../ops/notices.js';
import type { IntegrationEntry, PluginSettings, Settings } from '../settings/settings.js';
import { CONTEXTS, type ContextFactory } from './context.js';
import { LiveIntegration } from './live-integration.js';
import {
  failureFor,
  type LoadedPlugin,
  PLUGIN_SET,
  type PluginFailure,
  type PluginSet,
  pluginNamed,
} from './plugin-set.js';
import type { Source, Sources } from './source.js';

/** How many requests went out to each upstream since the start. */
export class CallCounter {
  private readonly counts = new Map<string, number>();
  private readonly failures = new Map<string, Map<ErrorCode, number>>();

  count(source: string): void {
    this.counts.set(source, this.of(source) + 1);
  }

  of(source: string): number {
    return this.counts.get(source) ?? 0;
  }

  all(): ReadonlyMap<string, number> {
    return this.counts;
  }

  failed(source: string, code: ErrorCode): void {
    const own = this.failures.get(source) ?? new Map<ErrorCode, number>();
    own.set(code, (own.get(code) ?? 0) + 1);
    this.failures.set(source, own);
  }

  /** Source → code → calls that failed so. */
  allFailed(): ReadonlyMap<string, ReadonlyMap<ErrorCode, number>> {
    return this.failures;
  }
}

/** What the host needs of the settings; those of plugins may be left out where none has any. */
export type HostSettings = Pick<Settings, 'integrations' | 'zone' | 'secrets'> & Partial<Pick<Settings, 'plugins'>>;

/** Ids of integrations. */
export interface Applied {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

interface Live {
  readonly entry: IntegrationEntry;
  readonly plugin: AnyPlugin;
  readonly zone: string;
  readonly settings: PluginSettings;
  readonly life: LiveIntegration;
}

/** How long a plugin may take to stop. */
const STOP_MS = 5000;
const NO_SETTINGS: PluginSettings = {};

@injectable()
export class PluginHost implements Sources {
  readonly calls = new CallCounter();
  private live: ReadonlyMap<string, Live> = new Map();
  private settings: Settings['plugins'] = {};
  /** By their folder. */
  private readonly former = new Map<string, LoadedPlugin>();
  private waiting: readonly Notice[] = [];
  private readonly listeners = new Set<() => void>();
  private applying: Promise<unknown> = Promise.resolve();
  private told: ReadonlySet<string> = new Set();

  constructor(
    @inject(PLUGIN_SET) private set: PluginSet,
    @inject(CONTEXTS) private readonly contexts: ContextFactory,
    @inject(LOG) private readonly log: Log,
    @inject(USER_AGENT) private readonly userAgent: string,
  ) {}

  all(): readonly Source[] {
    return [...this.live.values()].map(({ life }) => life.source);
  }

  get(id: string): Source | undefined {
    return this.live.get(id)?.life.source;
  }

  filling(port: string): readonly Source[] {
    return this.all().filter(({ integration }) =>
      integration?.tasks?.some((task) => task.fills.some(({ id }) => id === port)),
    );
  }

  serving(port: string): readonly Source[] {
    return this.all().filter(({ integration }) =>
      integration?.fragments?.some((fragment) => fragment.port.id === port),
    );
  }

  /** Every plugin that can be used, whether or not an entry names it. */
  plugins(): readonly AnyPlugin[] {
    return this.set.loaded.map(({ plugin }) => plugin);
  }

  /** Those of an integration in YAML order, then those that have none and were asked for. */
  inUse(): readonly AnyPlugin[] {
    const connected = [...this.live.values()].map(({ plugin }) => plugin);
    const others = this.set.loaded.filter(({ plugin, named }) => named === true && plugin.create === undefined);
    return [...new Set([...connected, ...others.map(({ plugin }) => plugin)])];
  }

  /** Of a plugin as a whole. */
  settingsOf(plugin: string): PluginSettings {
    return this.settings[plugin] ?? NO_SETTINGS;
  }

  /** Those too that a reload has taken away: their code may go on for all that nobody asks for it. */
  everLoaded(): readonly LoadedPlugin[] {
    return [...this.former.values(), ...this.set.loaded];
  }

  notices(): readonly Notice[] {
    const failed = this.set.failures.map(failureNotice);
    return [...failed, ...this.waiting, ...[...this.live.values()].flatMap(({ life }) => life.notices)];
  }

  /** Called after each `apply` that changed something. Returns how to stop it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Makes the settings true: at the start, and on SIGHUP, when only the integrations whose entry changed are restarted.
   * Calls queue up.
   * @param set other plugins than before, when `plugins:` changed
   */
  apply(settings: HostSettings, set: PluginSet = this.set): Promise<Applied> {
    const applied = this.applying.then(() => this.applyNow(settings, set));
    this.applying = applied.catch(() => undefined);
    return applied;
  }

  /** Ends every integration. */
  async stop(): Promise<void> {
    await this.apply({ integrations: [], zone: '', secrets: [] });
  }

  private async applyNow(settings: HostSettings, set: PluginSet): Promise<Applied> {
    const before = this.live;
    const wanted = settings.integrations.filter(({ enabled }) => enabled);
    const isKept = (entry: IntegrationEntry): boolean => {
      const old = before.get(entry.id);
      const isSame = old?.plugin === pluginNamed(set, entry.plugin) && old?.zone === settings.zone;
      const own = settings.plugins?.[entry.plugin] ?? NO_SETTINGS;
      const isAlike = isDeepStrictEqual([old?.entry, old?.settings], [entry, own]);
      return isSame && old?.life.hasPorts === true && isAlike;
    };
    const keptIds = new Set(wanted.filter(isKept).map(({ id }) => id));
    const ended = [...before.values()].filter(({ entry }) => !keptIds.has(entry.id));
    await Promise.all(ended.map(({ life }) => life.stop()));

    for (const one of this.set.loaded) this.former.set(one.folder, one);
    this.set = set;
    this.settings = settings.plugins ?? {};
    const ports = portsHeldBy([...keptIds].flatMap((id) => before.get(id) ?? []));
    const lives = wanted.map((entry) =>
      keptIds.has(entry.id) ? before.get(entry.id) : this.begin(entry, settings, ports),
    );
    this.live = new Map(lives.flatMap((live) => (live === undefined ? [] : [[live.entry.id, live]])));
    this.waiting = wanted.filter(({ id }) => !this.live.has(id)).map((entry) => waitingNotice(entry, set));
    this.logNotices();
    const applied = difference(before, this.live);
    this.tell(applied, before);
    return applied;
  }

  /** undefined: its plugin could not be loaded. */
  private begin(entry: IntegrationEntry, { zone, secrets }: HostSettings, ports: PortBook): Live | undefined {
    const plugin = pluginNamed(this.set, entry.plugin);
    if (plugin === undefined) return undefined;
    const own = this.settingsOf(plugin.id);
    const scope = {
      entry,
      plugin,
      zone,
      settings: own,
      secrets,
      userAgent: this.userAgent,
      onRequest: () => this.calls.count(entry.id),
      onFailure: (code: ErrorCode) => this.calls.failed(entry.id, code),
    };
    const life = new LiveIntegration({ plugin, scope, contexts: this.contexts, log: this.log, ports, stopMs: STOP_MS });
    return { entry, plugin, zone, settings: own, life };
  }

  private logNotices(): void {
    const texts = this.notices().map(({ text }) => text);
    for (const text of texts) if (!this.told.has(text)) this.log.warn(text);
    this.told = new Set(texts);
  }

  private tell({ added, removed, changed }: Applied, before: ReadonlyMap<string, Live>): void {
    const isReordered = [...before.keys()].join() !== [...this.live.keys()].join();
    if (added.length + removed.length + changed.length === 0 && !isReordered) return;
    for (const listener of this.listeners) listener();
  }
}

/** What integrations that go on have is theirs still; who comes anew has to fit in. */
function portsHeldBy(kept: readonly Live[]): PortBook {
  const ports = new PortBook();
  for (const { plugin, life } of kept) {
    const { integration } = life.source;
    if (integration !== null) for (const port of portsNamedBy(integration)) ports.adopt(port, plugin.id);
  }
  return ports;
}

function difference(before: ReadonlyMap<string, Live>, after: ReadonlyMap<string, Live>): Applied {
  const ids = [...after.keys()];
  return {
    added: ids.filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    changed: ids.filter((id) => before.has(id) && before.get(id) !== after.get(id)),
  };
}

const failureNotice = ({ origin, code, message }: PluginFailure): Notice => ({
  id: `${code}:${origin}`,
  type: code,
  severity: 'error',
  text: `The plugin ${origin} cannot be loaded: ${message}`,
});

const waitingNotice = ({ id, plugin }: IntegrationEntry, set: PluginSet): Notice => ({
  id: `plugin_missing:${id}`,
  type: failureFor(set, plugin)?.code ?? 'plugin_resolve',
  severity: 'error',
  text: `${id} needs the plugin ${plugin}, which cannot be loaded`,
});
