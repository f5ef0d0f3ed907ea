/** What one may tick for the files of dashboards, each widget with a look at what it shows. */
import { TILE_GROUPS } from '@sidelight/plugin-api';
import type { Request } from 'express';
import { type Choice, choiceText } from '../../packs/choice.js';
import type { OfferedWidget } from '../../packs/packs.js';
import { type GalleryTile, galleryOf } from '../gallery/gallery.js';
import { iconsOf } from '../icons.js';
import type { Web } from '../web.js';

export interface Choices {
  /** '' where it is the usual one. */
  readonly asked: string;
  /** The ready choices. */
  readonly words: readonly { readonly text: string; readonly href: string; readonly isCurrent: boolean }[];
  /** Written into the files beside it; '' where nobody asked for another address. */
  readonly baseUrl: string;
  readonly boards: readonly BoardView[];
  readonly ticked: number;
  readonly total: number;
}

interface BoardView {
  readonly name: string;
  readonly file: 'wall' | 'admin';
  readonly widgets: readonly TickView[];
}

interface TickView {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly svg: string;
  readonly isChosen: boolean;
  readonly isFilled: boolean;
  /** "3 downloading", or only what it would count where nobody is signed in. */
  readonly numbers: readonly string[];
  readonly rows: readonly { readonly name: string; readonly label: string }[];
  /** Why it shows less than it could; '' where it does not. */
  readonly fault: string;
}

const READY: readonly (readonly [choice: Choice, text: string])[] = [
  ['filled', 'Widgets that my integrations fill'],
  ['starter', 'A small selection to start with'],
  ['all', 'Everything'],
];
const BOARDS = [
  ['wall', 'For the wall'],
  ['admin', 'For whoever runs Sidelight'],
] as const;
const NUMBERS = 3;
const ROWS = 2;

/** @param baseUrl the address that somebody asked for; '': none */
export async function choicesOf(web: Web, req: Request, choice: Choice, baseUrl: string): Promise<Choices> {
  const offered = web.deps.packs.offered(choice);
  const asked = choiceText(choice);
  const live = new Map(
    web.visitor(req) === null ? [] : (await galleryOf(web, req)).tiles.map((tile) => [tile.id, tile]),
  );
  const picture = iconsOf(offered.map(({ tile }) => tile.icon));
  const views = offered.map((widget) => ({
    widget,
    view: tickView(widget, picture(widget.tile.icon), live.get(widget.id)),
  }));
  const groups = Object.keys(TILE_GROUPS);
  const inOrder = views.toSorted((a, b) => groups.indexOf(a.widget.tile.group) - groups.indexOf(b.widget.tile.group));
  return {
    asked,
    words: READY.map(([ready, text]) => ({
      text,
      href: hrefOf(web, choiceText(ready), baseUrl),
      isCurrent: ready === choice,
    })),
    baseUrl,
    boards: BOARDS.map(([file, name]) => ({
      ...{ name, file },
      widgets: inOrder.filter(({ widget }) => (widget.tile.for ?? 'wall') === file).map(({ view }) => view),
    })).filter(({ widgets }) => widgets.length > 0),
    total: offered.length,
    ticked: offered.filter(({ isChosen }) => isChosen).length,
  };
}

function hrefOf({ base }: Web, widgets: string, baseUrl: string): string {
  const query = new URLSearchParams({ ...(baseUrl === '' ? {} : { baseUrl }), ...(widgets === '' ? {} : { widgets }) });
  return `${base}/widgets/${query.size === 0 ? '' : `?${query}`}#widgets`;
}

function tickView(widget: OfferedWidget, svg: string, live: GalleryTile | undefined): TickView {
  const { id, summary, tile, isChosen, isFilled } = widget;
  const stats = live?.stats ?? tile.stats.map(({ label }) => ({ label, text: '' }));
  return {
    ...{ id, title: tile.title, summary, svg, isChosen, isFilled },
    numbers: stats.slice(0, NUMBERS).map(({ label, text }) => (text === '' ? label : `${label} ${text}`)),
    rows: (live?.list?.rows ?? [])
      .slice(0, ROWS)
      .map(({ name, label, at }) => ({ name, label: label === '' ? (at?.text ?? '') : label })),
    fault: live?.note?.tone === 'off' ? '' : (live?.note?.text ?? ''),
  };
}
