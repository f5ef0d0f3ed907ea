/** `/`: how everything is, and what to do next as long as something is left to be set up. */
import { cached, digest, opsBackup } from '@sidelight/plugin-api';
import { type Request, Router } from 'express';
import { EVENTS } from '../../rest/routes.js';
import { defaultVariant } from '../../widgets/variant.js';
import { bareTiles, type GalleryTile } from '../gallery/gallery.js';
import { allFacts, type SourceFacts } from '../sources/source-facts.js';
import { type OverviewView, overviewOf } from '../start/overview.js';
import { isComplete, type Step, stepsOf } from '../start/steps.js';
import { view } from '../view.js';
import type { Web } from '../web.js';

interface StartData {
  /** A stranger where somebody could sign in: learns nothing. */
  readonly isClosed: boolean;
  /** What a newcomer does; none once all of it is done. */
  readonly steps: readonly Step[];
  /** Once something is connected, for who is signed in. */
  readonly overview: OverviewView | null;
  readonly tiles: readonly GalleryTile[];
  /** The address of one tile, `*` for its id. */
  readonly tileUrl: string;
  readonly eventsUrl: string;
}

/** What one looks at each day, the first the most. */
const TILES = ['nowplaying', 'homepage', 'graphs', 'trends', 'uptime', 'downloads', 'requests', 'recent', 'calendar'];
const start = view<StartData>('start');
const list = view<StartData>('start-list');
const ASSETS = ['status.css', 'start.css', 'live.js'];
const TILE_ASSETS = ['uplot.css', 'gallery.css', 'gallery.js'];

export function startPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.get('/', async (req, res) => {
    const data = await dataOf(web, req);
    const live = data.isClosed ? ['sign-in.css'] : ASSETS;
    const assets = data.tiles.length === 0 ? live : [...live, ...TILE_ASSETS];
    web.show(req, res, { view: start, title: 'Sidelight', data, assets });
  });
  // What of it is kept true by being asked for again; its tiles see to that themselves.
  router.get('/overview/list', async (req, res) => {
    const data = await dataOf(web, req, []);
    web.show(req, res, { view: list, title: 'Sidelight', data });
  });
  return router;
}

async function dataOf(web: Web, req: Request, shown: readonly string[] = TILES): Promise<StartData> {
  const signedIn = web.visitor(req) !== null;
  const { deps, base } = web;
  const { ways, packMemory, services, settings } = deps;
  const addresses = { tileUrl: `${base}/settings/gallery/*?bare`, eventsUrl: `${base}${EVENTS}` };
  const hasMembers = signedIn || (await ways.list()).length > 0;
  const nothing = { overview: null, tiles: [], ...addresses };
  if (hasMembers && !signedIn) return { ...nothing, isClosed: true, steps: [] };
  const [{ sources }, keys, packTaken] = await Promise.all([
    allFacts(deps),
    services.keys.list(),
    packMemory.isTaken(),
  ]);
  const enabled = settings.integrations.filter((entry) => entry.enabled).length;
  const facts = {
    hasMembers,
    sources: enabled,
    connected: sources.some(hasAnswered),
    keys: keys.length,
    packTaken,
    asked: keys.some(({ lastUsedAt }) => lastUsedAt !== null),
  };
  const steps = isComplete(facts) ? [] : stepsOf(facts);
  if (!signedIn || enabled === 0) return { ...nothing, isClosed: false, steps };
  const variant = defaultVariant(settings.zone);
  const [items, backups, tiles] = await Promise.all([
    services.reader.ask(digest(), variant),
    services.reader.ask(cached(opsBackup), variant),
    bareTiles(web, shown),
  ]);
  const figures = { sources, keys, digest: items, backup: backups.items[0], secrets: settings.secrets };
  const overview = overviewOf(figures, web.clockwork(req));
  return { isClosed: false, steps, overview, tiles, ...addresses };
}

/** Now, or before an outage. */
const hasAnswered = ({ availability, tasks }: SourceFacts): boolean =>
  availability.state === 'up' || availability.name !== undefined || tasks.some(({ job }) => job.result === 'ok');
