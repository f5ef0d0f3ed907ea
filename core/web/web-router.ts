/** Everything that is for people, as one router. */
import express, { type Request, Router } from 'express';
import { CodedError } from '../errors.js';
import { assetRouter } from './assets.js';
import { failurePage } from './failure-page.js';
import { accountPages } from './pages/account.js';
import { docsPages } from './pages/docs.js';
import { explorerPages } from './pages/explorer.js';
import { galleryPages } from './pages/gallery.js';
import { keyPages } from './pages/keys.js';
import { packPages } from './pages/packs.js';
import { signInPages } from './pages/sign-in.js';
import { sourcePages } from './pages/sources.js';
import { startPages } from './pages/start.js';
import { Web } from './web.js';
import type { WebDeps } from './web-deps.js';

const PAGES = [
  startPages,
  signInPages,
  accountPages,
  keyPages,
  galleryPages,
  explorerPages,
  packPages,
  sourcePages,
  docsPages,
];

export function webRouter(deps: WebDeps): Router {
  const web = new Web(deps);
  const router = Router({ caseSensitive: true });
  router.use(assetRouter());
  router.use(...deps.sessions.open, express.urlencoded({ extended: false, limit: '16kb' }), deps.sessions.guardForms);
  for (const pages of PAGES) router.use(pages(web));
  router.use((req: Request) => {
    throw new CodedError('not_found', `There is no ${req.path}`);
  });
  router.use(failurePage(web));
  return router;
}
