/** A dashboard over the entities of a board: numbers as tiles, lists as text, statistics as graphs. Pure. */
import { LIVE, type PackWidget } from '@sidelight/plugin-api';
import { type Board, byGroup, inSight } from '../shared/groups.js';
import { rowsOf } from '../shared/rows.js';
import { answerOf } from './answer.js';
import { type Entity, entitiesOf, listed, SNAPSHOT } from './entities.js';
import { signOf } from './looks.js';
import { rowsMarkdown } from './rows.js';

/** As many numbers as are read in passing; all the others are entities like any other. */
const TILES = 10;

/** @param publicUrl before the addresses of pictures; without it there are none */
export function dashboard(board: Board, publicUrl?: string): object {
  const entities = entitiesOf(board);
  const sections = [overview(board, entities), ...groups(board, entities, publicUrl), ...history(board, entities)];
  return { title: 'Sidelight', views: [{ title: board.title, type: 'sections', max_columns: 3, sections }] };
}

const heading = (text: string, icon: string): object => ({ type: 'heading', heading: text, icon });

const grid = (cards: readonly object[]): object => ({ type: 'grid', cards });

/** What does not answer, then the numbers that the tile of the snapshot shows, flags, and speeds with a line of the last hour. */
function overview(board: Board, entities: readonly Entity[]): object {
  const { entity } = answerOf(board);
  const shown = board.widgets.find(({ id }) => id === SNAPSHOT)?.tile.stats.map(({ field }) => field) ?? [];
  const numbers = entities.filter(({ field, kind, options }) => {
    const isOwn = options['attributes'] === undefined;
    return isOwn && (shown.includes(field.replace(/Bytes$/, '')) || shown.includes(field) || kind === 'connected');
  });
  const paces = entities.filter(({ field }) => /Bps$/.test(field));
  const tiles = [...new Set([...numbers, ...paces])].slice(0, TILES).map(tile);
  const down = {
    type: 'markdown',
    content: `<ha-alert alert-type="error">{{ states('${entity}') | e }}</ha-alert>`,
    visibility: [{ condition: 'state', entity, state_not: LIVE }],
    grid_options: { columns: 'full' },
  };
  return grid([heading(board.title, 'mdi:television-ambient-light'), down, ...tiles]);
}

const tile = ({ entityId, field, platform, options }: Entity): object => ({
  ...{ type: 'tile', entity: entityId, name: shortName(String(options['name'])) },
  ...(platform === 'sensor' ? { color: signOf(field).colour } : {}),
  ...(/Bps$/.test(field) ? { features: [{ type: 'trend-graph', hours_to_show: 1 }] } : {}),
});

function shortName(name: string): string {
  const short = name.replace(/^Sidelight /, '');
  return `${short.charAt(0).toUpperCase()}${short.slice(1)}`;
}

/** A section for each group, with a card for each of its lists. */
function groups(board: Board, entities: readonly Entity[], publicUrl?: string): readonly object[] {
  const card = (widget: PackWidget): readonly object[] => {
    const rows = rowsOf(widget);
    const entity = entities.find(
      ({ options }) => options['unique_id'] === `sidelight_${widget.id.replaceAll('-', '_')}_list`,
    );
    if (rows === null || entity === undefined) return [];
    const content = rowsMarkdown(widget, rows, entity.entityId, publicUrl);
    return [heading(widget.tile.title, widget.tile.icon.replace('-', ':')), { type: 'markdown', content }];
  };
  return byGroup(listed(board))
    .map(([, widgets]) => inSight(widgets).flatMap(card))
    .filter((cards) => cards.length > 0)
    .map(grid);
}

/** Of the numbers that are kept for ever: a month of them, sizes apart since they have another scale. */
function history(board: Board, entities: readonly Entity[]): readonly object[] {
  const shown = board.widgets.find(({ id }) => id === SNAPSHOT)?.tile.stats.map(({ field }) => field) ?? [];
  const own = entities.filter(({ options }) => options['attributes'] === undefined);
  const counts = own.filter(({ field, kind }) => kind === 'number' && shown.includes(field));
  const sizes = own.filter(({ kind }) => kind === 'bytes');
  const graphs = [counts, sizes].filter((some) => some.length > 0).map(graph);
  return graphs.length === 0 ? [] : [grid([heading('Over time', 'mdi:chart-line'), ...graphs])];
}

const graph = (entities: readonly Entity[]): object => ({
  type: 'statistics-graph',
  ...{ chart_type: 'line', period: 'day', days_to_show: 30, stat_types: ['mean'] },
  entities: entities.map(({ entityId, options }) => ({ entity: entityId, name: shortName(String(options['name'])) })),
});
