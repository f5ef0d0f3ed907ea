/** Why a tile may not show what it should, in a sentence. Pure. */
import { ago } from '@sidelight/plugin-api';
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
  const state = sources.some(({ state }) => state === 'down') ? 'down' : 'late';
  const [oldest = null] = sources.map(({ fetchedAt }) => fetchedAt).sort((a, b) => (a ?? '').localeCompare(b ?? ''));
  const answer = oldest === null ? 'no answer yet' : `last answer ${ago(oldest, now)}`;
  return `${names} ${sources.length === 1 ? 'is' : 'are'} ${state}: ${answer}`;
}

const sourcesOf = (value: unknown): readonly Source[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one['id'] !== 'string' || typeof one['state'] !== 'string') return [];
    const { id, state, fetchedAt } = one;
    const isTime = typeof fetchedAt === 'string' && !Number.isNaN(Date.parse(fetchedAt));
    return [{ id, state, fetchedAt: isTime ? fetchedAt : null }];
  });
