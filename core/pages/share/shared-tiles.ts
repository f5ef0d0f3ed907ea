/** `/tiles/<widget>`: one tile as a page, for a frame of a dashboard; `/tiles/<widget>.ics`: its dates as a calendar. Opened by a share link alone. */
import { hash } from 'node:crypto';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { CodedError } from '../../ground/errors.js';
import { securityHeaders, setHeaders } from '../../http/headers.js';
import { matches } from '../../http/payload.js';
import { failureOf, Refusal } from '../../http/refusal.js';
import type { ShareLink } from '../../keys/share-link.js';
import { Agendas } from '../../rest/agenda.js';
import type { ComposedWidget } from '../../widgets/composed-widget.js';
import type { Variant } from '../../widgets/variant.js';
import { answerOf, type Tiled } from '../gallery/gallery.js';
import { MAX_ROWS } from '../gallery/list-view.js';
import { type TileView, tileView } from '../gallery/tile-view.js';
import { iconsOf } from '../icons.js';
import { render, view } from '../view.js';
import type { Web } from '../web.js';
import { askedBy, fileAskedBy, isShareable } from './asked.js';
import { ShareGate } from './share-gate.js';
import { THEMES, type Theme } from './texts.js';

interface TilePageData {
  readonly base: string;
  readonly theme: Theme;
  /** What the script asks with whether anything has changed. */
  readonly etag: string;
  /** Of Sidelight. */
  readonly version: string;
  readonly tile: TileView & {
    readonly svg: string;
    readonly base: string;
    readonly isShown: true;
    readonly etag: string;
  };
}

interface FailureData {
  readonly base: string;
  readonly theme: Theme;
  readonly message: string;
  readonly hint: string;
}

const page = view<TilePageData>('shared-tile');
const failure = view<FailureData>('shared-failure');
const MINUTE = 60_000;
const ANY_PAGE = ['*'];

export function sharedTiles(web: Web): Router {
  const gate = new ShareGate(web.deps);
  const agendas = new Agendas();
  const router = Router({ caseSensitive: true });
  router.get('/tiles/:name', async (req, res) => {
    const [, id = '', ending] = /^(.*?)(\.ics)?$/.exec(String(req.params['name'])) ?? [];
    const link = await gate.admit(req, id);
    const widget = web.deps.services.registry.widget(id);
    if (!isShareable(widget)) throw new CodedError('share_unknown', `The tile ${id} no longer exists`);
    guard(res, link.frames);
    if (ending === undefined) await showTile(web, { req, res, link, widget });
    else await sendFile(web, { req, res, link, widget }, agendas);
  });
  router.all('/tiles/:name', (req: Request) => {
    throw new Refusal('method', `${req.method} is not allowed here`, { Allow: 'GET, HEAD' });
  });
  router.use('/tiles', failurePage(web));
  return router;
}

interface Opened {
  readonly req: Request;
  readonly res: Response;
  readonly link: ShareLink;
  readonly widget: Tiled;
}

/** In place of those of every page. @param frames who may show it in a frame; none: nobody */
function guard(res: Response, frames: readonly string[]): void {
  res.removeHeader('X-Frame-Options');
  setHeaders(res, securityHeaders('tile', frames));
}

/** @throws share_unknown for parameters that fitted once: whoever has the link need not know what there is instead */
function variantOf({ deps }: Web, { link, widget }: Pick<Opened, 'link' | 'widget'>, read: typeof askedBy): Variant {
  try {
    const asked = read(widget, link.query, { zone: deps.settings.zone, sources: deps.services.host });
    return { ...asked, privacy: link.privacy };
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'bad_request') throw error;
    throw new CodedError('share_unknown', 'This link is for something that no longer exists', { cause: error });
  }
}

async function showTile(web: Web, { req, res, link, widget }: Opened): Promise<void> {
  const theme = themeOf(req);
  const variant = variantOf(web, { link, widget }, askedBy);
  const { answer, etag: told } = await answerOf(web, widget.id, variant);
  const clock = { now: web.deps.clock.now(), zone: web.deps.settings.zone };
  // What is told in minutes is another text a minute later.
  const minute = Math.floor(clock.now.getTime() / MINUTE);
  const said = 'failure' in answer ? answer.failure : '';
  const etag = `W/"${hash('sha1', [told, said, minute, theme, web.deps.version].join('\n'), 'base64').slice(0, 27)}"`;
  if (isKnown(req, res, etag)) return;
  const drawn = tileView(widget, answer, clock, Math.max(MAX_ROWS, variant.limit));
  const tile = { ...drawn, svg: iconsOf([drawn.icon])(drawn.icon), base: web.base, isShown: true, etag: told } as const;
  res.type('html').send(render(page, { base: web.base, theme, etag, version: web.deps.version, tile }));
}

async function sendFile(web: Web, { req, res, link, widget }: Opened, agendas: Agendas): Promise<void> {
  const agenda = agendaOf(widget);
  const variant = variantOf(web, { link, widget }, fileAskedBy);
  const payload = await web.deps.services.snapshots.payload(widget.id, variant);
  const { bytes, type, etag } = agendas.of(payload, { title: `Sidelight ${widget.id}`, agenda });
  if (!isKnown(req, res, etag)) res.type(type ?? '').send(bytes);
}

function agendaOf({ id, agenda }: ComposedWidget): NonNullable<ComposedWidget['agenda']> {
  if (agenda === undefined) throw new CodedError('share_unknown', `The widget ${id} has no calendar`);
  return agenda;
}

/** Whether the browser has it already, which is then its answer. */
function isKnown(req: Request, res: Response, etag: string): boolean {
  res.set({ 'Cache-Control': 'private, no-cache', ETag: etag });
  const known = matches(req.get('if-none-match') ?? '', etag);
  if (known) res.status(304).end();
  return known;
}

/** @throws bad_request */
function themeOf(req: Request): Theme {
  const asked = req.query['theme'] ?? 'auto';
  const theme = THEMES.find((one) => one === asked);
  if (theme === undefined) throw new CodedError('bad_request', `"theme" must be one of ${THEMES.join(', ')}`);
  return theme;
}

/** It holds nothing but a sentence, so that any page may show it: a dashboard says why its tile is gone. */
const failurePage =
  (web: Web): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const { status, message, hint, headers } = failureOf(error);
    const isPage = req.accepts(['html', 'json']) === 'html' && !req.path.endsWith('.ics');
    if (status === 500 || res.headersSent || !isPage) return next(error);
    guard(res, ANY_PAGE);
    const theme = THEMES.find((one) => one === req.query['theme']) ?? 'auto';
    const html = render(failure, { base: web.base, theme, message, hint });
    res
      .status(status)
      .set({ ...headers, 'Cache-Control': 'no-store' })
      .type('html')
      .send(html);
  };
