/** Custom widgets of Homarr 2: a board with tabs, and one file each with a button for each action of a row. */
import { definePack, type PackInput, type PackWidget } from '@sidelight/plugin-api';
import { boardTemplate, partsOf, ROWS } from './homarr/board.js';
import { chartOf } from './homarr/chart.js';
import { type Button, buttonsOf } from './homarr-2/buttons.js';
import { BOARD_GUARD, QUERY, template } from './homarr-2/template.js';
import { type Board, boardsOf } from './shared/groups.js';
import { rowsOf } from './shared/rows.js';
import { statsOf } from './shared/stats.js';
import { widgetName } from './shared/words.js';

const CACHE_SECONDS = 30;
/** It evaluates 25,000 steps of a template: a widget whose list is full takes 850. */
const MOST = 24;

export const pack = definePack({
  id: 'homarr-2',
  title: 'Homarr 2',
  summary:
    'Paste or import sidelight-wall.json, or single files, under Management, Custom Widgets; the review asks for the key.',
  files: (input) => [
    ...boardsOf(input.widgets).flatMap((board) => boardFiles(board, input)),
    ...input.widgets.map((widget) => ({ path: `homarr-2/${widget.id}.json`, json: single(widget, input) })),
  ],
});

/** Each with one request, of which each widget is a part: it allows few at a time. */
function boardFiles(
  { id, title, widgets }: Board,
  { baseUrl, publicUrl }: PackInput,
): readonly { readonly path: string; readonly json: object }[] {
  const name = id === 'wall' ? 'Sidelight' : `Sidelight ${title.toLowerCase()}`;
  return partsOf(widgets, (some) => some.length <= MOST).map((part, index) => ({
    path: `homarr-2/sidelight-${id}${index === 0 ? '' : `-${index + 1}`}.json`,
    json: definition(baseUrl, {
      name: index === 0 ? name : `${name} ${index + 1}`,
      description: description(`${title}, with a tab for each topic`, []),
      path: `/api/widgets/bundle?widgets=${part.map((widget) => widget.id).join(',')}&limit=${ROWS}`,
      template: boardTemplate(part, publicUrl, { answer: `data.${QUERY}`, guard: BOARD_GUARD }),
    }),
  }));
}

function single(widget: PackWidget, { baseUrl, publicUrl, actions }: PackInput): object {
  const { summary, path, tile } = widget;
  const rows = rowsOf(widget);
  const buttons = rows === null ? [] : buttonsOf(tile.actions ?? [], actions, rows);
  return definition(baseUrl, {
    name: widgetName(tile.title),
    description: description(summary, buttons),
    ...{ path, requests: Object.fromEntries(buttons.map(requestOf)) },
    options: buttons.length === 0 ? {} : { buttons: BUTTONS_OPTION },
    template: template({ title: tile.title, stats: statsOf(widget), rows, chart: chartOf(widget), buttons }, publicUrl),
  });
}

interface Definition {
  readonly name: string;
  readonly description: string;
  /** Of the one query. */
  readonly path: string;
  readonly requests?: object;
  readonly options?: object;
  readonly template: string;
}

const definition = (
  baseUrl: string,
  { name, description, path, requests = {}, options = {}, template }: Definition,
): object => ({
  $schema: 'homarr-custom-widget-v2',
  ...{ name, description },
  sources: {
    default: {
      name: 'Sidelight',
      baseUrl,
      networkScope: isThisMachine(baseUrl) ? 'loopback' : 'private',
      auth: { type: 'apiKeyHeader', name: 'x-api-token' },
    },
  },
  requests: { [QUERY]: { path, cacheSeconds: CACHE_SECONDS }, ...requests },
  ...{ options, template },
});

/** Its import refuses texts that look like a credential: no word for one before a colon. */
const description = (summary: string, buttons: readonly Button[]): string =>
  `${summary}. ${buttons.length === 0 ? READS : WRITES}`.slice(0, 512);

const READS = 'Takes a Sidelight key of scope widgets-only.';
const WRITES = 'Takes a Sidelight key of scope widgets-only; its buttons work with one of scope widgets-write.';

const BUTTONS_OPTION = {
  label: 'Buttons',
  description: 'Show what can be done with a row. Needs a Sidelight key of scope widgets-write.',
  control: 'switch',
  default: true,
};

const requestOf = ({ requestId, path, body, label, question, destructive }: Button): readonly [string, object] => [
  requestId,
  {
    kind: 'action',
    method: 'POST',
    path,
    body,
    permission: 'modify',
    confirmation: { title: label, message: question, confirmLabel: label, destructive },
    invalidates: [QUERY],
  },
];

const isThisMachine = (baseUrl: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname);
