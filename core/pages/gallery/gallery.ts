/** Every widget that has a tile, drawn with what it answers now. */
import { TILE_GROUPS } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { type Request, Router } from 'express';
import { CodedError } from '../../ground/errors.js';
import { failureOf } from '../../http/refusal.js';
import { nameOf, operationIdOf } from '../../rest/openapi/names.js';
import { actionGuard, EVENTS, guardOf } from '../../rest/routes.js';
import { inTime } from '../../time/deadline.js';
import type { ComposedWidget } from '../../widgets/composed-widget.js';
import { HOMEPAGE } from '../../widgets/homepage.js';
import { defaultVariant, type Variant } from '../../widgets/variant.js';
import { iconsOf } from '../icons.js';
import { SHARES } from '../share/texts.js';
import { render, view } from '../view.js';
import type { Web } from '../web.js';
import { type Answer, type TiledWidget, type TileView, tileView } from './tile-view.js';

export interface GalleryTile extends TileView {
  readonly svg: string;
  /** Before the addresses of pictures. */
  readonly base: string;
  readonly isShown: boolean;
  /** Nothing connected fills it, or another tile shows the same and more. */
  readonly isFolded: boolean;
  /** Of the answer that it shows; '' while there is none. */
  readonly etag: string;
  /** Pretty-printed; null while there is no answer. */
  readonly json: string | null;
  /** Of its GET, then of what its rows offer. */
  readonly routes: readonly RouteView[];
  /** Where a link to it is made. */
  readonly shareUrl: string;
}

interface RouteView {
  readonly method: 'GET' | 'POST';
  /** With the base path. */
  readonly path: string;
  readonly scope: string;
  /** Where the explorer shows it. */
  readonly href: string;
}

export interface GalleryData {
  readonly tiles: readonly GalleryTile[];
  readonly groups: readonly GroupView[];
  /** '' for all. */
  readonly group: string;
  readonly shown: number;
  /** The address of one tile, `*` for its id. */
  readonly tileUrl: string;
  /** Tells which have changed. */
  readonly eventsUrl: string;
}

interface GroupView {
  /** '' for all. */
  readonly id: string;
  readonly text: string;
  readonly isCurrent: boolean;
}

/** A page does not wait longer for one tile; its script asks again. */
const PATIENCE_MS = 1500;
const LATE: Told = { answer: { failure: 'This takes longer than usual: try again in a moment' }, etag: '' };

/** All tiles, those of other groups than the query's `group` hidden. Never throws for what one widget does. */
export async function galleryOf(web: Web, req: Request): Promise<GalleryData> {
  const widgets = web.deps.services.registry.widgets().filter(hasTile);
  const drawn = draw(
    web,
    await answersOf(
      web,
      widgets.toSorted((a, b) => rankOf(a) - rankOf(b)),
    ),
  );
  const asked = String(req.query['group'] ?? '');
  const group = drawn.find((tile) => tile.group === asked)?.group ?? '';
  const tiles = drawn.map((tile) => ({ ...tile, isShown: group === '' || tile.group === group }));
  return {
    tiles,
    groups: groupsOf(tiles, group),
    group,
    shown: tiles.filter(({ isShown }) => isShown).length,
    tileUrl: `${web.base}/settings/gallery/*`,
    eventsUrl: `${web.base}${EVENTS}`,
  };
}

/** Those of a first board before those of a wall, and what only whoever runs it looks at last. */
const rankOf = ({ id, tile }: Tiled): number =>
  id === HOMEPAGE ? 0 : tile.starter === true ? 1 : tile.for === 'admin' ? 3 : 2;

/** The tiles of some widgets, as far as something connected fills them. Never throws for what one widget does. */
export async function bareTiles(web: Web, ids: readonly string[]): Promise<readonly GalleryTile[]> {
  const { registry } = web.deps.services;
  const widgets = ids.flatMap((id) => registry.widget(id) ?? []).filter(hasTile);
  const drawn = draw(web, await answersOf(web, widgets));
  return drawn.filter(({ note }) => note?.tone !== 'off').map(bare);
}

/** Without its JSON and its routes. */
const bare = (tile: GalleryTile): GalleryTile => ({ ...tile, json: null, routes: [] });

