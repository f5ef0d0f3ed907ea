/** Pages of Glance: three columns, what belongs together as tabs, each tile a widget with a template of its own. */
import { definePack, type PackInput, type PackWidget } from '@sidelight/plugin-api';
import { columnsOf, type Stack } from './glance/columns.js';
import { template } from './glance/template.js';
import { type Board, boardsOf, titlesOf } from './shared/groups.js';
import { widgetName } from './shared/words.js';

export const pack = definePack({
  id: 'glance',
  title: 'Glance',
  summary: 'Include each file as a page, and set SIDELIGHT_KEY to a key.',
  files: (input) =>
    boardsOf(input.widgets).map((board) => ({
      path: `glance/${board.id}.yml`,
      head: head(board, input.baseUrl),
      yaml: [pageOf(board, input)],
    })),
});

/** Names of the environment are put in before the YAML is read, comments included: none may stand here but the right one. */
const head = (
  { id }: Board,
  baseUrl: string,
): string => `Sidelight for Glance: a page of its own. Save this file beside your glance.yml, and write there
  pages:
    - $include: ${id}.yml
or copy single widgets into a column of yours. Make a key of scope widgets-only at ${baseUrl}/settings/api-key
and give it to Glance in its environment as SIDELIGHT_KEY: without it, Glance does not start.`;

function pageOf({ title, widgets }: Board, input: PackInput): object {
  const titles = titlesOf(widgets);
  const drawn = (widget: PackWidget): object => customApi(widget, titles.get(widget) ?? widget.id, input);
  const stacked = ({ tabs }: Stack): object =>
    tabs.length === 1 ? drawn(tabs[0]) : { type: 'group', widgets: tabs.map(drawn) };
  const columns = columnsOf(widgets).map(({ size, stacks }) => ({ size, widgets: stacks.map(stacked) }));
  return { name: title, columns };
}

const customApi = (widget: PackWidget, title: string, { baseUrl, publicUrl }: PackInput): object => ({
  type: 'custom-api',
  title: withoutNames(widgetName(title)),
  'title-url': baseUrl,
  cache: widget.freshness === 'live' ? '30s' : '1m',
  url: `${baseUrl}${widget.path}`,
  headers: { 'x-api-token': '${SIDELIGHT_KEY}' },
  template: template(widget, publicUrl),
});

/** Text that Glance does not take for a name of the environment. */
const withoutNames = (text: string): string => text.replaceAll('${', '$ {');
