/** What the HTTP side needs of the rest of the daemon, and no more. */
import type { AnyAction, AnyLookup, AnyWidget, TObject } from '@sidelight/plugin-api';
import type { QueryValues } from '@sidelight/plugin-api/host';
import type { RequestHandler } from 'express';
import type { Knex } from 'knex';
import type { AuditLog } from '../audit/audit-log.js';
import type { Cache } from '../cache/cache.js';
import type { CodedError } from '../ground/errors.js';
import type { Log } from '../ground/log.js';
import type { JobRow } from '../ops/job-row.js';
import type { Packs } from '../packs/packs.js';
import type { Sources } from '../plugins/source.js';
import type { Privacy } from '../settings/privacy.js';
import type { PluginSettings, Settings } from '../settings/settings.js';
import type { Availabilities } from '../sync/availability.js';
import type { Clock } from '../time/clock.js';
import type { InboundWebhooks } from '../webhooks/inbound.js';
import type { Changes } from '../widgets/changes.js';
import type { Payload } from '../widgets/payload.js';
import type { Reader } from '../widgets/reader.js';
import type { Variant } from '../widgets/variant.js';
import type { Keys, Visitors } from './gate.js';

/** A widget as it is served: its response holds the common fields too. */
export interface ServedWidget {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly freshness: 'cached' | 'live';
  readonly response: TObject;
  /** Parameters of its own. */
  readonly query?: TObject;
  /** Their values when none is given; null: some must be. */
  readonly defaults: QueryValues | null;
  /** It has a calendar file, too. */
  readonly agenda?: AnyWidget['agenda'];
  readonly tile?: { readonly actions?: readonly string[] };
}

/** The same answer under another path. */
export interface ServedAlias {
  readonly path: string;
  /** The field that its answer begins with. */
  readonly marker?: string;
  readonly target:
    | { readonly kind: 'widget'; readonly widget: ServedWidget }
    | { readonly kind: 'lookup'; readonly lookup: AnyLookup };
}

export interface ServedRegistry {
  /** Another array whenever something was added. */
  widgets(): readonly ServedWidget[];
  widget(id: string): ServedWidget | undefined;
  lookups(): readonly AnyLookup[];
  aliases(): readonly ServedAlias[];
  settingsOf(lookup: AnyLookup): PluginSettings;
  actions(): readonly AnyAction[];
}

export interface ServedSnapshots {
  /** The bytes of the default variant, when they are ready and still true. */
  ready(id: string, privacy?: Privacy | null): Payload | undefined;
  payload(id: string, variant: Variant): Promise<Payload>;
  /** With what it was made of. */
  explained(id: string, variant: Variant): Promise<Payload>;
}

export interface Engine extends Availabilities {
  runNow(source: string, tasks: readonly string[]): Promise<void>;
}

/** Requests that were sent to upstreams, by source. */
export interface UpstreamCalls {
  all(): ReadonlyMap<string, number>;
  /** Those that failed, by the code of the error. */
  allFailed(): ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export interface HttpDeps {
  readonly settings: Pick<Settings, 'server' | 'zone' | 'metrics' | 'log' | 'secrets'>;
  readonly registry: ServedRegistry;
  readonly catalog: { readonly response: TObject; render(): object };
  readonly packs: Pick<Packs, 'list' | 'file' | 'archive'>;
  readonly snapshots: ServedSnapshots;
  readonly changes: Pick<Changes, 'watch'>;
  readonly reader: Pick<Reader, 'ask' | 'outdate' | 'people' | 'veil'>;
  readonly sources: Sources;
  readonly engine: Engine;
  readonly webhooks: Pick<InboundWebhooks, 'receive' | 'failed' | 'turnedAway'>;
  readonly keys: Keys;
  readonly visitors: Visitors & {
    /** Before a route of the API asks for a visitor. */
    readonly open: RequestHandler;
  };
  /** What is for people: everything that is no part of the API. */
  readonly pages: RequestHandler;
  /** Called when a file for a dashboard was downloaded. */
  readonly packTaken?: () => void;
  readonly database: Knex;
  readonly audit: Pick<AuditLog, 'record'>;
  /** Actions that are about no integration, by their ids. @throws not_found */
  readonly ownActions: ReadonlyMap<string, (body: Readonly<Record<string, unknown>>, by: string) => Promise<void>>;
  readonly cache: Pick<Cache, 'generation' | 'fetchedAt' | 'port' | 'named'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  /** false while starting and stopping: the API answers 503. */
  readonly ready: () => boolean;
  /** What is wrong with the database, as far as this process knows; null: nothing. */
  readonly databaseFault?: () => CodedError | null;
  readonly calls?: UpstreamCalls;
  /** Calls the listener with each run of a sync task that has ended. */
  readonly onRun?: (listener: (source: string, row: JobRow) => void) => void;
}
