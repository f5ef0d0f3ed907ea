/** services.yaml of Homepage: every tile as a service with customapi widgets. */
import { definePack, type PackInput, type PackWidget } from '@sidelight/plugin-api';
import { grouped, titlesOf } from './shared/groups.js';
import { rowsOf } from './shared/rows.js';
import { leadingStats, type Stat } from './shared/stats.js';

/** A block draws no more than these, and leaves the rest out without a word. */
const BLOCK_STATS = 4;
const ROWS = 5;

const HEAD = `Sidelight for Homepage: add these groups to your services.yaml.
Make a key of scope widgets-only (sidelight keys create homepage) and give it to Homepage
in its environment as HOMEPAGE_VAR_SIDELIGHT_KEY; it is put in where the name stands below.`;

export const pack = definePack({
  id: 'homepage',
  title: 'Homepage',
  summary: 'Add the groups to your services.yaml, and set HOMEPAGE_VAR_SIDELIGHT_KEY to a key.',
  files: (input) => [{ path: 'homepage/services.yaml', head: HEAD, yaml: servicesOf(input) }],
});

const servicesOf = ({ widgets, baseUrl }: PackInput): readonly object[] =>
  grouped(widgets).map(([group, members]) => {
    const titles = titlesOf(members);
    return { [group]: members.map((widget) => ({ [titles.get(widget) ?? widget.id]: serviceOf(widget, baseUrl) })) };
  });

function serviceOf(widget: PackWidget, baseUrl: string): object {
  const { icon } = widget.tile;
  const service = { href: baseUrl, icon, description: widget.summary };
  const [first, ...more] = displaysOf(widget).map((display) => ({ ...customApi(widget, baseUrl), ...display }));
  if (first === undefined) return service;
  return more.length === 0 ? { ...service, widget: first } : { ...service, widgets: [first, ...more] };
}

/** Each customapi widget asks by itself, so one number above the rows, which can be counted, is not worth it. */
function displaysOf(widget: PackWidget): readonly object[] {
  const stats = leadingStats(widget);
  const list = listOf(widget);
  if (list !== null && stats.length <= 1) return [list];
  if (stats.length === 0) return [];
  const display = stats.length > BLOCK_STATS ? 'list' : 'block';
  const numbers = { display, mappings: stats.map(mappingOf) };
  return list === null ? [numbers] : [numbers, list];
}

const customApi = ({ path }: PackWidget, baseUrl: string): object => ({
  type: 'customapi',
  url: `${baseUrl}${path}`,
  refreshInterval: 60_000,
  method: 'GET',
  headers: { 'x-api-token': '{{HOMEPAGE_VAR_SIDELIGHT_KEY}}' },
});

function listOf(widget: PackWidget): object | null {
  const rows = rowsOf(widget);
  if (rows === null) return null;
  const { items, name, label, href } = rows;
  // It opens whatever the field holds: what may be null would lead to "null".
  const target = href === null || href.isOptional ? {} : { target: `{${href.name}}` };
  return { display: 'dynamic-list', mappings: { items, name, label, limit: ROWS, ...target } };
}

const mappingOf = ({ field, label, isMoment }: Stat): object =>
  isMoment ? { field, label, format: 'date' } : { field, label };
