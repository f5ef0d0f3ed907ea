/** glance.yml: each tile as a widget that asks an API, with a template of its own. */
import { definePack, type PackInput, type PackWidget } from '@sidelight/plugin-api';
import { template } from './glance/template.js';
import { grouped, titlesOf } from './shared/groups.js';
import { widgetName } from './shared/words.js';

export const pack = definePack({
  id: 'glance',
  title: 'Glance',
  summary: 'Include the file in the widgets of a column, and set SIDELIGHT_KEY to a key.',
  files: (input) => [{ path: 'glance.yml', head: head(input.baseUrl), yaml: widgetsOf(input) }],
});

/** Names of the environment are put in before the YAML is read, comments included: none may stand here but the right one. */
const head = (
  baseUrl: string,
): string => `Sidelight for Glance: the widgets of a column. Save this file as sidelight.yml beside your
glance.yml, and write there
  widgets:
    - $include: sidelight.yml
or copy those that you like. Make a key of scope widgets-only at ${baseUrl}/settings/api-key
and give it to Glance in its environment as SIDELIGHT_KEY: without it, Glance does not start.`;

function widgetsOf({ widgets, baseUrl }: PackInput): readonly object[] {
  const titles = titlesOf(widgets);
  return grouped(widgets).flatMap(([, members]) =>
    members.map((widget) => customApi(widget, titles.get(widget) ?? widget.id, baseUrl)),
  );
}

const customApi = (widget: PackWidget, title: string, baseUrl: string): object => ({
  type: 'custom-api',
  title: withoutNames(widgetName(title)),
  cache: '1m',
  url: `${baseUrl}${widget.path}`,
  headers: { 'x-api-token': '${SIDELIGHT_KEY}' },
  template: template(widget),
});

/** Text that Glance does not take for a name of the environment. */
const withoutNames = (text: string): string => text.replaceAll('${', '$ {');
