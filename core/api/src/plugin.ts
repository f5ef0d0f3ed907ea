import type { AxiosInstance } from 'axios';
import type { ActionHandler } from './action.js';
import type { DigestRule } from './digest.js';
import type { RouteFragment } from './fragment.js';
import type { SyncTask } from './task.js';
import type { Static, TObject } from './typebox.js';
import type { WebhookReceiver } from './webhook.js';
import type { AnySummary, AnyWidget } from './widget.js';

/** The version of this contract. A plugin that was built with another major version, or a later minor one, is refused. */
export const API_VERSION = '1.0.0';

export interface Health {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

/** One configured instance of a plugin: one entry of `integrations:` in the YAML. */
export interface Integration {
  /** Is the upstream there, and does it take the credentials? Throws auth_failed, unreachable or bad_response. */
  check(signal: AbortSignal): Promise<Health>;
  readonly tasks?: readonly SyncTask[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of fragments of different ports
  readonly fragments?: readonly RouteFragment<any>[];
  readonly actions?: readonly ActionHandler[];
  readonly webhook?: WebhookReceiver;
  /**
   * A connection that stays open, over which the upstream tells that something changed: `wake` asks for one of the tasks to run
   * now. Resolves or rejects when the connection has ended, and at once when `signal` is aborted; the core calls it again.
   */
  listen?(wake: (task: string) => void, signal: AbortSignal): Promise<void>;
  /** Throws auth_failed. */
  signIn?(
    name: string,
    password: string,
    signal: AbortSignal,
  ): Promise<{ readonly name: string; readonly admin: boolean }>;
  /** Safe after a failed start, and twice. */
  stop?(): Promise<void>;
}

export interface Logger {
  debug(message: string, meta?: object): void;
  info(message: string, meta?: object): void;
  warn(message: string, meta?: object): void;
}

/** Everything that an integration is given. */
export interface PluginContext<C = unknown> {
  /** The integration's id in the YAML. */
  readonly id: string;
  readonly config: C;
  readonly log: Logger;
  readonly clock: { now(): Date };
  /** IANA zone of the daemon. */
  readonly zone: string;
  /** JSON values, kept over restarts, one load at a time per key. A failed load is not remembered. */
  memo<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>;
  /** Base URL, timeout, user agent, error mapping and redaction are set. */
  readonly http: AxiosInstance;
}

/** A package: what it is, what it is configured with, what it supplies. Stateless. */
export interface Plugin<C extends TObject = TObject> {
  readonly id: string;
  readonly title: string;
  /** The core adds url (unless `local`), enabled, timeout and schedule overrides. */
  readonly config: C;
  /** Stamped by `definePlugin`: the contract that it was built with. */
  readonly api?: string;
  /** Reads no upstream over HTTP: has no url. */
  readonly local?: true;
  /** Contributed once per plugin, however many integrations there are. */
  readonly widgets?: readonly AnyWidget[];
  readonly summaries?: readonly AnySummary[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of rules with different reads
  readonly digestRules?: readonly DigestRule<any>[];
  /** No I/O here. */
  create(ctx: PluginContext<Static<C>>): Integration;
}

// biome-ignore lint/suspicious/noExplicitAny: `create` takes the config, so "any plugin" needs a bivariant type
export type AnyPlugin = Plugin<any>;

export const definePlugin = <C extends TObject>(plugin: Plugin<C>): Plugin<C> => ({ ...plugin, api: API_VERSION });
