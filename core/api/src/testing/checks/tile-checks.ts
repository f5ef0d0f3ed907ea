/** What the tiles of a plugin's widgets name: dashboards know no other groups, formats, icons and actions. */
import type { AnyAction } from '../../action.js';
import { isRecord } from '../../host/is-record.js';
import { FORMATS, TILE_GROUPS } from '../../tile.js';
import * as vocabulary from '../../vocabulary/index.js';
import type { AnyWidget } from '../../widget.js';
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
  demand(
    Object.hasOwn(TILE_GROUPS, group),
    says(`has the group ${group}, which is not one of ${Object.keys(TILE_GROUPS).join(', ')}`),
  );
  for (const { field, format } of stats) {
    demand(FORMATS.includes(format), says(`shows ${field} as ${format}, which is not one of ${FORMATS.join(', ')}`));
  }
  demand(ICON.test(icon), says(`has the icon ${icon}, which must look like mdi-play-circle`));
  demand(
    icons?.has(icon.slice('mdi-'.length)) ?? true,
    says(`has the icon ${icon}, which Material Design Icons do not have`),
  );
  const missing = actions.find((action) => !known.has(action));
  demand(
    missing === undefined,
    says(`offers the action ${missing}, which neither the plugin nor the vocabulary declares`),
  );
}

/** Those of the vocabulary, and those that an integration of the plugin handles. */
async function actionIds({ plugin, sample, settings }: Subject): Promise<ReadonlySet<string>> {
  const known = vocabularyActions.map(({ id }) => id);
  if (plugin.create === undefined) return new Set(known);
  const started = startIntegration(plugin, sample(), { settings: settings() });
  await started.stop();
  return new Set([...known, ...(started.integration.actions ?? []).map(({ action }) => action.id)]);
}
