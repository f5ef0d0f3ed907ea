/** The files for dashboards under /widgets/. They hold no key, so none is needed to read them. */
import { type Request, type Response, Router } from 'express';
import { CodedError } from '../ground/errors.js';
import { baseUrlOf } from '../http/base-url.js';
import { Refusal } from '../http/refusal.js';
import { INDEX } from '../packs/compose-packs.js';
import type { HttpDeps } from './deps.js';

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  yml: 'application/yaml; charset=utf-8',
  sh: 'text/x-shellscript; charset=utf-8',
  zip: 'application/zip',
};
const OTHER = 'text/plain; charset=utf-8';

export function packRouter(deps: Pick<HttpDeps, 'packs' | 'settings' | 'packTaken'>): Router {
  const { packs } = deps;
  const router = Router({ caseSensitive: true });
  router.get(`/widgets/${INDEX}`, (req, res) =>
    send(req, res, INDEX, listing(packs, baseUrlOf(req, deps.settings.server))),
  );
  router.get('/widgets/*path', (req, res) => {
    const path = [req.params['path']].flat().join('/');
    const { server } = deps.settings;
    const baseUrl = baseUrlOf(req, server);
    const body = packs.file(path, baseUrl) ?? packs.archive(path, baseUrl);
    if (body === undefined) {
      throw new CodedError('not_found', `There is no /widgets/${path}: ${server.basePath}/widgets/${INDEX} names each`);
    }
    if (req.method === 'GET') deps.packTaken?.();
    send(req, res, path, body);
  });
  router.all('/widgets/*path', (req) => {
    throw new Refusal('method', `${req.method} is not possible here`, { Allow: 'GET, HEAD' });
  });
  return router;
}

/** Which files there are, with their addresses. */
function listing(packs: HttpDeps['packs'], baseUrl: string): string {
  const addressOf = (path: string) => ({ path, url: `${baseUrl}/widgets/${path}` });
  const shown = packs.list(baseUrl).map(({ id, title, summary, files, archive }) => ({
    id,
    title,
    summary,
    files: files.map(({ path }) => addressOf(path)),
    archive: archive === null ? null : addressOf(archive),
  }));
  return JSON.stringify({ baseUrl, packs: shown });
}

function send(req: Request, res: Response, path: string, body: string | Uint8Array): void {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const disposition = req.query['download'] === undefined ? 'inline' : 'attachment';
  res.set('Content-Type', TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? OTHER);
  res.set('Content-Disposition', `${disposition}; filename="${name}"`);
  res.set('Cache-Control', 'no-cache');
  res.send(typeof body === 'string' ? body : Buffer.from(body));
}
