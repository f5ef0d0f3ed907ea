/** `/settings/sources`: what Sidelight is connected to, how it is, and what to do about it. */
import { join } from 'node:path';
import { type Request, type Response, Router } from 'express';
import { CodedError } from '../../ground/errors.js';
import { installation } from '../../ground/installation.js';
import type { Source } from '../../plugins/source.js';
import type { Settings } from '../../settings/settings.js';
import { SourceButtons } from '../sources/source-buttons.js';
import { allFacts } from '../sources/source-facts.js';
import { type SourcesView, sourcesView } from '../sources/sources-view.js';
import { view } from '../view.js';
import type { Web } from '../web.js';

interface SourcesData extends SourcesView {
  readonly isDemo: boolean;
}

const page = view<SourcesData>('sources');
const list = view<SourcesData>('source-list');
const PATH = '/settings/sources';
const DEMO = join(installation, 'config', 'demo.yaml');
/** Its config is that of the installation. */
export const isDemo = ({ file }: Pick<Settings, 'file'>): boolean => file === DEMO;
const ASSETS = ['status.css', 'sources.css', 'live.js'];

export function sourcePages(web: Web): Router {
  const { deps } = web;
  const { host, engine, ops } = deps.services;
  const buttons = new SourceButtons({ sources: host, engine, ops, clock: deps.clock, plugins: () => host.plugins() });
  const router = Router({ caseSensitive: true });
  const press = (what: (source: Source) => Promise<unknown>) => async (req: Request, res: Response) => {
    const source = sourceOf(web, String(req.params['id']));
    await what(source);
    web.goTo(res, `${PATH}#source-${source.id}`);
  };
  const dataOf = async (req: Request): Promise<SourcesData> => {
    const { settings } = deps;
    const around = { ...web.clockwork(req), secrets: settings.secrets, base: web.base };
    return {
      ...sourcesView(await allFacts(deps), around, buttons, deps.leading()),
      isDemo: isDemo(settings),
    };
  };

  router.use(PATH, web.members);
  router.get(PATH, async (req, res) => {
    web.show(req, res, { view: page, title: 'Integrations', data: await dataOf(req), assets: ASSETS });
  });
  router.get(`${PATH}/list`, async (req, res) => {
    web.show(req, res, { view: list, title: 'Integrations', data: await dataOf(req) });
  });
  router.post(`${PATH}/sync`, async (_req, res) => {
    demandLead(web);
    await buttons.syncEverything();
    web.goTo(res, PATH);
  });
  router.post(
    `${PATH}/:id/check`,
    press((source) => buttons.check(source)),
  );
  router.post(
    `${PATH}/:id/sync`,
    press((source) => buttons.sync(source)),
  );
  return router;
}

/** @throws not_found, standby */
function sourceOf(web: Web, id: string): Source {
  demandLead(web);
  const source = web.deps.services.host.get(id);
  if (source !== undefined) return source;
  throw new CodedError('not_found', `There is no running integration ${id}`);
}

/** @throws standby */
function demandLead({ deps }: Web): void {
  if (!deps.leading()) throw new CodedError('standby', 'Another instance on the same database syncs');
}
