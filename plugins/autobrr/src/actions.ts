/** Another try of what an action could not hand on. */
import { type ActionHandler, codeOf, factOf, fail, feedRetry, on } from '@sidelight/plugin-api';
import { type Client, PAGE } from './client.js';
import { actionId, hitId, latestPushes, statusOf, timeOf } from './map.js';
import type { Push, Release } from './upstream.js';

/** Hits that are further back than so many pages are not looked for. */
const MOST_PAGES = 20;
const IDS = /^\d+@\d+$/;

interface Context {
  readonly client: Pick<Client, 'releases' | 'retry'>;
  readonly clock: { now(): Date };
}

export function retryAction({ client, clock }: Context): ActionHandler {
  /** autobrr holds neither the release to its number nor the try to its release, so both are looked up. */
  async function releaseOf(id: string, signal: AbortSignal): Promise<Release> {
    const time = Number(id.split('@')[1]) * 1000;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const releases = await client.releases(page * PAGE, signal);
      const found = releases.find((release) => hitId(release) === id);
      if (found !== undefined) return found;
      if (releases.length < PAGE || releases.every((release) => timeOf(release) < time)) break;
    }
    throw fail('not_found', 'autobrr no longer has this release');
  }

  return on(
    feedRetry,
    async ({ id, actionId: wanted }, signal) => {
      const release = await releaseOf(id, signal).catch((error: unknown) => {
        // Nothing was sent yet that could have been done.
        throw fail(codeOf(error), factOf(error));
      });
      await client.retry(release.id, pushOf(release, wanted, clock.now()).id, signal);
    },
    { ids: IDS },
  );
}

/** @throws refused where it would be handed on twice, or where several could be meant */
function pushOf(release: Release, wanted: string | undefined, now: Date): Push {
  const pushes = latestPushes(release);
  const open = pushes.filter((push) => !SETTLED.has(statusOf(push, release, now)));
  if (wanted === undefined) {
    const [only, ...others] = open;
    if (only === undefined) throw fail('refused', 'no action of this release failed, so there is nothing to retry');
    if (others.length === 0) return only;
    throw fail('refused', `choose an action: actionId ${open.map(nameOf).join(' or ')}`);
  }
  const push = pushes.find((one) => actionId(one) === wanted);
  if (push === undefined) throw fail('not_found', `this release no longer has the action ${wanted}`);
  if (open.includes(push)) return push;
  throw fail('refused', `${push.action} ${SETTLED.get(statusOf(push, release, now))}: retrying would send it twice`);
}

const SETTLED: ReadonlyMap<string, string> = new Map([
  ['approved', 'has taken it'],
  ['pending', 'is still running'],
]);

const nameOf = (push: Push): string => `${actionId(push)} (${push.action})`;
