/** Plays that are written say their library; those that `history.ignore` names go aside, and count nowhere. */
import { mediaPlayback } from '@sidelight/plugin-api';
import type { Change } from '../cache/cache.js';
import type { Playback } from './core-plays.js';
import type { Derivation } from './derivation.js';
import { coreIgnored, ignoringOf, isIgnored, withLibraries } from './ignored.js';

export const ignoreDerivation: Derivation = {
  port: mediaPlayback,
  sees: 'nothing',
  async derive({ batch, settings, past }) {
    const ignoring = await ignoringOf(batch.source, settings, past);
    const changes: Change[] = [];
    for (const change of batch.changes) {
      if (change.port !== mediaPlayback.id) {
        changes.push(change);
        continue;
      }
      const items = change.kind === 'patch' ? change.upsert : change.items;
      const plays = await withLibraries(items as readonly Playback[], past);
      const aside = ignoring === null ? [] : plays.filter((play) => isIgnored(play, ignoring));
      const kept = plays.filter((play) => !aside.includes(play));
      changes.push(change.kind === 'patch' ? { ...change, upsert: kept } : { ...change, items: kept });
      if (aside.length > 0) changes.push(...setAside(aside));
    }
    return changes;
  },
};

const setAside = (plays: readonly Playback[]): readonly Change[] => [
  { port: mediaPlayback.id, kind: 'patch', upsert: [], remove: plays.map(mediaPlayback.key) },
  { port: coreIgnored.id, kind: 'append', items: plays },
];
