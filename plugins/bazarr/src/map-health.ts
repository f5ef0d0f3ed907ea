/** What Bazarr itself finds wrong: its checks, providers that it leaves alone, managers that it hears nothing of. Pure. */
import type { ItemIn, opsHealth } from '@sidelight/plugin-api';
import { withoutFolders } from '@sidelight/servarr';
import type { Badges, HealthIssue, Provider, Task } from './upstream.js';

type HealthRow = ItemIn<typeof opsHealth>;

export interface Watched {
  readonly issues: readonly HealthIssue[];
  readonly providers: readonly Provider[];
  readonly badges: Badges;
  readonly tasks: readonly Task[];
}

interface Watcher {
  /** The integration's id. */
  readonly id: string;
  readonly now: Date;
}

export function healthRows({ issues, providers, badges, tasks }: Watched, { id, now }: Watcher): readonly HealthRow[] {
  const wrong = {
    ok: false,
    refused: false,
    severity: 'warn' as const,
    checkedAt: now.toISOString(),
  };
  return [
    ...issues.map(({ object, issue }, index) => ({
      ...wrong,
      id: `health-${index + 1}`,
      name: id,
      type: 'Health',
      message: `${withoutFolders(object)}: ${withoutFolders(issue)}`,
    })),
    ...silentManagers(badges, tasks).map((manager) => ({
      ...wrong,
      id: `silent-${manager.toLowerCase()}`,
      name: id,
      type: 'Connection',
      message: `hears nothing of ${manager}: look whether it runs, and at its address and key there`,
    })),
    ...providers.filter(isThrottled).map(({ name, status }) => ({
      ...wrong,
      id: `provider-${name}`,
      name,
      type: 'Provider of subtitles',
      about: `subtitle provider ${name}`,
      message: `is left alone for a while after ${status}`,
    })),
  ];
}

const isThrottled = ({ status }: Provider): boolean => status !== 'Good';

const SYNCS = [
  ['update_series', 'sonarr_signalr', 'Sonarr'],
  ['update_movies', 'radarr_signalr', 'Radarr'],
] as const;

/** It syncs with those alone that it has; of one that is down it says nothing else. */
const silentManagers = (badges: Badges, tasks: readonly Task[]): readonly string[] =>
  SYNCS.filter(([task, signal]) => tasks.some(({ job_id }) => job_id === task) && badges[signal] === '').map(
    ([, , manager]) => manager,
  );