const answersOf = (web: Web, widgets: readonly Tiled[]): Promise<readonly Answered[]> =>
  Promise.all(
    widgets.map(async (widget) => ({
      widget,
      ...((await inTime(web.deps.clock, PATIENCE_MS, answerOf(web, widget.id))) ?? LATE),
    })),
  );

/** @throws not_found */
async function tileOf(web: Web, id: string): Promise<GalleryTile> {
  const widget = web.deps.services.registry.widget(id);
  const answered = widget !== undefined && hasTile(widget) ? [{ widget, ...(await answerOf(web, id)) }] : [];
  const [tile] = draw(web, answered);
  if (tile === undefined) throw new CodedError('not_found', `There is no tile ${id}`);
  return tile;
}

interface Told {
  readonly answer: Answer;
  /** '' where there is no payload. */
  readonly etag: string;
}

interface Answered extends Told {
  readonly widget: Tiled;
}

export type Tiled = ComposedWidget & TiledWidget;

export const hasTile = (widget: ComposedWidget): widget is Tiled => widget.tile !== undefined;

/** Only groups that have a tile. */
function groupsOf(tiles: readonly TileView[], current: string): readonly GroupView[] {
  const used = Object.entries(TILE_GROUPS).filter(([id]) => tiles.some(({ group }) => group === id));
  return [['', 'All'] as const, ...used].map(([id, text]) => ({ id, text, isCurrent: id === current }));
}

function draw(web: Web, answered: readonly Answered[]): readonly GalleryTile[] {
  const clock = { now: web.deps.clock.now(), zone: web.deps.settings.zone };
  const views = answered.map((one) => ({ ...one, view: tileView(one.widget, one.answer, clock) }));
  const picture = iconsOf(views.map(({ view }) => view.icon));
  return views.map(({ widget, answer, etag, view }) => ({
    ...view,
    etag,
    svg: picture(view.icon),
    base: web.base,
    isShown: true,
    isFolded:
      view.note?.tone === 'off' ||
      views.some((other) => other.view.id === widget.tile.within && other.view.note?.tone !== 'off'),
    json: 'payload' in answer ? JSON.stringify(answer.payload, null, 2) : null,
    routes: routesOf(web, widget),
    shareUrl: `${web.base}${SHARES}?widget=${widget.id}#new`,
  }));
}

function routesOf(web: Web, widget: Tiled): readonly RouteView[] {
  const route = (method: RouteView['method'], path: string, scope: string): RouteView => ({
    method,
    path: web.base + path,
    scope,
    href: `${web.base}/swagger-ui#/Widgets/${operationIdOf(method, nameOf(path))}`,
  });
  const { actions = [] } = widget.tile;
  const offered = web.deps.services.registry.actions().filter(({ id }) => actions.includes(id));
  return [
    route('GET', widget.path, guardOf(widget).scope),
    ...offered.map((action) => route('POST', action.path, actionGuard(action).scope)),
  ];
}

/** @param variant not given: what a dashboard gets that asks for nothing special */
export async function answerOf({ deps }: Web, id: string, variant?: Variant): Promise<Told> {
  try {
    const payload = await deps.services.snapshots.payload(id, variant ?? defaultVariant(deps.settings.zone));
    return { answer: { payload: JSON.parse(payload.bytes.toString()) }, etag: payload.etag };
  } catch (error) {
    deps.log.debug(`the gallery has no tile of ${id}`, { error: messageOf(error) });
    return { answer: { failure: failureOf(error).message }, etag: '' };
  }
}

const page = view<{ readonly gallery: GalleryData }>('gallery-page');
const tile = view<GalleryTile>('tile');

/** What a page that shows the gallery links. */
export const GALLERY_ASSETS = ['uplot.css', 'gallery.css', 'gallery.js'] as const;

/** Every widget as a tile with live data: a page of its own, and one tile at a time for its script. */
export function galleryPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.get('/settings/gallery', web.members, async (req, res) => {
    const data = { gallery: await galleryOf(web, req) };
    web.show(req, res, { view: page, title: 'Gallery', data, assets: GALLERY_ASSETS });
  });
  router.get('/settings/gallery/:id', web.members, async (req, res) => {
    const found = await tileOf(web, String(req.params['id']));
    const html = render(tile, req.query['bare'] === undefined ? found : bare(found));
    res.set('Cache-Control', 'no-store').type('html').send(html);
  });
  return router;
}
