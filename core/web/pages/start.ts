/** `/`: what to do next. */
import { Router } from 'express';
import { view } from '../view.js';
import type { Web } from '../web.js';

interface StartData {
  readonly hasAdmin: boolean;
}

const start = view<StartData>('start');

export function startPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.get('/', async (req, res) => {
    const data = { hasAdmin: await web.deps.admins.exist() };
    web.show(req, res, { view: start, title: 'Sidelight', data });
  });
  return router;
}
