/** What the server does by itself. Pure. */
import type { ItemIn, mediaJobs } from '@sidelight/plugin-api';
import type * as up from './upstream.js';
import { countOf, flagOf, textOf } from './values.js';

/**
 * The tasks of the nightly maintenance, of which Plex tells neither when they ran nor how it went, and whatever it is
 * at. `progress` is -1 where it cannot be told.
 */
export const jobsOf = (
  tasks: readonly up.ButlerTask[],
  activities: readonly up.Activity[],
): readonly ItemIn<typeof mediaJobs>[] => [
  ...activities.map(({ uuid, title, type, subtitle, progress }) => ({
    id: uuid,
    name: [textOf(title) ?? textOf(type) ?? uuid, textOf(subtitle)].filter((text) => text !== undefined).join(': '),
    state: 'running' as const,
    progress: percentOf(progress),
  })),
  ...tasks
    .filter(({ enabled }) => flagOf(enabled) !== false)
    .map(({ name, title }) => ({ id: name, name: textOf(title) ?? name, result: 'unknown' as const })),
];

function percentOf(progress: up.Loose): number | undefined {
  const told = countOf(progress);
  return told === undefined ? undefined : Math.min(told, 100);
}
