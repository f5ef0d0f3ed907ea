/** Custom widgets of Homarr 1: one definition with tabs for a board, and single ones for what a first board needs. */
import { definePack, type PackInput, type PackWidget } from '@sidelight/plugin-api';
import { boardTemplate, isShown, partsOf, ROWS, singleTemplate } from './homarr/board.js';
import { type Board, boardsOf } from './shared/groups.js';
import { widgetName } from './shared/words.js';

/** It takes no longer template. */
const MOST = 10_000;

export const pack = definePack({
  id: 'homarr-1',
  title: 'Homarr 1',
  summary: 'Import sidelight-wall.json under Management, Custom Widgets, then edit the widget and enter a key.',
  files: (input) => {
    const shown = input.widgets.filter(isShown);
    const first = shown.filter(({ tile }) => tile.starter === true);
    return [
      ...boardsOf(shown).flatMap((board) => boardFiles(board, input)),
      ...first.map((widget) => ({ path: `homarr-1/${widget.id}.json`, json: single(widget, input) })),
    ];
  },
});

/** One, unless there is more than a template holds. */
function boardFiles(board: Board, input: PackInput): readonly { readonly path: string; readonly json: object }[] {
  const name = board.id === 'wall' ? 'Sidelight' : `Sidelight ${board.title.toLowerCase()}`;
  const draw = (widgets: readonly PackWidget[]): string => boardTemplate(widgets, input.publicUrl);
  return partsOf(board.widgets, (some) => draw(some).length <= MOST).map((widgets, index) => {
    const ids = widgets.map(({ id }) => id).join(',');
    return {
      path: `homarr-1/sidelight-${board.id}${index === 0 ? '' : `-${index + 1}`}.json`,
      json: definition({
        name: index === 0 ? name : `${name} ${index + 1}`,
        summary: `${board.title}, with a tab for each topic`,
        url: `${input.baseUrl}/api/widgets/bundle?widgets=${ids}&limit=${ROWS}`,
        template: draw(widgets),
      }),
    };
  });
}

const single = (widget: PackWidget, { baseUrl, publicUrl }: PackInput): object =>
  definition({
    name: widgetName(widget.tile.title),
    summary: widget.summary,
    url: `${baseUrl}${widget.path}`,
    template: singleTemplate(widget, publicUrl),
  });

interface Definition {
  readonly name: string;
  readonly summary: string;
  readonly url: string;
  readonly template: string;
}

const definition = ({ name, summary, url, template }: Definition): object => ({
  $schema: 'homarr-custom-widget-v2',
  name,
  description: `${summary}. Edit it after the import and enter a key of scope widgets-only.`.slice(0, 512),
  url,
  authType: 'apiKeyHeader',
  headerName: 'x-api-token',
  method: 'GET',
  displayType: 'customJsx',
  displayConfig: { type: 'customJsx', template },
});
