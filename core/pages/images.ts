/** `/images/<source>/<name>`: pictures at signed addresses, for whatever page shows them. No session, no key. */
import { join } from 'node:path';
import { codeOf } from '@sidelight/plugin-api/errors';
import { type Request, type Response, Router } from 'express';
import { CodedError } from '../ground/errors.js';
import { matches } from '../http/payload.js';
import { ImageStore } from '../images/image-store.js';
import type { Web } from './web.js';

const DAY_S = 86_400;
const LONGEST_NAME = 500;

export function imageRoutes({ deps }: Web): Router {
  const { images, host } = deps.services;
  const store = new ImageStore({ folder: join(deps.settings.dataDir, 'images'), sources: host, clock: deps.clock });
  const router = Router({ caseSensitive: true });
  router.get('/images/:source/:name', async (req: Request, res: Response) => {
    const picture = { source: String(req.params['source']), name: String(req.params['name']) };
    const { until, sign } = req.query;
    const isText = typeof until === 'string' && typeof sign === 'string' && picture.name.length <= LONGEST_NAME;
    const verdict = isText ? images.judge(picture, until, sign, deps.clock.now()) : 'forged';
    if (verdict !== 'good')
      throw new CodedError(verdict === 'expired' ? 'image_expired' : 'image_forged', REFUSALS[verdict]);
    const image = await store.get(picture).catch((error: unknown) => {
      const code = codeOf(error) === 'not_found' ? 'not_found' : 'upstream';
      throw new CodedError(code, `${picture.source} has no such picture now`, { cause: error });
    });
    res.set({
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': `public, max-age=${DAY_S}`,
      ETag: image.etag,
    });
    if (matches(req.get('if-none-match') ?? '', image.etag)) return void res.status(304).end();
    res.type(image.type).send(Buffer.from(image.bytes));
  });
  return router;
}

const REFUSALS = {
  expired: 'The address of this picture has expired',
  forged: 'This address was not signed by this Sidelight, or was revoked',
} as const;
