/** Custom widgets of Homarr 2: one file each, drawn by a template, with a button for each action of a row. */
import { definePack, type PackInput, type PackWidget } from '@sidelight/plugin-api';
import { type Button, buttonsOf } from './homarr-2/buttons.js';
import { QUERY, template } from './homarr-2/template.js';
import { rowsOf } from './shared/rows.js';
import { statsOf } from './shared/stats.js';
import { widgetName } from './shared/words.js';

const CACHE_SECONDS = 30;

export const pack = definePack({
  id: 'homarr-2',
  title: 'Homarr 2',
  summary: 'Paste or import each file under Management, Custom Widgets; the review asks for the key.',
  files: (input) =>
    input.widgets.map((widget) => ({ path: `homarr-2/${widget.id}.json`, json: definition(widget, input) })),
});

function definition(widget: PackWidget, { baseUrl, actions }: PackInput): object {
  const { summary, path, tile } = widget;
  const rows = rowsOf(widget);
  const buttons = rows === null ? [] : buttonsOf(tile.actions ?? [], actions, rows);
  return {
    $schema: 'homarr-custom-widget-v2',
    name: widgetName(tile.title),
    description: description(summary, buttons),
    sources: {
      default: {
        name: 'Sidelight',
        baseUrl,
        networkScope: isThisMachine(baseUrl) ? 'loopback' : 'private',
        auth: { type: 'apiKeyHeader', name: 'x-api-token' },
      },
    },
    requests: { [QUERY]: { path, cacheSeconds: CACHE_SECONDS }, ...Object.fromEntries(buttons.map(requestOf)) },
    options: buttons.length === 0 ? {} : { buttons: BUTTONS_OPTION },
    template: template({ title: tile.title, stats: statsOf(widget), rows, buttons }),
  };
}

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
