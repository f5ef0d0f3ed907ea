/** The files for dashboards under /widgets/. They hold no key, so none is needed to read them. */
import { type Request, type Response, Router } from 'express';
import { CodedError } from '../ground/errors.js';
import { exchangeOf } from '../http/exchange.js';
import { Refusal, tooMany } from '../http/refusal.js';
import { type Budget, Budgets } from '../keys/budget.js';
import { householdOf } from '../keys/networks.js';
import { type Choice, choiceIn, choiceText } from '../packs/choice.js';
import { type ComposedPack, INDEX } from '../packs/compose-packs.js';
import { wantedAddress } from '../packs/wanted-address.js';
import type { HttpDeps } from './deps.js';

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  yml: 'application/yaml; charset=utf-8',
  sh: 'text/x-shellscript; charset=utf-8',
  zip: 'application/zip',
};
const OTHER = 'text/plain; charset=utf-8';

/** Of an address that nobody is signed in from: every file of every pack, a few times over. */
const STRANGERS: Budget = { perMinute: 300, burst: 300 };

type Deps = Pick<HttpDeps, 'packs' | 'settings' | 'packTaken' | 'visitors' | 'clock'>;

export function packRouter(deps: Deps): Router {
  const { packs } = deps;
  const strangerIn = admission(deps);
  const router = Router({ caseSensitive: true });
  router.get('/widgets/*path', deps.visitors.open);
  router.get(`/widgets/${INDEX}`, async (req, res) => {
    const stranger = strangerIn(req);
    const { baseUrl } = wantedAddress(req, deps.settings.server);
    const choice = choiceIn(req.query['widgets']);
    send(req, res, INDEX, listing(await packs.list(baseUrl, { stranger, choice }), baseUrl, choice));
  });
  router.get('/widgets/*path', async (req, res) => {
    const stranger = strangerIn(req);
    const path = [req.params['path']].flat().join('/');
    const { server } = deps.settings;
    const { baseUrl } = wantedAddress(req, server);
    const ask = { stranger, choice: choiceIn(req.query['widgets']) };
    const body = (await packs.file(path, baseUrl, ask)) ?? (await packs.archive(path, baseUrl, ask));
    if (body === undefined) {
      throw new CodedError('not_found', `There is no /widgets/${path}: ${server.basePath}/widgets/${INDEX} names each`);
    }
    if (req.method === 'GET') deps.packTaken?.();
    send(req, res, path, body);
  });
  router.all('/widgets/*path', (req) => {
    throw new Refusal('method', `${req.method} is not allowed here`, { Allow: 'GET, HEAD' });
  });
  return router;
}

/** The address of whoever asks; undefined: somebody who is signed in. Throws rate_limit when it asks too often. */
function admission({ visitors, clock }: Deps): (req: Request) => string | undefined {
  const budgets = new Budgets();
  return (req) => {
    if (visitors.of(req) !== null) return undefined;
    const { address } = exchangeOf(req);
    const wait = budgets.take(householdOf(address), STRANGERS, clock.now().getTime());
    if (wait > 0) throw tooMany('Too many files were requested from this address', wait, STRANGERS.perMinute);
    return address;
  };
}

/** Which files there are, with their addresses. */
function listing(packs: readonly ComposedPack[], baseUrl: string, choice: Choice): string {
  const asked = choiceText(choice);
  const query = asked === '' ? '' : `?widgets=${asked}`;
  const addressOf = (path: string) => ({ path, url: `${baseUrl}/widgets/${path}${query}` });
  const shown = packs.map(({ id, title, summary, files, archive }) => ({
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
