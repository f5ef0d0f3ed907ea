/** Picks the derivations that a batch calls for, by port, and applies them before the batch is committed. */
import { type AnyPort, mediaPlayback, mediaSessions, opsHealth } from '@sidelight/plugin-api';
import type { Batch, Change } from '../cache/cache.js';
import { corePlays, type Play, type Session } from './core-plays.js';
import type { Look } from './credit.js';
import { type Derivation, type DerivationSettings, type Past, rememberChange, stateAfter } from './derivation.js';
import { gapDerivation } from './gap-derivation.js';
import { ignoreDerivation } from './ignore-derivation.js';
import { playtimeDerivation, streamsDerivation } from './playtime.js';
import { present, record } from './recorder.js';
import { stallDerivation } from './stall-derivation.js';

const lookAt = (at: string, before: string | undefined): Look => ({
  now: Date.parse(at),
  before: before === undefined ? undefined : Date.parse(before),
});

/** Runs the history recorder over each batch that says who plays what, and takes out of it who is not there any more. */
const playbackDerivation: Derivation = {
  port: mediaSessions,
  memory: corePlays,
  fills: mediaPlayback,
  everyLook: true,
  derive({ batch, committed, memory, previousAt, settings }) {
    const sessions = [...stateAfter(mediaSessions, committed, batch.changes).values()] as Session[];
    const look = lookAt(batch.at, previousAt);
    const { plays, rows } = record(memory as readonly Play[], sessions, look, settings.history);
    const there = new Set(present(memory as readonly Play[], sessions, look));
    const gone = sessions.filter((session) => !there.has(session)).map(({ id }) => id);
    return [
      ...batch.changes,
      ...(gone.length === 0 ? [] : [{ port: mediaSessions.id, kind: 'patch' as const, upsert: [], remove: gone }]),
      ...(rows.length === 0 ? [] : [{ port: mediaPlayback.id, kind: 'append' as const, items: rows }]),
      ...rememberChange(corePlays, memory, plays),
    ];
  },
  admit: (rows, memory, at, previousAt) =>
    present(memory as readonly Play[], rows as readonly Session[], lookAt(at, previousAt)),
};

/** A plugin may fill `ops.health` with what its upstream watches over: the core's own row about the integration stays. */
const healthDerivation: Derivation = {
  port: opsHealth,
  comparesRows: true,
  isTimeless: true,
  derive({ batch, committed }) {
    const own = committed.filter((row) => opsHealth.key(row as never) === batch.source);
    return batch.changes.map((change) => (change.port === opsHealth.id ? sparing(change, batch.source, own) : change));
  },
};

function sparing(change: Change, id: string, own: readonly object[]): Change {
  const foreign = (items: readonly object[]) => items.filter((item) => opsHealth.key(item as never) !== id);
  if (change.kind === 'replace') return { ...change, items: [...foreign(change.items), ...own] };
  if (change.kind === 'append') return change;
  return { ...change, upsert: foreign(change.upsert), remove: change.remove.filter((key) => key !== id) };
}

/** What one fills, the next may go by. */
const DERIVATIONS: readonly Derivation[] = [
  playbackDerivation,
  gapDerivation,
  ignoreDerivation,
  playtimeDerivation,
  streamsDerivation,
  stallDerivation,
  healthDerivation,
];

/**
 * @param fills ids of all ports that the tasks of the batch's source fill: what a source tells by itself is not derived
 */
export async function deriveBatch(
  batch: Batch,
  fills: ReadonlySet<string>,
  settings: DerivationSettings,
  past: Past,
): Promise<Batch> {
  let derived = batch;
  for (const derivation of DERIVATIONS) {
    if (concerns(derivation, derived, fills)) derived = await applyTo(derived, derivation, settings, past);
  }
  return derived;
}

/**
 * Whether the same batch comes to the same at another time, too: as long as the memories of its derivations are empty, and only
 * then. null: what is derived of it goes by the clock.
 */
export function lastingPorts(
  batch: Batch,
  fills: ReadonlySet<string>,
): { readonly memories: readonly AnyPort[] } | null {
  const concerned = DERIVATIONS.filter((one) => one.isTimeless !== true && concerns(one, batch, fills));
  const told = new Set(batch.changes.filter((change) => !isNothing(change)).map(({ port }) => port));
  if (concerned.some(({ port }) => told.has(port.id))) return null;
  return { memories: concerned.flatMap(({ memory }) => memory ?? []) };
}

/** It says that there is nothing, or nothing new. */
const isNothing = (change: Change): boolean =>
  change.kind === 'patch' ? change.upsert.length + change.remove.length === 0 : change.items.length === 0;

/**
 * Rows that a source was asked for just now, without those that its tasks' batches would be rid of.
 * @param at ISO time of the answer
 */
export async function admitLive(
  port: AnyPort,
  rows: readonly object[],
  at: string,
  past: Omit<Past, 'named'>,
): Promise<readonly object[]> {
  const derivation = DERIVATIONS.find(({ port: { id }, admit }) => id === port.id && admit !== undefined);
  if (derivation?.admit === undefined || rows.length === 0) return rows;
  const memory = derivation.memory === undefined ? [] : await past.rows(derivation.memory);
  return derivation.admit(rows, memory, at, past.fetchedAt(port));
}

/** Ids of the ports that the core fills for a source whose tasks fill these. */
export function derivedPorts(fills: ReadonlySet<string>): readonly string[] {
  const filled = new Set(fills);
  const derived = new Set<string>();
  for (const { port, fills: more } of DERIVATIONS) {
    if (more === undefined || fills.has(more.id) || !filled.has(port.id)) continue;
    filled.add(more.id);
    derived.add(more.id);
  }
  return [...derived];
}

const concerns = ({ port, fills: derived }: Derivation, batch: Batch, fills: ReadonlySet<string>): boolean =>
  (batch.fills.includes(port.id) || batch.changes.some((change) => change.port === port.id)) &&
  (derived === undefined || !fills.has(derived.id));

/** Whether later batches do not make up for this one. One that moves a cursor is told again from where the cursor stands. */
export const isLook = (batch: Batch, fills: ReadonlySet<string>): boolean =>
  batch.cursor === undefined &&
  DERIVATIONS.some((derivation) => derivation.everyLook === true && concerns(derivation, batch, fills));

async function applyTo(batch: Batch, derivation: Derivation, settings: DerivationSettings, past: Past): Promise<Batch> {
  const { port, memory, fills: derived } = derivation;
  const changes = await derivation.derive({
    batch,
    committed: await committedOf(derivation, batch, past),
    memory: memory === undefined ? [] : await past.rows(memory),
    previousAt: past.fetchedAt(port),
    settings,
    past,
  });
  const fresh = derived !== undefined && batch.fills.includes(port.id) ? [derived.id] : [];
  return { ...batch, changes, fills: [...batch.fills, ...fresh] };
}

async function committedOf({ port, comparesRows, sees }: Derivation, batch: Batch, past: Past) {
  const changes = batch.changes.filter((change) => change.port === port.id);
  if (sees === 'nothing') return [];
  if (comparesRows !== true && changes.some(({ kind }) => kind === 'replace')) return [];
  if (sees !== 'named') return past.rows(port);
  const keys = changes.flatMap((change) =>
    change.kind === 'patch'
      ? [...change.remove, ...change.upsert.map((item) => port.key(item))]
      : change.items.map((item) => port.key(item)),
  );
  return keys.length === 0 ? [] : past.named(port, [...new Set(keys)]);
}
