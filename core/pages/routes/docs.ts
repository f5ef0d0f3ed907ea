/** `/docs`: the documentation, and its pictures. `/swagger-ui`: the explorer. */
import { join } from 'node:path';
import { Type } from '@sidelight/plugin-api';
import express, { type Request, type Response, Router } from 'express';
import { CodedError } from '../../ground/errors.js';
import { installation } from '../../ground/installation.js';
import { securityHeaders, withHeaders } from '../../http/headers.js';
import { namesOf, operationIdOf, tagOf } from '../../rest/openapi/names.js';
import { type ApiRoute, apiRoutes } from '../../rest/routes.js';
import { Library } from '../docs/library.js';
import type { NavigationGroup } from '../docs/navigation.js';
import type { RenderedPage } from '../docs/render-page.js';
import { view } from '../view.js';
import type { Web } from '../web.js';

interface DocsData extends RenderedPage {
  readonly groups: readonly NavigationGroup[];
}

const page = view<DocsData>('docs');

export function docsPages(web: Web): Router {
  const library = new Library(installation);
  const router = Router({ caseSensitive: true });
  const show = async (req: Request, res: Response, name: string): Promise<void> => {
    const found = await library.page(name, web.base);
    if (found === undefined) throw new CodedError('not_found', `${req.path} does not exist`);
    const data = { ...found, groups: await library.navigation(name, web.base) };
    web.show(req, res, { view: page, title: found.title, data, assets: ['docs.css'] });
  };
  router.get('/docs', (req, res) => show(req, res, ''));
  router.use('/docs/images', express.static(join(installation, 'docs', 'images'), { index: false, redirect: false }));
  router.get('/docs/*page', (req, res) => show(req, res, [req.params['page']].flat().join('/')));
  return router;
}

interface ExplorerData {
  /** As the OpenAPI document has them, without the service's own. */
  readonly groups: readonly { readonly name: string; readonly routes: readonly RouteLine[] }[];
}

interface RouteLine {
  readonly method: ApiRoute['method'];
  readonly path: string;
  readonly summary: string;
  /** Where the explorer shows it. */
  readonly href: string;
}

const explorer = view<ExplorerData>('explorer');
const assets = ['explorer.css', 'explorer.js'];

/** Swagger UI of this daemon: its own scripts and styles only, for everybody, with a key or with the session. */
export function explorerPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.get('/swagger', (_req, res) => res.redirect(`${web.base}/swagger-ui`));
  router.get('/swagger-ui', withHeaders(securityHeaders('explorer')), (req, res) =>
    web.show(req, res, { view: explorer, title: 'Explorer', data: { groups: groupsOf(web) }, assets }),
  );
  // Its library is loaded with the first look at it.
  let library: Promise<Router> | undefined;
  router.use('/swagger-ui', async (req, res, next) => {
    library ??= import('swagger-ui-express').then(({ default: swaggerUi }) => Router().use(...swaggerUi.serve));
    (await library)(req, res, next);
  });
  return router;
}

/** What the catalog answers is not shown. */
const catalog = { response: Type.Object({}) };

function groupsOf({ deps, base }: Web): ExplorerData['groups'] {
  const routes = apiRoutes({ registry: deps.services.registry, catalog });
  const nameOf = namesOf(routes);
  const lines = routes.map((route): RouteLine & { readonly tag: string } => {
    const { method, path, summary } = route;
    const tag = tagOf(path);
    return { tag, method, path: base + path, summary, href: `#/${tag}/${operationIdOf(method, nameOf(route))}` };
  });
  return ['Widgets', 'Reads'].map((name) => ({ name, routes: lines.filter(({ tag }) => tag === name) }));
}
