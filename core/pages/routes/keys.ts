/** `/settings/api-key`: keys are made, listed, rescoped and revoked here. A key is in one answer only: that which makes it. */
import { type Request, type Response, Router } from 'express';
import { CodedError } from '../../ground/errors.js';
import { exchangeOf } from '../../http/exchange.js';
import { type ApiKey, isScope, type KeyScope } from '../../keys/api-key.js';
import { guardOf } from '../../rest/routes.js';
import { BLANK, EXPIRIES, type KeyFaults, type KeyForm, LONGEST_NAME, readForm, typedForm } from '../keys/key-form.js';
import { type KeyRow, keyRow, keyUse } from '../keys/key-rows.js';
import { proveAgain } from '../keys/prove-again.js';
import {
  curlWith,
  curlWithVariable,
  FAMILY_TEXTS,
  isOutcome,
  OUTCOMES,
  type Outcome,
  SCOPE_TEXTS,
  type ScopeText,
  VIEWER_TEXTS,
} from '../keys/texts.js';
import { ownAddress, PACKS_ASSETS, type PackSection, packSection } from '../packs/pack-section.js';
import { view } from '../view.js';
import type { Web } from '../web.js';

interface KeysData {
  readonly rows: readonly KeyRow[];
  /** What came of the form before. */
  readonly outcome: (typeof OUTCOMES)[Outcome] | null;
  readonly form: KeyForm;
  readonly faults: KeyFaults;
  readonly choices: Choices;
  /** For a key that somebody has. */
  readonly curl: string;
}

interface Choices {
  readonly scopes: readonly ScopeText[];
  readonly expiries: typeof EXPIRIES;
  /** Those that some action belongs to. */
  readonly families: typeof FAMILY_TEXTS;
  /** Those that a key can be limited to. */
  readonly widgets: readonly { readonly id: string; readonly title: string }[];
  readonly longestName: number;
  readonly viewers: typeof VIEWER_TEXTS;
  /** The first day that a key may end on. */
  readonly tomorrow: string;
}

interface MadeData {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly scope: KeyScope;
  readonly curl: string;
  readonly packs: PackSection['packs'];
}

const PATH = '/settings/api-key';
const FIRST_WIDGET = '/api/widgets/homepage';
const DAY = 86_400_000;
const ASSETS = ['status.css', ...PACKS_ASSETS, 'keys.css', 'keys.js'];

const keys = view<KeysData>('keys');
const made = view<MadeData>('key-made');

export function keyPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.use(PATH, web.members);
  router.get(PATH, (req, res) => showKeys(web, req, res));
  router.post(PATH, (req, res) => makeKey(web, req, res));
  router.get(`${PATH}/uses`, async (req, res) => {
    const listed = await web.deps.services.keys.list();
    res.set('Cache-Control', 'no-store').json({ keys: listed.map((key) => keyUse(key, web.clockwork(req))) });
  });
  router.post(`${PATH}/scope`, async (req, res) => {
    const wanted = { path: `${PATH}/scope`, button: 'Change the scope' };
    if (bodyOf(req)['scope'] !== 'full' || (await proveAgain(web, req, res, wanted))) {
      await change(web, req, res, rescope);
    }
  });
  router.post(`${PATH}/revoke`, (req, res) => change(web, req, res, revoke));
  // Where a browser lands that was asked to sign in again before it could send one of these.
  router.get([`${PATH}/scope`, `${PATH}/revoke`], (_req, res) => web.goTo(res, PATH));
  return router;
}

interface Shown {
  readonly form?: KeyForm;
  readonly faults?: KeyFaults;
  readonly status?: number;
}

