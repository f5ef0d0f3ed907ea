import type { ActionHandler } from './action.js';
import type { DigestRule } from './digest.js';
import type { RouteFragment } from './fragment.js';
import type { Http, HttpAnswer } from './http.js';
import type { Image } from './image.js';
import type { Pack } from './pack.js';
import type { SyncTask } from './task.js';
import { type Static, type TObject, Type } from './typebox.js';
import type { WebhookReceiver } from './webhook.js';
import type { AnyLookup, AnySummary, AnyWidget } from './widget.js';

/** The version of this contract. A plugin that was built with another major version, or a later minor one, is refused. */
export const API_VERSION = '1.0.0';

/** What a plugin connects, in the order in which it is offered to people. */
export const PLUGIN_KINDS = {
  media: 'Media servers',
  requests: 'Requests',
  releases: 'Release managers',
  downloads: 'Download clients',
  indexers: 'Indexers',
  feeds: 'Announcements',
  subtitles: 'Subtitles',
  transcoding: 'Transcoding',
  invites: 'Invites',
  cleanup: 'Library cleanup',
  newsletters: 'Newsletters',
  other: 'Other',
} as const;
export type PluginKind = keyof typeof PLUGIN_KINDS;

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

/** Somebody whom an upstream knows. `userId`: as in its `media.users`; a session ends when that says that they are no administrator any more. */
export interface SignedIn {
  readonly name: string;
  readonly admin: boolean;
  readonly userId?: string;
}

/** A sign-in in which the upstream's own app confirms a code: no password passes through Sidelight. */
export interface CodeSignIn {
  /** Whether it is switched on there. */
  offered(signal: AbortSignal): Promise<boolean>;
  /** `code`: what is typed into the app; `secret`: what `settle` is asked with. */
  begin(signal: AbortSignal): Promise<{ readonly code: string; readonly secret: string }>;
  /** null: not confirmed yet. Throws not_found when the code holds no longer. */
  settle(secret: string, signal: AbortSignal): Promise<SignedIn | null>;
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
  /**
   * A connection that stays open, over which the upstream tells that something changed: `wake` asks for one of the tasks to run
   * now. Resolves or rejects when the connection has ended, and at once when `signal` is aborted; the core calls it again.
   * `covers` says that this connection has proved to tell of whatever changes a task's rows: until it ends, the task runs as
   * seldom as its `listening` says.
   */
  listen?(wake: (task: string) => void, signal: AbortSignal, covers: (task: string) => void): Promise<void>;
  /** The picture that a row of this integration calls so in its field `image`. Throws not_found. */
  image?(name: string, signal: AbortSignal): Promise<Image>;
  /** Throws auth_failed; `refused` with a sentence for somebody who may not come in whatever they type. */
  signIn?(name: string, password: string, signal: AbortSignal): Promise<SignedIn>;
  readonly signInByCode?: CodeSignIn;
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
  /** The integration whose titles and users the upstream speaks of, where the entry says so: for a plugin with `server: true`. */
  readonly server?: string;
  readonly log: Logger;
  readonly clock: { now(): Date };
  /** IANA zone of the daemon. */
  readonly zone: string;
  /** JSON values, kept over restarts, one load at a time per key. A failed load is not remembered. */
  memo<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>;
  /** Base URL, timeout, user agent, error mapping and redaction are set. */
  readonly http: Http;
}

/** A question by which a program is told from others. It needs no credentials, and changes nothing. */
export interface Recognition {
  /** The path below the url. */
  readonly get: string;
  /** Asks by POST instead, with this text of XML: for a program that answers nothing else. */
  readonly post?: string;
  /** Whether the answer, of any status, is this program's and no other's. */
  is(answer: HttpAnswer): boolean;
}

/** What is wrong with a config beyond what its schema can say. */
export interface ConfigProblem {
  /** From the entry down: `['widgets', 'notes', 'fields']`. */
  readonly path: readonly (string | number)[];
  /** What was expected, as a sentence without the setting's name. */
  readonly text: string;
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
  /** What it is offered under; not given: other. */
  readonly kind?: PluginKind;
  /** Reads no upstream over HTTP: has no url. */
  readonly local?: true;
  /**
   * Its upstream may be tied to a media server: an entry may say `server: <integration>`, and the core puts that into every
   * `ref` field that names no integration.
   */
  readonly server?: true;
  /** Base URLs beside `url` that it may ask: 'https://api.example.org'. */
  readonly hosts?: readonly string[];
  /** Larger answers are bad_response; not given: 20 MB. */
  readonly maxBodyBytes?: number;
  /** Where the program listens unless it is told otherwise: for examples of its url. */
  readonly defaultPort?: number;
  /** Where its own pages are below its url, as a browser shows them: '/web'. A url that was copied from there is understood. */
  readonly webPath?: `/${string}`;
  /** How it is recognised when an entry names another plugin for its url. */
  readonly recognise?: Recognition;
  /** Contributed once per plugin, as are its widgets, summaries and digest rules, however many integrations there are. */
  readonly lookups?: readonly AnyLookup[];
  readonly packs?: readonly Pack[];
  readonly aliases?: readonly Alias[];
  /** Of the plugin as a whole: `plugins.<id>:` in the YAML, beside `from`. */
  readonly settings?: T;
  /** Of a config that fits the schema. Told with the line of the YAML, like any other mistake. Pure. */
  problems?(config: Static<C>): readonly ConfigProblem[];
  /** No I/O here. Not given: the plugin only contributes, and takes no entry of `integrations:`. */
  create?(ctx: PluginContext<Static<C>, Static<T>>): Integration;
}

/** A package: what it is, what it is configured with, what it supplies. Stateless. */
export interface Plugin<C extends TObject = TObject, T extends TObject = TObject> extends PluginParts<C, T> {
  /** Of one integration. The core adds url (unless `local`), server (if `server`), enabled, timeout and schedule overrides. */
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
