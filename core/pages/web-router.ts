/** Everything that is for people, as one router. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import { CodedError } from '../ground/errors.js';
import { installation } from '../ground/installation.js';
import { holdsNul, inTime } from '../http/bodies.js';
import { failureOf } from '../http/refusal.js';
import type { Clock } from '../time/clock.js';
import { galleryPages } from './gallery/gallery.js';
import { imageRoutes } from './images.js';
import { uploadForm } from './imports/upload-form.js';
import { packPages } from './packs/pack-section.js';
import { accountPages } from './routes/account.js';
import { attentionPages } from './routes/attention.js';
import { auditPages } from './routes/audit.js';
import { docsPages, explorerPages } from './routes/docs.js';
import { findPages } from './routes/find.js';
import { importPages, UPLOAD_PATH } from './routes/imports.js';
import { integrationPages } from './routes/integrations.js';
import { keyPages } from './routes/keys.js';
import { logPages } from './routes/log.js';
import { notificationPages } from './routes/notifications.js';
import { sessionPages } from './routes/sessions.js';
import { sharePages } from './routes/share.js';
import { signInPages } from './routes/sign-in.js';
import { sourcePages } from './routes/sources.js';
import { startPages } from './routes/start.js';
import { sharedTiles } from './share/shared-tiles.js';
import { view } from './view.js';
import { Web } from './web.js';
import type { WebDeps } from './web-deps.js';

const PAGES = [
  startPages,
  signInPages,
  accountPages,
  sessionPages,
  keyPages,
  sharePages,
  attentionPages,
  notificationPages,
  logPages,
  auditPages,
  galleryPages,
  explorerPages,
  packPages,
  sourcePages,
  findPages,
  integrationPages,
  importPages,
  docsPages,
];

export function webRouter(deps: WebDeps): Router {
  const web = new Web(deps);
  const router = Router({ caseSensitive: true });
  router.use(assetRouter());
  // Whoever comes by a link is nobody: no session is opened, and no cookie set.
  router.use(sharedTiles(web), imageRoutes(web));
  const readForm = express.urlencoded({ extended: false, limit: '16kb' });
  router.use(...deps.sessions.open, formInTime(deps.clock), readForm, uploadForm(UPLOAD_PATH), refuseNul);
  router.use(deps.sessions.guardForms);
  for (const pages of PAGES) router.use(pages(web));
  router.use((req: Request) => {
    throw new CodedError('not_found', `${req.path} does not exist`);
  });
  router.use(failurePage(web));
  return router;
}

/** Files may take longer: whoever reads them says how long. */
const formInTime = (clock: Pick<Clock, 'after'>): RequestHandler => {
  const limit = inTime(clock);
  return (req, res, next) => (req.is('urlencoded') ? limit(req, res, next) : next());
};

const refuseNul: RequestHandler = (req, _res, next) => {
  if (holdsNul(req.body)) throw new CodedError('bad_request', 'The form contains the character NUL');
  next();
};

const folder = join(installation, 'core', 'pages', 'assets');
const { resolve } = createRequire(import.meta.url);
const stylesheet = resolve('@picocss/pico/css/pico.min.css');
const chartStyles = resolve('uplot/dist/uPlot.min.css');
/** The smallest form of the library is a script: as a module it has to say what it gives. */
const charts = `${readFileSync(resolve('uplot/dist/uPlot.iife.min.js'), 'utf8')}\nexport default uPlot;\n`;
/** A browser asks each time, and is told that nothing changed: no page ever shows with the styles of another version. */
const options = { maxAge: 0, index: false, redirect: false };

/** Styles, scripts and pictures of the pages, below /assets. */
function assetRouter(): Router {
  const router = Router({ caseSensitive: true });
  router.get('/assets/pico.css', sends(stylesheet));
  router.get('/assets/uplot.css', sends(chartStyles));
  router.get('/assets/uplot.js', (_req, res) => {
    res.type('js').set('Cache-Control', 'public, max-age=0').send(charts);
  });
  router.get('/favicon.ico', sends(join(folder, 'icon.svg')));
  router.use('/assets', express.static(folder, options));
  return router;
}

const sends =
  (file: string): RequestHandler =>
  (_req, res, next) =>
    res.sendFile(file, options, (error?: Error) => (error === undefined ? undefined : next(error)));

interface FailureData {
  readonly status: number;
  readonly message: string;
  readonly hint: string;
}

const failure = view<FailureData>('failure');

/** A failure as a page, for whoever asked for one. What is no page's failure is left to the one shape of the API. */
const failurePage =
  (web: Web): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const { status, message, hint, headers } = failureOf(error);
    const isPage = web.deps.sessions.isOpen(req) && req.accepts(['json', 'html']) === 'html';
    if (status === 500 || res.headersSent || !isPage) return next(error);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    web.show(req, res, { view: failure, title: message, data: { status, message, hint }, status });
  };
