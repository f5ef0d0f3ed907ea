/** What can be connected, in the order in which it is offered, with a picture for each kind. Pure. */
import { type AnyPlugin, PLUGIN_KINDS, type PluginKind } from '@sidelight/plugin-api';

export interface Offered {
  readonly id: string;
  readonly title: string;
  /** SVG, drawn here: no program's own logo. */
  readonly mark: string;
}

export interface OfferedKind {
  readonly title: string;
  readonly plugins: readonly Offered[];
}

/** Lines on a field of 24 by 24. */
const MARKS: Readonly<Record<PluginKind, string>> = {
  media: 'M4 5h16v11H4z M9 20h6 M10.5 8v5l4-2.5z',
  requests: 'M4 5h16v11h-9l-4 4v-4H4z M12 8v5 M9.5 10.5h5',
  releases: 'M5 6h14v14H5z M5 10h14 M9 3v4 M15 3v4 M9 15l2 2 4-4',
  downloads: 'M12 4v11 M7.5 11l4.5 4.5 4.5-4.5 M5 20h14',
  indexers: 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12z M15 15l5 5',
  feeds: 'M5 19h.01 M5 12a7 7 0 0 1 7 7 M5 5a14 14 0 0 1 14 14',
  subtitles: 'M3 6h18v12H3z M6 14h5 M13.5 14H18 M6 10.5h8',
  transcoding: 'M5 9a7.5 7.5 0 0 1 13-2l1 1.5 M19 4v4.5h-4.5 M19 15a7.5 7.5 0 0 1-13 2l-1-1.5 M5 20v-4.5h4.5',
  invites: 'M3.5 6h17v12h-17z M3.5 7l8.5 6.5L20.5 7',
  cleanup: 'M6 8h12l-1 12H7z M4 8h16 M9.5 8V5h5v3 M10 12v5 M14 12v5',
  newsletters: 'M4 4h13v16H6a2 2 0 0 1-2-2z M17 9h3v9a2 2 0 0 1-3 2 M7.5 8h6 M7.5 12h6 M7.5 16h4',
  other: 'M5 5h5v5H5z M14 5h5v5h-5z M5 14h5v5H5z M14 14h5v5h-5z',
};

export const markOf = ({ kind = 'other' }: Pick<AnyPlugin, 'kind'>): string =>
  `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${MARKS[kind]}"/></svg>`;

/** Those that make integrations, by what they connect. */
export function offeredKinds(plugins: readonly AnyPlugin[]): readonly OfferedKind[] {
  const offered = plugins.filter(({ create }) => create !== undefined);
  return Object.entries(PLUGIN_KINDS)
    .map(([kind, title]) => ({
      title,
      plugins: offered
        .filter((plugin) => (plugin.kind ?? 'other') === kind)
        .map((plugin) => ({ id: plugin.id, title: plugin.title, mark: markOf(plugin) }))
        .sort((a, b) => a.title.localeCompare(b.title)),
    }))
    .filter((one) => one.plugins.length > 0);
}
