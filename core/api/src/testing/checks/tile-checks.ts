/** What the tiles of a plugin's widgets name: dashboards know no other groups, formats, icons and actions. */
import type { AnyAction } from '../../action.js';
import { isRecord } from '../../host/is-record.js';
import * as vocabulary from '../../vocabulary/index.js';
import type { AnyWidget, Format, TileGroup } from '../../widget.js';
import { iconNames } from '../icon-names.js';
import { startIntegration } from '../test-integration.js';
import { type Check, demand, type Subject } from './check.js';

export const tileChecks: readonly Check[] = [
  {
    title: 'its tiles name groups, formats, icons and actions that there are',
    contributions: true,
    run: checkTiles,
  },
];

const GROUPS: Readonly<Record<TileGroup, true>> = {
  overview: true,
  playback: true,
  library: true,
  queue: true,
  calendar: true,
  integrations: true,
  ops: true,
};

const FORMATS: Readonly<Record<Format, true>> = {
  number: true,
  bytes: true,
  bitrate: true,
  percent: true,
  duration: true,
  date: true,
  text: true,
  flag: true,
};

const ICON = /^mdi-[a-z0-9]+(-[a-z0-9]+)*$/;

const vocabularyActions = Object.values(vocabulary).filter((one): one is AnyAction => 'touches' in one);

async function checkTiles(subject: Subject): Promise<void> {
  const tiled = (subject.plugin.widgets ?? []).filter(({ tile }) => isRecord(tile) && Array.isArray(tile.stats));
  if (tiled.length === 0) return;
  const actions = await actionIds(subject);
  for (const widget of tiled) checkTile(widget, actions, iconNames(subject.root));
}

function checkTile({ id, tile }: AnyWidget, known: ReadonlySet<string>, icons: ReadonlySet<string> | undefined): void {
  if (tile === undefined) return;
  const { group, icon, stats, actions = [] } = tile;
  const says = (sentence: string): string => `the tile of widget ${id} ${sentence}`;
  demand(group in GROUPS, says(`has the group ${group}, which is none of ${Object.keys(GROUPS).join(', ')}`));
  for (const { field, format } of stats) {
    demand(format in FORMATS, says(`shows ${field} as ${format}, which is none of ${Object.keys(FORMATS).join(', ')}`));
  }
  demand(ICON.test(icon), says(`has the icon ${icon}, which is not like mdi-play-circle`));
  demand(icons?.has(icon.slice('mdi-'.length)) ?? true, says(`has the icon ${icon}, which Material Design Icons lack`));
  const missing = actions.find((action) => !known.has(action));
  demand(missing === undefined, says(`offers the action ${missing}, which neither the plugin nor the vocabulary has`));
}

/** Those of the vocabulary, and those that an integration of the plugin handles. */
async function actionIds({ plugin, sample }: Subject): Promise<ReadonlySet<string>> {
  const started = startIntegration(plugin, sample());
  await started.stop();
  const own = (started.integration.actions ?? []).map(({ action }) => action);
  return new Set([...vocabularyActions, ...own].map(({ id }) => id));
}
