/** Picks the derivations that a batch calls for, by port, and applies them before the batch is committed. */
import { type AnyPort, mediaPlayback, mediaSessions, opsHealth } from '@sidelight/plugin-api';
import type { Batch, Change } from '../cache/cache.js';
import { type Derivation, type DerivationSettings, rememberChange, stateAfter } from './derivation.js';
import { corePlays, type Play, record, type Session } from './recorder.js';
import { stallDerivation } from './stall-derivation.js';

/** Runs the history recorder over each batch that says who plays what. */
const playbackDerivation: Derivation = {
  port: mediaSessions,
  memory: corePlays,
  fills: mediaPlayback,
  derive({ batch, committed, memory, settings }) {
    const sessions = [...stateAfter(mediaSessions, committed, batch.changes).values()] as Session[];
    const { plays, rows } = record(memory as readonly Play[], sessions, new Date(batch.at), settings.history);
    return [
      ...batch.changes,
      ...(rows.length === 0 ? [] : [{ port: mediaPlayback.id, kind: 'append' as const, items: rows }]),
      ...rememberChange(corePlays, memory, plays),
    ];
  },
};

/** A plugin may fill `ops.health` with what its upstream watches over: the core's own row about the integration stays. */
const healthDerivation: Derivation = {
  port: opsHealth,
  comparesRows: true,
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

const DERIVATIONS: readonly Derivation[] = [playbackDerivation, stallDerivation, healthDerivation];

/** What is committed of one source: what derivations are told of the past. */
export interface Past {
  rows(port: AnyPort): Promise<readonly object[]>;
  /** ISO time when the port was last fresh. */
  fetchedAt(port: AnyPort): string | undefined;
}

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
    if (concerns(derivation, batch, fills)) derived = await applyTo(derived, derivation, settings, past);
  }
  return derived;
}

/** Ids of the ports that the core fills for a source whose tasks fill these. */
export const derivedPorts = (fills: ReadonlySet<string>): readonly string[] =>
  DERIVATIONS.flatMap(({ port, fills: derived }) =>
    derived !== undefined && fills.has(port.id) && !fills.has(derived.id) ? [derived.id] : [],
  );

const concerns = ({ port, fills: derived }: Derivation, batch: Batch, fills: ReadonlySet<string>): boolean =>
  (batch.fills.includes(port.id) || batch.changes.some((change) => change.port === port.id)) &&
  (derived === undefined || !fills.has(derived.id));

async function applyTo(batch: Batch, derivation: Derivation, settings: DerivationSettings, past: Past): Promise<Batch> {
  const { port, memory, comparesRows, fills: derived } = derivation;
  const replaced = batch.changes.some((change) => change.port === port.id && change.kind === 'replace');
  const changes = derivation.derive({
    batch,
    committed: replaced && comparesRows !== true ? [] : await past.rows(port),
    memory: memory === undefined ? [] : await past.rows(memory),
    previousAt: past.fetchedAt(port),
    settings,
  });
  const fresh = derived !== undefined && batch.fills.includes(port.id) ? [derived.id] : [];
  return { ...batch, changes, fills: [...batch.fills, ...fresh] };
}
