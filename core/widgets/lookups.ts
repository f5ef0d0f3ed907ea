/** Answers a lookup: it asks step by step, and all its live questions together have to be answered in time. */
import type { AnyLookup, Read } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { type Projector, projectorOf } from '@sidelight/plugin-api/host';
import { CodedError, type ErrorId } from '../ground/errors.js';
import type { PluginSettings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { Reader } from './reader.js';
import type { Variant } from './variant.js';

export interface LookupParts {
  readonly reader: Pick<Reader, 'ask' | 'people' | 'veil'>;
  readonly registry: { settingsOf(lookup: AnyLookup): PluginSettings };
  readonly clock: Pick<Clock, 'now'>;
}

/** Dashboards give up after 5 s. */
const ANSWER_MS = 3500;

const projectors = new WeakMap<AnyLookup, Projector>();

const CODES: ReadonlyMap<unknown, ErrorId> = new Map([
  ['not_found', 'not_found'],
  ['refused', 'bad_request'],
] as const);

/**
 * The declared fields of the answer, or null: there is no such thing.
 * @param params as they were checked by the lookup's schema
 * @throws not_found, bad_request with the lookup's own sentence
 */
export async function answerLookup(
  lookup: AnyLookup,
  params: Readonly<Record<string, unknown>>,
  variant: Variant,
  { reader, registry, clock }: LookupParts,
): Promise<object | null> {
  const now = clock.now();
  const until = now.getTime() + ANSWER_MS;
  const ask = <Out>(read: Read<Out>): Promise<Out> => reader.ask(read, variant, until);
  const { zone, limit, privacy } = variant;
  const context = {
    now,
    zone,
    limit,
    settings: registry.settingsOf(lookup),
    query: {},
    people: reader.people(privacy),
  };
  const answer = await asked(() => lookup.answer(ask, params, context));
  if (answer === null) return null;
  const fields = projectorFor(lookup)(answer) as object;
  const veil = reader.veil(privacy);
  return veil === null ? fields : JSON.parse(veil.shown(JSON.stringify(veil.payload(lookup.response, fields))));
}

async function asked<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? CODES.get(error.code) : undefined;
    throw code === undefined ? error : new CodedError(code, messageOf(error), { cause: error });
  }
}

function projectorFor(lookup: AnyLookup): Projector {
  const projector = projectors.get(lookup) ?? projectorOf(lookup.response);
  projectors.set(lookup, projector);
  return projector;
}
