/** How fresh what a tile shows is, in the few words that have room on it. Pure. */
import { LIVE, type SourceState, span, UNKNOWN } from '@sidelight/plugin-api';
import { CORE } from '../ops/notices.js';
import type { Sources } from '../plugins/source.js';

/** How many are named. */
const NAMED = 2;

/** @param sources those that the tile is about; none: nobody supplies it */
export function freshnessOf(sources: readonly SourceState[], nameOf: (id: string) => string, now: Date): string {
  if (sources.length === 0) return UNKNOWN;
  const late = sources.filter(({ state }) => state !== 'ok');
  if (late.length === 0) return LIVE;
  const down = late.filter(({ state }) => state === 'down');
  const told = down.length > 0 ? down : late;
  const who = listed(told.map(({ id }) => nameOf(id)));
  // Of those told of, the first that was never heard, else the oldest.
  const [oldest = null] = told.map(({ fetchedAt }) => fetchedAt).sort((a, b) => (a ?? '').localeCompare(b ?? ''));
  if (oldest === null) return down.length > 0 ? `${who} down, no answer yet` : `${who}: no answer yet`;
  return `${who} ${down.length > 0 ? 'down' : 'late'}, ${ageOf(oldest, now)}`;
}

/** Of an answer that could not be made anew, though its sources may be well. */
export const oldAnswer = (at: string, now: Date): string => `Not renewed, ${ageOf(at, now)}`;

/** It becomes another one as time goes by. */
export const ages = (freshness: string): boolean => freshness !== LIVE && freshness !== UNKNOWN;

/** In whole minutes: what tells two answers apart changes no more often. */
function ageOf(iso: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(iso)) / 1000;
  return seconds < 60 ? 'under 1 min old' : `${span(seconds)} old`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** By what people know it: the title of its plugin, or its own id where that plugin has several. */
export function nameOf(sources: Pick<Sources, 'all' | 'get'>, id: string): string {
  if (id === CORE) return 'Sidelight';
  const plugin = sources.get(id)?.plugin;
  const ofIt = sources.all().filter((source) => source.plugin.id === plugin?.id);
  return plugin === undefined || ofIt.length > 1 ? id : plugin.title;
}