async function showKeys(web: Web, req: Request, res: Response, shown: Shown = {}): Promise<void> {
  const { form = BLANK, faults = {}, status } = shown;
  const listed = await web.deps.services.keys.list();
  const clock = web.clockwork(req);
  const done = String(req.query['done'] ?? '');
  const data: KeysData = {
    rows: listed.map((key) => keyRow(key, clock)),
    outcome: isOutcome(done) ? OUTCOMES[done] : null,
    form,
    faults,
    choices: choicesOf(web),
    curl: curlWithVariable(ownAddress(web, req), FIRST_WIDGET),
  };
  web.show(req, res, {
    view: keys,
    title: 'API keys',
    data,
    assets: ASSETS,
    ...(status === undefined ? {} : { status }),
  });
}

async function makeKey(web: Web, req: Request, res: Response): Promise<void> {
  const form = typedForm(req.body);
  const known = choicesOf(web).widgets.map(({ id }) => id);
  const { key: wanted, faults } = readForm(form, { widgets: known, now: web.deps.clock.now() });
  if (Object.keys(faults).length > 0) return showKeys(web, req, res, { form, faults, status: 400 });
  const proof = { path: PATH, button: 'Create key' };
  if (wanted.scope === 'full' && !(await proveAgain(web, req, res, proof))) return;
  try {
    const { key, record } = await web.deps.services.keys.create(wanted);
    const { id, name, scope, widgets } = record;
    await noted(web, req, 'key.made', `${name} (${scope})`);
    const path = scope === 'metrics' ? '/metrics' : widgets === null ? FIRST_WIDGET : `/api/widgets/${widgets[0]}`;
    const curl = curlWith(key, ownAddress(web, req), path);
    const data = { id, name, key, scope, curl, packs: (await packSection(web, req)).packs };
    web.show(req, res, { view: made, title: 'A new key', data, assets: ASSETS });
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'key_taken') throw error;
    await showKeys(web, req, res, { form, faults: { name: TAKEN }, status: 409 });
  }
}

const TAKEN =
  'A key with this name already exists. If you just created it and did not copy it, revoke it and create it again';

type Change = (web: Web, key: ApiKey, req: Request) => Promise<Outcome>;

/** By id: a page that was left open must not change a newer key of the same name. */
async function change(web: Web, req: Request, res: Response, run: Change): Promise<void> {
  const { id } = bodyOf(req);
  const key = (await web.deps.services.keys.list()).find((each) => each.id === id);
  const outcome = key === undefined ? 'gone' : key.declared ? 'declared' : await run(web, key, req);
  web.goTo(res, `${PATH}?done=${outcome}#keys`);
}

const rescope: Change = async (web, { name }, req) => {
  const { scope } = bodyOf(req);
  if (typeof scope !== 'string' || !isScope(scope)) throw new CodedError('bad_request', 'There is no such scope');
  await web.deps.services.keys.setScope(name, scope);
  await noted(web, req, 'key.scope', `${name} (${scope})`);
  return 'scope';
};

const revoke: Change = async (web, { name }, req) => {
  await web.deps.services.keys.revoke(name);
  await noted(web, req, 'key.revoked', name);
  return 'revoked';
};

const noted = (web: Web, req: Request, route: string, target: string): Promise<void> =>
  web.deps.services.audit.record({
    ...{ kind: 'key', who: web.visitor(req)?.name ?? '', route, target, address: exchangeOf(req).address },
  });

const bodyOf = (req: Request): Readonly<Record<string, unknown>> => req.body ?? {};

/** A widget with a path of its own takes a key for all of the API. */
function choicesOf({ deps }: Web): Choices {
  const { registry } = deps.services;
  const widgets = registry.widgets().filter((widget) => guardOf(widget).widget === widget.id);
  const families = new Set(registry.actions().map(({ family }) => family));
  return {
    scopes: SCOPE_TEXTS,
    expiries: EXPIRIES,
    families: FAMILY_TEXTS.filter(({ family }) => families.has(family)),
    widgets: widgets.map(({ id, tile }) => ({ id, title: tile?.title ?? id })),
    longestName: LONGEST_NAME,
    viewers: VIEWER_TEXTS,
    tomorrow: new Date(deps.clock.now().getTime() + DAY).toISOString().slice(0, 10),
  };
}
