/** The programs whose histories can be imported. What reads each is loaded when it is asked for. */
import type { Format } from '../told.js';

export const FORMATS: readonly Format[] = [
  {
    id: 'tautulli',
    title: 'Tautulli',
    file: 'tautulli.db, or a backup of it (.db or .db.zip)',
    isLocal: false,
    load: async () => (await import('./tautulli.js')).readTautulli,
  },
  {
    id: 'jellystat',
    title: 'Jellystat',
    file: 'a backup (.json) of Jellystat or a program based on it',
    isLocal: true,
    load: async () => (await import('./jellystat.js')).readJellystat,
  },
  {
    id: 'playback-reporting',
    title: 'Playback Reporting',
    file: 'a backup (.tsv), or playback_reporting.db from Jellyfin’s data folder',
    isLocal: true,
    load: async () => (await import('./playback-reporting.js')).readPlaybackReporting,
  },
  {
    id: 'streamystats',
    title: 'Streamystats',
    file: 'an export (.json)',
    isLocal: true,
    load: async () => (await import('./streamystats.js')).readStreamystats,
  },
];
