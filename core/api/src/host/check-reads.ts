/** Whether reads ask what the cache can answer. Each function gives the end of a sentence, or undefined. Pure. */
import type { AnyPort } from '../port.js';
import type { Freshness, Query, Read, Reads, Since } from '../read.js';
import { SERIES_DAYS, SERIES_STEPS } from '../series.js';
import type { About } from '../tile.js';
import type { AnyWidget } from '../widget.js';
import { isRecord } from './is-record.js';
import { fieldsOf, type PortBook } from './port-book.js';

const WINDOWS: ReadonlySet<unknown> = new Set<Since>(['15m', '24h', '7d', '30d', '90d', '365d', 'midnight']);
const KINDS: ReadonlySet<unknown> = new Set<Read['kind']>(['rows', 'tally', 'top', 'series', 'digest']);

/** @param allowed which reads this kind of contribution may have */
export function readsFault(reads: unknown, allowed: readonly Freshness[], ports: PortBook): string | undefined {
  if (!isRecord(reads)) return 'it has no reads';
  for (const [name, read] of Object.entries(reads)) {
    const fault = readFault(read, allowed, ports) ?? nameFault(read as Read, reads as Reads);
    if (fault !== undefined) return `its read ${name} ${fault}`;
  }
  return undefined;
}

function readFault(read: unknown, allowed: readonly Freshness[], ports: PortBook): string | undefined {
  if (!isRecord(read) || !KINDS.has(read['kind']))
    return 'must be made with cached, tally, top, series, live or digest';
  // Its kind was checked; what else it holds is checked below.
  const { kind, freshness, port, query, optional } = read as unknown as Read;
  if (optional !== undefined && typeof optional !== 'boolean') return 'has an optional that is neither true nor false';
  if (!allowed.includes(freshness)) return `is ${freshness}, which is not allowed here`;
  if (kind === 'digest') return undefined;
  if (!isPort(port)) return 'names no port';
  const wrong = ports.readFault(port);
  if (wrong !== undefined) return `names the port ${port.id}, which ${wrong}`;
  const known = ports.get(port.id) ?? port;
  if (freshness === 'live')
    return known.keep === 'log' ? `reads the log ${port.id} live, which only works for snapshots` : undefined;
  return queryFault(kind, query ?? {}, known);
}

/** `read` passed its own checks. */
function nameFault({ namedBy, port }: Read, reads: Reads): string | undefined {
  if (namedBy === undefined) return undefined;
  const by = Object.hasOwn(reads, namedBy.read) ? reads[namedBy.read] : undefined;
  if (by?.kind !== 'rows' || by.port === undefined || by.namedBy !== undefined) {
    return `takes its names from ${namedBy.read}, which does not read rows`;
  }
  const field = fieldsOf(by.port)[namedBy.field];
  if (!isRecord(field)) return `takes its names from the field ${namedBy.field}, which its port does not have`;
  const isName = namedBy.own === true ? field['type'] === 'string' : field['x-ref'] === true;
  if (!isName)
    return `takes its names from ${namedBy.field}, which is not ${namedBy.own === true ? 'an id' : 'a reference'}`;
  return port?.index?.includes('id') === true ? undefined : `looks up rows by id, but ${port?.id} has no index on it`;
}

/** What a widget's state, and whether its numbers are known, is told from. */
export function aboutFault(reads: Reads, tile: AnyWidget['tile']): string | undefined {
  const all = Object.values(reads);
  if (all.length > 0 && all.every(({ optional }) => optional === true)) {
    return 'all its reads are optional, so it would have no state';
  }
  for (const name of namesOf(tile?.about)) {
    if (!Object.hasOwn(reads, name)) return `its tile is about ${name}, which is not one of its reads`;
    if (reads[name]?.optional === true) return `its tile is about ${name}, which is optional`;
  }
  for (const { field, about } of tile?.stats ?? []) {
    const missing = namesOf(about).find((name) => !Object.hasOwn(reads, name));
    if (missing !== undefined) return `its number ${field} is about ${missing}, which is not one of its reads`;
  }
  return undefined;
}

const namesOf = (about: About | undefined): readonly string[] => [about ?? []].flat().map(String);

const isPort = (port: unknown): port is AnyPort =>
  isRecord(port) && typeof port['id'] === 'string' && isRecord(port['item']) && typeof port['key'] === 'function';

function queryFault(kind: Read['kind'], query: Query, port: AnyPort): string | undefined {
  const { since, newest, sum, limit } = query;
  if (since !== undefined && !WINDOWS.has(since)) return `has the window ${String(since)}, which does not exist`;
  if ((since !== undefined || newest !== undefined) && port.at === undefined) {
    return `uses time, but ${port.id} has no at`;
  }
  if (!isCount(newest) || !isCount(limit)) return 'limits rows to something other than a whole number above 0';
  if (kind === 'top' && query.by === undefined) return 'has no field to group by';
  if (kind === 'series') {
    const wrong = seriesFault(query, port);
    if (wrong !== undefined) return wrong;
  }
  return fieldFault(query, port) ?? sumFault(sum, port) ?? wholeLogFault(kind, query, port);
}

function seriesFault({ per, days, distinct }: Query, port: AnyPort): string | undefined {
  if (port.at === undefined) return `uses time, but ${port.id} has no at`;
  if (per === undefined || !SERIES_STEPS.includes(per)) return `has the steps ${String(per)}, which do not exist`;
  if (!isCount(days) || days === undefined || days > SERIES_DAYS) return `must cover 1 to ${SERIES_DAYS} days`;
  const isHourly = per === 'hour' || per === 'hourOfDay';
  return isHourly && distinct !== undefined ? 'counts distinct values per hour: use a day or more' : undefined;
}

const isCount = (n: unknown): boolean => n === undefined || (Number.isInteger(n) && Number(n) > 0);

function fieldFault({ where = {}, by, distinct, sum }: Query, port: AnyPort): string | undefined {
  const indexed: readonly string[] = port.index ?? [];
  const asked = [...Object.keys(where), by, distinct, sum].filter((field) => field !== undefined);
  const missing = asked.find((field) => !indexed.includes(field));
  if (missing !== undefined) return `uses ${missing}, but ${port.id} has no index on it`;
  const wrong = Object.keys(where).find((field) => ![where[field]].flat().every(isScalar));
  return wrong === undefined ? undefined : `compares ${wrong} with something other than a text, number or flag`;
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

function sumFault(sum: string | undefined, port: AnyPort): string | undefined {
  if (sum === undefined) return undefined;
  const schema = fieldsOf(port)[sum];
  const type = isRecord(schema) ? schema['type'] : undefined;
  return type === 'integer' || type === 'number' ? undefined : `adds up ${sum}, which is not a number`;
}

/** A log only grows: what is asked of all of it has to come from counters. */
function wholeLogFault(kind: Read['kind'], query: Query, port: AnyPort): string | undefined {
  const { since, newest, distinct, where = {} } = query;
  if (port.keep !== 'log' || since !== undefined || kind === 'series') return undefined;
  if (kind === 'rows')
    return newest === undefined ? `reads every row of the log ${port.id}: add since or newest` : undefined;
  if (Object.values(where).some(Array.isArray))
    return `filters the whole log ${port.id} by several values: add since, or use one value`;
  return distinct === undefined
    ? undefined
    : `counts distinct values over the whole log ${port.id}: add since, or use count and sum`;
}
