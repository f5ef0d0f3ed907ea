/** `/settings/share`: links to one tile each are made, listed and revoked here. A link is whole in one answer only: that which makes it. */
import { type Request, type Response, Router } from 'express';
import { CodedError } from '../../ground/errors.js';
import { exchangeOf } from '../../http/exchange.js';
import { sharePath } from '../../keys/share-link.js';
import { EXPIRIES, LONGEST_NAME } from '../keys/key-form.js';
import { VIEWER_TEXTS } from '../keys/texts.js';
import { ownAddress } from '../packs/pack-section.js';
import { askedBy, isShareable } from '../share/asked.js';
import { BLANK_SHARE, readShare, type ShareFaults, type ShareForm, typedShare } from '../share/share-form.js';
import { type ShareRow, shareRow } from '../share/share-rows.js';
import { SHARE_OUTCOMES, SHARES } from '../share/texts.js';
import { field, view } from '../view.js';
import type { Web } from '../web.js';

interface SharesData {
  readonly rows: readonly ShareRow[];
  /** What came of the form before. */
  readonly outcome: { readonly isDone: boolean; readonly text: string } | null;
  readonly form: ShareForm;
  readonly faults: ShareFaults;
  readonly choices: Choices;
}

interface Choices {
  readonly widgets: readonly { readonly id: string; readonly title: string }[];
  readonly expiries: typeof EXPIRIES;
  readonly viewers: typeof VIEWER_TEXTS;
  readonly longestName: number;
}

interface MadeData {
  readonly name: string;
  readonly title: string;
  readonly address: string;
  /** Of its calendar; null: it has none. */
  readonly calendar: string | null;
  /** The pages that may show it; none: no page may. */
  readonly frames: readonly string[];
  /** A frame, ready to be pasted. */
  readonly snippet: string;
  /** A dashboard on https takes no frame from http. */
  readonly isMixed: boolean;
}

const ASSETS = ['status.css', 'sections.css', 'keys.css', 'share.css', 'keys.js'];
const shares = view<SharesData>('shares');
const made = view<MadeData>('share-made');

export function sharePages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.use(SHARES, web.members);
  router.get(SHARES, (req, res) => {
    const { widget } = req.query;
    const form = { ...BLANK_SHARE, ...(typeof widget === 'string' ? { widget } : {}) };
    return showShares(web, req, res, { form });
  });
  router.post(SHARES, (req, res) => makeShare(web, req, res));
  router.post(`${SHARES}/revoke`, (req, res) => revoke(web, req, res));
  router.post(`${SHARES}/pictures`, async (req, res) => {
    await web.deps.services.images.revoke();
    await noted(web, req, 'images.revoked', '');
    web.goTo(res, `${SHARES}?done=pictures#pictures`);
  });
  // Where a browser lands that was asked to sign in again before it could send it.
  router.get([`${SHARES}/revoke`, `${SHARES}/pictures`], (_req, res) => web.goTo(res, SHARES));
  return router;
}

interface Shown {
  readonly form: ShareForm;
  readonly faults?: ShareFaults;
  readonly status?: number;
}

async function showShares(web: Web, req: Request, res: Response, { form, faults = {}, status }: Shown): Promise<void> {
  const clock = { now: web.deps.clock.now(), zone: web.deps.settings.zone };
  const { registry, shares: store } = web.deps.services;
  const listed = await store.list();
  const data: SharesData = {
    rows: listed.map((link) => shareRow(link, registry.widget(link.widget)?.tile?.title ?? link.widget, clock)),
    outcome: SHARE_OUTCOMES.get(String(req.query['done'] ?? '')) ?? null,
    form,
    faults,
    choices: choicesOf(web),
  };
  web.show(req, res, {
    view: shares,
    title: 'Share links',
    data,
    assets: ASSETS,
    ...(status === undefined ? {} : { status }),
  });
}

async function makeShare(web: Web, req: Request, res: Response): Promise<void> {
  const { services, settings, clock } = web.deps;
  const form = typedShare(req.body);
  const { share, faults } = readShare(form, {
    widgets: choicesOf(web).widgets.map(({ id }) => id),
    checkQuery: (id, query) => {
      const widget = services.registry.widget(id);
      if (widget !== undefined) askedBy(widget, query, { zone: settings.zone, sources: services.host });
    },
    now: clock.now(),
  });
  if (Object.keys(faults).length > 0) return showShares(web, req, res, { form, faults, status: 400 });
  try {
    const { token, link } = await services.shares.create(share);
    await noted(web, req, 'share.made', `${link.name} (${link.widget})`);
    const widget = services.registry.widget(link.widget);
    const base = ownAddress(web, req);
    const address = base + sharePath(link.widget, token);
    const title = widget?.tile?.title ?? link.widget;
    const data: MadeData = {
      ...{ name: link.name, title, address, frames: link.frames },
      calendar: widget?.agenda === undefined ? null : base + sharePath(link.widget, token, '.ics'),
      snippet: `<iframe src="${address}" title="${title}" width="100%" height="360" loading="lazy"></iframe>`,
      isMixed: base.startsWith('http:') && link.frames.some((origin) => origin.startsWith('https:')),
    };
    web.show(req, res, { view: made, title: 'A new share link', data, assets: ASSETS });
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'share_taken') throw error;
    await showShares(web, req, res, { form, faults: { name: TAKEN }, status: 409 });
  }
}

const TAKEN =
  'A link with this name already exists. If you just created it and did not copy it, revoke it and create it again';

/** By id: a page that was left open must not revoke a newer link of the same name. */
async function revoke(web: Web, req: Request, res: Response): Promise<void> {
  const { shares: store } = web.deps.services;
  const id = field(req, 'id');
  const link = (await store.list()).find((each) => each.id === id);
  if (link !== undefined) {
    await store.revoke(link.name);
    await noted(web, req, 'share.revoked', `${link.name} (${link.widget})`);
  }
  web.goTo(res, `${SHARES}?done=${link === undefined ? 'gone' : 'revoked'}#shares`);
}

const noted = (web: Web, req: Request, route: string, target: string): Promise<void> =>
  web.deps.services.audit.record({
    ...{ kind: 'key', who: web.visitor(req)?.name ?? '', route, target, address: exchangeOf(req).address },
  });

function choicesOf({ deps }: Web): Choices {
  const widgets = deps.services.registry.widgets().filter(isShareable);
  return {
    widgets: widgets
      .map(({ id, tile }) => ({ id, title: tile.title }))
      .sort((a, b) => a.title.localeCompare(b.title, 'en')),
    expiries: EXPIRIES,
    viewers: VIEWER_TEXTS,
    longestName: LONGEST_NAME,
  };
}
