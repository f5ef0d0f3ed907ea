/** `/`: what to do next, and how everything is once all of it is done. */
import { digest } from '@sidelight/plugin-api';
import { Router } from 'express';
import { defaultVariant } from '../../widgets/variant.js';
import { allFacts, type SourceFacts } from '../sources/source-facts.js';
import { type OverviewView, overviewOf } from '../start/overview.js';
import { isComplete, type Step, stepsOf } from '../start/steps.js';
import { view } from '../view.js';
import type { Web } from '../web.js';

interface StartData {
  readonly signedIn: boolean;
  readonly steps: readonly Step[];
  /** Once all is done, for who is signed in. */
  readonly overview: OverviewView | null;
}

const start = view<StartData>('start');
const ASSETS = ['status.css', 'start.css', 'live.js'];

export function startPages(web: Web): Router {
  const router = Router({ caseSensitive: true });
  router.get('/', async (req, res) => {
    const data = await dataOf(web, web.visitor(req) !== null);
    web.show(req, res, { view: start, title: 'Sidelight', data, assets: ASSETS });
  });
  return router;
}

async function dataOf({ deps }: Web, signedIn: boolean): Promise<StartData> {
  const { ways, packMemory, services, settings, clock } = deps;
  const [wayList, { sources }, keys, packTaken] = await Promise.all([
    ways.list(),
    allFacts(deps),
    services.keys.list(),
    packMemory.isTaken(),
  ]);
  const steps = stepsOf({
    signedIn,
    hasMembers: wayList.length > 0 || signedIn,
    sources: settings.integrations.filter(({ enabled }) => enabled).length,
    connected: sources.some(hasAnswered),
    keys: keys.length,
    packTaken,
    asked: keys.some(({ lastUsedAt }) => lastUsedAt !== null),
  });
  if (!signedIn || !isComplete(steps)) return { signedIn, steps, overview: null };
  const items = await services.reader.ask(digest(), defaultVariant(settings.zone));
  const facts = { sources, keys, digest: items, secrets: settings.secrets };
  return { signedIn, steps, overview: overviewOf(facts, { now: clock.now(), zone: settings.zone }) };
}

/** Now, or before an outage. */
const hasAnswered = ({ availability, tasks }: SourceFacts): boolean =>
  availability.state === 'up' || availability.name !== undefined || tasks.some(({ job }) => job.result === 'ok');
