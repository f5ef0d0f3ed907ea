/** Swagger UI of this daemon: its own scripts and styles only, for everybody, with a key or with the session. */
import { Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import { securityHeaders, withHeaders } from '../../http/security-headers.js';
import { view } from '../view.js';
import type { Web } from '../web.js';

const explorer = view<object>('explorer');
const assets = ['explorer.css', 'explorer.js'];

export function explorerPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.get('/swagger', (_req, res) => res.redirect(`${web.base}/swagger-ui`));
  router.get('/swagger-ui', withHeaders(securityHeaders('explorer')), (req, res) =>
    web.show(req, res, { view: explorer, title: 'Explorer', data: {}, assets }),
  );
  router.use('/swagger-ui', ...swaggerUi.serve);
  return router;
}
