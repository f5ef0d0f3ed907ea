/** Sections of Dashy's conf.yml: the numbers of each tile as a customapi widget. */
import { definePack, type PackInput, type PackWidget } from '@sidelight/plugin-api';
import { type Board, boardsOf, byGroup, titlesOf } from './shared/groups.js';
import { type Stat, statsOf } from './shared/stats.js';
import { widgetName } from './shared/words.js';

export const pack = definePack({
  id: 'dashy',
  title: 'Dashy',
  summary: 'Add the sections to your conf.yml, and set DASHY_SIDELIGHT_KEY to a key.',
  files: (input) =>
    boardsOf(input.widgets.filter((widget) => statsOf(widget).length > 0)).map((board) => ({
      path: `dashy/${board.id}.yml`,
      head: head(input.baseUrl),
      yaml: { sections: sectionsOf(board, input) },
    })),
});

const head = (baseUrl: string): string => `Sidelight for Dashy 4.3.1 or newer: add these sections to your conf.yml.
Make a key of scope widgets-only at ${baseUrl}/settings/api-key and give it to Dashy in its
environment as DASHY_SIDELIGHT_KEY. With useProxy it is Dashy's server that asks Sidelight: the key stays there, and
is never sent to a browser. Lists are left out: Dashy draws single values.`;

/** What is for those who run Sidelight is one section: its groups are those of the wall again. */
function sectionsOf({ id, title, widgets }: Board, { baseUrl }: PackInput): readonly object[] {
  const sections = id === 'wall' ? byGroup(widgets) : [[title, widgets] as const];
  return sections.map(([group, members]) => {
    const titles = titlesOf(members);
    const section = members.map((widget) => ({
      label: titles.get(widget) ?? widget.id,
      ...customApi(widget, baseUrl),
    }));
    return { name: widgetName(group), widgets: section };
  });
}

const customApi = (widget: PackWidget, baseUrl: string): object => ({
  type: 'customapi',
  useProxy: true,
  options: {
    url: `${baseUrl}${widget.path}`,
    method: 'GET',
    headers: { 'x-api-token': 'DASHY_SIDELIGHT_KEY' },
    refreshInterval: 60_000,
    mappings: [...statsOf(widget).map(mappingOf), { field: 'freshness', label: 'Data', format: 'text' }],
  },
});

const mappingOf = ({ field, label, isMoment }: Stat): object => ({
  field,
  label,
  format: isMoment ? 'relativeDate' : 'text',
});
