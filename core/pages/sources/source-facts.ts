/** Everything that is known of the entries of `integrations:`, in YAML order. */
import { cached, opsNotices } from '@sidelight/plugin-api';
import { CORE, type Notice } from '../../ops/notices.js';
import type { Source } from '../../plugins/source.js';
import type { IntegrationEntry } from '../../settings/settings.js';
import type { Availability } from '../../sync/availability.js';
import { defaultVariant } from '../../widgets/variant.js';
import type { WebDeps } from '../web-deps.js';
import { type Book, openBook, type TaskFacts } from './book.js';

export interface SourceFacts {
  readonly entry: IntegrationEntry;
  /** Of the plugin; its id where it cannot be used. */
  readonly title: string;
  /** null: it is disabled, or its plugin cannot be used. */
  readonly source: Source | null;
  readonly availability: Availability;
  readonly tasks: readonly TaskFacts[];
  readonly notices: readonly Notice[];
  /** Requests to its upstream since the start. */
  readonly calls: number;
  readonly callsPerMinute: number;
}

export interface AllFacts {
  readonly sources: readonly SourceFacts[];
  /** Those that are about no entry. */
  readonly notices: readonly Notice[];
}

type Deps = Pick<WebDeps, 'settings' | 'services' | 'meter'>;

export async function allFacts(deps: Deps): Promise<AllFacts> {
  const { services, settings } = deps;
  const [book, notices] = await Promise.all([
    openBook(services.reader, services.engine, defaultVariant(settings.zone)),
    noticesOf(deps),
  ]);
  const sources = deps.settings.integrations.map((entry) => factsOf(entry, deps, book, notices));
  const told = new Set(sources.flatMap((facts) => facts.notices));
  return { sources, notices: notices.filter((notice) => !told.has(notice)) };
}

function factsOf(entry: IntegrationEntry, deps: Deps, book: Book, notices: readonly Notice[]): SourceFacts {
  const { services } = deps;
  const { host, engine } = services;
  const source = host.get(entry.id) ?? null;
  const about = notices.filter((notice) => notice.source === entry.id || notice.id === `plugin_missing:${entry.id}`);
  return {
    entry,
    title: host.plugins().find(({ id }) => id === entry.plugin)?.title ?? entry.plugin,
    source,
    availability: engine.of(entry.id),
    tasks: source === null ? [] : book.tasksOf(source),
    notices: [...about, ...services.reader.leftOut.notesOf(entry.id)],
    calls: host.calls.of(entry.id),
    callsPerMinute: deps.meter.perMinute(entry.id),
  };
}

/** The host’s as they are now; all others as they were written within a second. */
async function noticesOf({ services, settings }: Deps): Promise<readonly Notice[]> {
  const { items } = await services.reader.ask(cached(opsNotices), defaultVariant(settings.zone));
  const written = items.map(({ source, ...notice }) => (source === CORE ? notice : { ...notice, source }));
  return [...new Map([...services.host.notices(), ...written].map((notice) => [notice.id, notice])).values()];
}
