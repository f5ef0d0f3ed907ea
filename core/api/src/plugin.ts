import type { AxiosInstance } from 'axios';
import type { ActionHandler } from './action.js';
import type { DigestRule } from './digest.js';
import type { RouteFragment } from './fragment.js';
import type { Pack } from './pack.js';
import type { SyncTask } from './task.js';
import { type Static, type TObject, Type } from './typebox.js';
import type { WebhookReceiver } from './webhook.js';
import type { AnyLookup, AnySummary, AnyWidget } from './widget.js';

/** The version of this contract. A plugin that was built with another major version, or a later minor one, is refused. */
export const API_VERSION = '1.0.0';

export interface Health {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

/** What plugins bring, and what integrations bring as well, made from their own config. */
export interface Contributed {
  readonly widgets?: readonly AnyWidget[];
  readonly summaries?: readonly AnySummary[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of rules with different reads
  readonly digestRules?: readonly DigestRule<any>[];
}

/**
 * One configured instance of a plugin: one entry of `integrations:` in the YAML. What it contributes leaves with it, and may
 * read ports of its own, which its tasks fill.
 */
export interface Integration extends Contributed {
  /** Is the upstream there, and does it take the credentials? Throws auth_failed, unreachable or bad_response. */
  check(signal: AbortSignal): Promise<Health>;
  readonly tasks?: readonly SyncTask[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of fragments of different ports
  readonly fragments?: readonly RouteFragment<any>[];
  readonly actions?: readonly ActionHandler[];
  readonly webhook?: WebhookReceiver;
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
export interface PluginContext<C = unknown, T = unknown> {
  /** The integration's id in the YAML. */
  readonly id: string;
  readonly config: C;
  /** Those of the plugin, complete with defaults: `plugins.<id>:` in the YAML. */
  readonly settings: T;
  readonly log: Logger;
  readonly clock: { now(): Date };
  /** IANA zone of the daemon. */
  readonly zone: string;
  /** JSON values, kept over restarts, one load at a time per key. A failed load is not remembered. */
  memo<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>;
  /** Base URL, timeout, user agent, error mapping and redaction are set. */
  readonly http: AxiosInstance;
}

/** The same answer under another route: for dashboards that know it by that. */
export interface Alias {
  readonly path: `/api/${string}`;
  /** The path of a widget or a lookup, whoever brought it; its parameters are those of `path`. */
  readonly of: `/api/${string}`;
  /** The answer begins with this field, which is true. */
  readonly marker?: string;
}

/** What `definePlugin` takes, beside the schema of the config. */
interface PluginParts<C extends TObject, T extends TObject> extends Contributed {
  readonly id: string;
  readonly title: string;
  /** Reads no upstream over HTTP: has no url. */
  readonly local?: true;
  /** Contributed once per plugin, as are its widgets, summaries and digest rules, however many integrations there are. */
  readonly lookups?: readonly AnyLookup[];
  readonly packs?: readonly Pack[];
  readonly aliases?: readonly Alias[];
  /** Of the plugin as a whole: `plugins.<id>:` in the YAML, beside `from`. */
  readonly settings?: T;
  /** No I/O here. Not given: the plugin only contributes, and takes no entry of `integrations:`. */
  create?(ctx: PluginContext<Static<C>, Static<T>>): Integration;
}

/** A package: what it is, what it is configured with, what it supplies. Stateless. */
export interface Plugin<C extends TObject = TObject, T extends TObject = TObject> extends PluginParts<C, T> {
  /** Of one integration. The core adds url (unless `local`), enabled, timeout and schedule overrides. */
  readonly config: C;
  /** Stamped by `definePlugin`: the contract that it was built with. */
  readonly api?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: `create` takes the config, so "any plugin" needs a bivariant type
export type AnyPlugin = Plugin<any, any>;

/** @param plugin without `config`: its integrations need none */
export const definePlugin = <C extends TObject, T extends TObject>(
  plugin: PluginParts<C, T> & { readonly config?: C },
): Plugin<C, T> => ({
  ...plugin,
  // Left out, it is of the type that nothing else says: an object without fields.
  config: plugin.config ?? (Type.Object({}) as TObject as C),
  api: API_VERSION,
});
