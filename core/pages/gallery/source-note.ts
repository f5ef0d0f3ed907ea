/** Why a tile may not show what it should, in a sentence. Pure. */
import { ago, span } from '@sidelight/plugin-api';
import { isRecord } from '../../ground/path.js';

export interface Note {
  /** off: nothing is wrong, nothing is connected either. */
  readonly tone: 'off' | 'warn' | 'bad';
  readonly text: string;
}

interface Source {
  readonly id: string;
  readonly state: string;
  readonly fetchedAt: string | null;
  readonly since: string | null;
}

/** @param payload as it was parsed: `sourceState` and `sources` may be missing or wrong */
export function sourceNote(payload: Readonly<Record<string, unknown>>, now: Date): Note | null {
  const bad = sourcesOf(payload['sources']).filter(({ state }) => state !== 'ok');
  switch (payload['sourceState']) {
    case 'ok':
      return null;
    case 'disconnected':
      return { tone: 'off', text: 'No source supplies this' };
    case 'stale':
      return { tone: 'warn', text: lastAnswer(bad, now) ?? 'This is the last good answer: the widget fails now' };
    case 'down':
      return { tone: 'bad', text: lastAnswer(bad, now) ?? 'Nothing answers' };
    default:
      return { tone: 'bad', text: 'This answer does not say where it comes from' };
  }
}

/** Who is not well, with the oldest of their answers; undefined when all are. */
function lastAnswer(sources: readonly Source[], now: Date): string | undefined {
  if (sources.length === 0) return undefined;
  const names = sources.map(({ id }) => id).join(', ');
  const [oldest = null] = sources.map(({ fetchedAt }) => fetchedAt).sort((a, b) => (a ?? '').localeCompare(b ?? ''));
  const are = sources.length === 1 ? 'is' : 'are';
  if (sources.every(({ state }) => state !== 'down')) {
    return `${names} ${are} late: ${oldest === null ? 'no answer yet' : `last answer ${ago(oldest, now)}`}`;
  }
  const [since] = sources.flatMap(({ since }) => since ?? []).sort();
  const have = sources.length === 1 ? 'has' : 'have';
  const down = since === undefined ? `${names} ${are} down` : `${names} ${have} been down for ${ageOf(since, now)}`;
  return `${down}: ${oldest === null ? 'no answer yet' : `last answer ${ageOf(oldest, now)} ago`}`;
}

/** In seconds too: nothing that is down answered "just now". */
const ageOf = (iso: string, now: Date): string => span((now.getTime() - Date.parse(iso)) / 1000);

const sourcesOf = (value: unknown): readonly Source[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one['id'] !== 'string' || typeof one['state'] !== 'string') return [];
    const { id, state, fetchedAt, since } = one;
    return [{ id, state, fetchedAt: timeOf(fetchedAt), since: timeOf(since) }];
  });

const timeOf = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;
