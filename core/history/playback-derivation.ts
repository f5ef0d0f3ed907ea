/** Runs the history recorder over each batch that says who plays what. */
import { mediaPlayback, mediaSessions } from '@sidelight/plugin-api';
import { type Derivation, rememberChange, stateAfter } from './derivation.js';
import { corePlays } from './plays.js';
import { type Play, record, type Session } from './recorder.js';

export const playbackDerivation: Derivation = {
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
