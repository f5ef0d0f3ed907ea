/** Groups of Homepage's services.yaml: every tile as a service that asks once, by a customapi widget. */
import { definePack, type PackInput, type PackWidget } from '@sidelight/plugin-api';
import { type Board, boardsOf, byGroup, titlesOf } from './shared/groups.js';
import { rowsOf } from './shared/rows.js';
import { type Stat, statsOf } from './shared/stats.js';

/** A block draws no more than these, and leaves the rest out without a word. */
const BLOCK_STATS = 4;
const ROWS = 5;

const head = ({
  id,
}: Board): string => `Sidelight for Homepage, ${id === 'wall' ? 'for everybody' : 'for those who run it'}: add these groups to your services.yaml.
Make a key of scope widgets-only (sidelight keys create homepage) and give it to Homepage
in its environment as HOMEPAGE_VAR_SIDELIGHT_KEY; it is put in where the name stands below.
Tiles with numbers say what is wrong; those with rows stay empty then, so that it is said once. How old
rows are is said by a tile of its own, Lists up to date: a list has no place for it.`;

export const pack = definePack({
  id: 'homepage',
  title: 'Homepage',
  summary: 'Add the groups to your services.yaml, and set HOMEPAGE_VAR_SIDELIGHT_KEY to a key.',
  files: (input) =>
    boardsOf(input.widgets).map((board) => ({
      path: `homepage/${board.id}.yaml`,
      head: head(board),
      yaml: servicesOf(board, input),
    })),
});

/** What is for those who run Sidelight is one group: its names would be those of the wall again. */
function servicesOf({ id, title, widgets }: Board, input: PackInput): readonly object[] {
  const groups = id === 'wall' ? byGroup(widgets) : [[title, widgets] as const];
  return groups.map(([group, members], index) => {
    const titles = titlesOf(members);
    const services = members.map((widget, place) => ({
      [titles.get(widget) ?? widget.id]: serviceOf(widget, input, index === 0 && place === 0),
    }));
    return { [group]: index === 0 ? [...services, ...freshnessOf(widgets, input)] : services };
  });
}

/** Of all tiles with rows, which have no place for it: by one request. None where there are no such tiles. */
function freshnessOf(widgets: readonly PackWidget[], { baseUrl }: PackInput): readonly object[] {
  const listed = widgets.filter((widget) => rowsOf(widget) !== null);
  if (listed.length === 0) return [];
  const titles = titlesOf(listed);
  const bundle = { path: `/api/widgets/bundle?widgets=${listed.map(({ id }) => id).join(',')}&limit=1` };
  const widget = {
    ...customApi({ ...bundle, freshness: 'cached' }, baseUrl),
    display: 'list',
    mappings: listed.map((one) => ({
      field: `widgets.${one.id}.body.freshness`,
      label: titles.get(one) ?? one.id,
    })),
  };
  return [
    {
      'Lists up to date': {
        href: baseUrl,
        icon: 'mdi-clock-check-outline',
        description: 'How old the rows are',
        widget,
      },
    },
  ];
}

/** @param isFirst the one whose dot says whether Sidelight is there */
function serviceOf(widget: PackWidget, { baseUrl }: PackInput, isFirst: boolean): object {
  const { icon } = widget.tile;
  const monitor = isFirst ? { siteMonitor: `${baseUrl}/healthz` } : {};
  const service = { href: baseUrl, icon, description: widget.summary, ...monitor };
  const display = listOf(widget) ?? numbersOf(widget);
  return display === null ? service : { ...service, widget: { ...customApi(widget, baseUrl), ...display } };
}

const customApi = ({ path, freshness }: Pick<PackWidget, 'path' | 'freshness'>, baseUrl: string): object => ({
  type: 'customapi',
  url: `${baseUrl}${path}`,
  refreshInterval: freshness === 'live' ? 30_000 : 60_000,
  method: 'GET',
  headers: { 'x-api-token': '{{HOMEPAGE_VAR_SIDELIGHT_KEY}}' },
});

function listOf(widget: PackWidget): object | null {
  const rows = rowsOf(widget);
  if (rows === null) return null;
  const { items, name, brief, href } = rows;
  // It opens whatever the field holds: what may be null would lead to "null".
  const target = href === null || href.isOptional ? {} : { target: `{${href.name}}` };
  return { hideErrors: true, display: 'dynamic-list', mappings: { items, name, label: brief, limit: ROWS, ...target } };
}

/** Numbers with a line that says how old they are: it is worth one, since a tile has no other way to say so. */
function numbersOf(widget: PackWidget): object | null {
  const stats = statsOf(widget);
  if (stats.length === 0) return null;
  const mappings = [...stats.map(mappingOf), { field: 'freshness', label: 'Data' }];
  return { display: mappings.length > BLOCK_STATS ? 'list' : 'block', mappings };
}

const mappingOf = ({ field, label, isMoment }: Stat): object =>
  isMoment ? { field, label, format: 'date' } : { field, label };
