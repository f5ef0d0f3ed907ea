/** What has a date in the answer of a widget, as an iCalendar file. */
import type { AgendaEvent } from '@sidelight/plugin-api';
import { createEvents, type DateArray, type EventAttributes } from 'ics';
import { LRUCache } from 'lru-cache';
import { type Payload, readyPayload } from '../widgets/payload.js';

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';
/** As many as a file may have. */
export const MOST_EVENTS = 1000;
/** An entry whose end nobody knows. */
const MINUTES = 60;
const KEPT = 20;

export interface AgendaOf {
  /** What calendars call it. */
  readonly title: string;
  agenda(payload: unknown): readonly AgendaEvent[];
}

/** Files that were made of payloads, each once. */
export class Agendas {
  private readonly made = new LRUCache<string, Payload>({ max: KEPT });

  of(payload: Payload, { title, agenda }: AgendaOf): Payload {
    const key = `${title} ${payload.etag}`;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const file = calendarFile(title, agenda(JSON.parse(payload.bytes.toString())));
    const made = readyPayload(Buffer.from(file), key, CALENDAR_TYPE);
    this.made.set(key, made);
    return made;
  }
}

/** @throws what the library says of an event that is none */
export function calendarFile(title: string, events: readonly AgendaEvent[]): string {
  const header = { productId: '-//Sidelight//EN', method: 'PUBLISH', calName: title };
  const { error, value } = createEvents(events.map(entryOf), header);
  if (error !== undefined && error !== null) throw error;
  return value ?? '';
}

/** A day without an hour is that day everywhere; an hour is the same moment everywhere. Nobody is busy because of either. */
function entryOf({ id, title, text, kind, day, at, minutes = MINUTES }: AgendaEvent): EventAttributes {
  const when: EventAttributes =
    at === undefined
      ? { start: numbersOf(day), end: numbersOf(day, 1) }
      : { start: Date.parse(at), startInputType: 'utc', startOutputType: 'utc', duration: { minutes } };
  return {
    ...when,
    uid: `${id}@sidelight`,
    title,
    busyStatus: 'FREE',
    transp: 'TRANSPARENT',
    ...(text === undefined || text === '' ? {} : { description: text }),
    ...(kind === undefined ? {} : { categories: [kind] }),
  };
}

/** @param later so many days after it */
function numbersOf(day: string, later = 0): DateArray {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + later);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}
