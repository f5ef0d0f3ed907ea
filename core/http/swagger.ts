/** Swagger UI of this daemon: its own scripts and styles only, readable without a key. */
import { Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import { securityHeaders, withHeaders } from './security-headers.js';

const TITLE = 'Sidelight API';
const OPTIONS = {
  customSiteTitle: TITLE,
  swaggerOptions: {
    // Else the page would ask a public validator on the internet.
    validatorUrl: null,
    persistAuthorization: true,
    displayRequestDuration: true,
    docExpansion: 'list',
  },
};

export function swaggerRouter(basePath: string): Router {
  const swaggerUrl = `${basePath}/openapi.json`;
  const options = { ...OPTIONS, swaggerUrl };
  const page = swaggerUi.generateHTML(undefined, options).replaceAll('"./', `"${basePath}/swagger-ui/`);
  const router = Router();
  router.use('/swagger-ui', withHeaders(securityHeaders('explorer')));
  router.get('/swagger', (_req, res) => res.redirect(`${basePath}/swagger-ui`));
  router.get('/swagger-ui', (_req, res) => void res.type('html').send(page));
  router.use('/swagger-ui', ...swaggerUi.serveFiles(undefined, options));
  return router;
}
