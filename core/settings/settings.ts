/** The config as the daemon uses it: complete, typed, frozen in meaning until the next SIGHUP. */
import type { LogLevel } from '../ground/log.js';
import { token } from '../ground/token.js';
import type { PrivacySettings } from './privacy.js';

/** What a webhook can be told of. */
export const EVENT_TYPES = [
  'digest.changed',
  'integration.down',
  'integration.up',
  'download.failed',
  'request.pending',
  'play.started',
  'play.stopped',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Who is told: a program that knows Sidelight's own events, or one that shows messages to people. */
export const WEBHOOK_FORMATS = ['sidelight', 'discord', 'ntfy', 'gotify', 'slack', 'apprise'] as const;

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export interface Settings {
  /** The YAML that was read; null when there is none. */
  readonly file: string | null;
  readonly server: ServerSettings;
  /** IANA zone. */
  readonly zone: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly database:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'postgres'; readonly url: string };
  readonly log: { readonly level: LogLevel; readonly format: 'text' | 'json' };
  readonly history: {
    readonly minPlaySeconds: number;
    readonly resumeMinutes: number;
    /** Whose plays do not count. */
    readonly ignore: { readonly users: readonly AccountSettings[]; readonly libraries: readonly AccountSettings[] };
  };
  /** In YAML order. */
  readonly people: readonly PersonSettings[];
  readonly downloads: { readonly stallMinutes: number };
  /** `off`: ids of the rules that are switched off. */
  readonly digest: { readonly off: readonly string[] };
  readonly keys: readonly KeySettings[];
  readonly auth: AuthSettings;
  readonly webhooks: readonly WebhookSettings[];
  readonly backup: BackupSettings;
  /** `open`: /metrics needs no key; `networks` (CIDR): from there it needs none. */
  readonly metrics: { readonly open: boolean; readonly networks: readonly string[] };
  /** Whether somebody is asked for the newest version, and who. */
  readonly updates: { readonly check: boolean; readonly url: string };
  readonly mqtt: MqttSettings | null;
  /** Plugin id → its own settings, complete with defaults; of the plugins that are in use. */
  readonly plugins: Readonly<Record<string, PluginSettings>>;
  /** In YAML order. */
  readonly integrations: readonly IntegrationEntry[];
  /** Every secret value of the config, the longest first, to be redacted. */
  readonly secrets: readonly string[];
}

/** A user or a library of an integration, as a person names it. */
export interface AccountSettings {
  /** The integration; not given: any. */
  readonly source?: string;
  /** Its name or its id there. */
  readonly name: string;
}

export interface PersonSettings {
  readonly name: string;
  readonly accounts: readonly (AccountSettings & { readonly source: string })[];
}

export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** '' or '/path', without a slash at the end. */
  readonly basePath: string;
  readonly publicUrl?: string;
  readonly trustProxy: readonly string[];
  readonly cors: readonly string[];
  /** Whether pages tell browsers to come by https alone. */
  readonly hsts: boolean;
}

/** Who may sign in beside the administrator of the first run. */
export interface AuthSettings {
  /** The header in which a reverse proxy names who is signed in. */
  readonly proxyHeader?: string;
  /** The only networks (CIDR) from which it is believed. */
  readonly proxyNetworks: readonly string[];
  /** Ids of integrations. */
  readonly signInWith: readonly string[];
  readonly oidc?: OidcSettings;
}

/** An OpenID Connect provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Not given: a public client, which PKCE alone protects. */
  readonly clientSecret?: string;
  readonly scopes: readonly string[];
  /** The claim that says who is an administrator, and the values of it that do. */
  readonly adminClaim: string;
  readonly admins: readonly string[];
  readonly label: string;
}

/** A key that is declared in the YAML, by its hash or by itself. */
export interface KeySettings extends PrivacySettings {
  readonly name: string;
  readonly scope: 'widgets-only' | 'widgets-write' | 'metrics' | 'full';
  /** SHA-256 of the key, 64 hex digits. */
  readonly hash?: string;
  readonly key?: string;
  readonly widgets?: readonly string[];
  readonly actions?: readonly string[];
  readonly networks?: readonly string[];
  /** ISO date or time. */
  readonly expires?: string;
  readonly perMinute?: number;
}

/** Where events are sent. */
export interface WebhookSettings extends PrivacySettings {
  /** Unique. */
  readonly name: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** Of the format `sidelight`: `whsec_` and Base64. */
  readonly secret?: string;
  /** Of a receiver that wants to know who sends: ntfy, gotify, apprise. */
  readonly token?: string;
  readonly events: readonly EventType[];
}

export interface BackupSettings {
  /** Interval (`30s`, `5m`, `1h`) or cron pattern; null: none are made by themselves. */
  readonly every: string | null;
  readonly keep: number;
  /** Absolute. */
  readonly folder: string;
}

/** The broker that is told of every change. */
export interface MqttSettings extends PrivacySettings {
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  readonly verifyTls: boolean;
  /** The first part of every topic. */
  readonly topic: string;
  /** Where Home Assistant looks for devices. */
  readonly discovery: string;
  /** Ids of widgets. */
  readonly widgets: readonly string[];
}

/** What a plugin declares for itself as a whole. */
export type PluginSettings = Readonly<Record<string, unknown>>;

/** One entry of `integrations:`. */
export interface IntegrationEntry {
  readonly id: string;
  /** The plugin's id. */
  readonly plugin: string;
  readonly enabled: boolean;
  readonly url?: string;
  /** The integration whose titles and users its upstream speaks of. */
  readonly server?: string;
  readonly timeoutMs: number;
  /** Larger answers are refused; not given: the plugin says. */
  readonly maxBodyBytes?: number;
  readonly verifyTls: boolean;
  /** Task id → interval (`30s`, `5m`, `1h`) or cron pattern. */
  readonly schedule: Readonly<Record<string, string>>;
  /** What its upstream sends along with webhooks; not given: none are taken. */
  readonly webhookSecret?: string;
  /** The plugin's own fields. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Somebody who is signed in to the pages: an administrator of this installation. */
export interface Visitor {
  readonly name: string;
  /** `password`: the administrator of the first run; `proxy`: a reverse proxy said so; `oidc`: an OpenID Connect provider; else the integration that did. */
  readonly via: string;
  /** What that integration calls them; absent for those of before it was kept. */
  readonly userId?: string;
  /** Of the OpenID Connect provider: for what they were let in. */
  readonly grant?: string;
}

export const OWN = 'password';
export const PROXY = 'proxy';
export const OIDC = 'oidc';

export const SETTINGS = token<Settings>('Settings');
