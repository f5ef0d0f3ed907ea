/** What tasks and fragments ask, as rows of the ports. */
import { type Health, type Logger, messageOf, type PluginContext } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import {
  hasCompleted,
  isDeletedApproved,
  type Tallies,
  toIssue,
  toIssueCounts,
  toJobs,
  toRequest,
  toRequestCounts,
  workOfIssue,
  workOfRequest,
} from './map.js';
import { sharedCall } from './shared-call.js';
import { Titles } from './titles.js';
import type { Request, RequestCount } from './upstream.js';

/** As many as a list of a dashboard may show. */
const NEWEST = 100;

type Context = Pick<PluginContext, 'memo' | 'clock' | 'log'>;

export function readsOf(client: Client, { memo, clock, log }: Context) {
  const stopped = new AbortController();
  const titles = new Titles({
    ...{ memo, clock, log },
    lookUp: ({ type, tmdb }) => client.title(type, tmdb, stopped.signal),
  });
  let tallies: Omit<Tallies, 'deletedApproved'> | undefined;
  let deletedApproved = 0;

  const titled = async (requests: readonly Request[]) => {
    const titleOf = await titles.of(requests.map(workOfRequest));
    return requests.map((request) => toRequest(request, titleOf));
  };
  const newest = sharedCall(() => client.newestRequests(stopped.signal, NEWEST));

  async function tally(count: RequestCount, signal: AbortSignal) {
    const [failed, deleted] = await Promise.all([
      client.tally('failed', signal),
      hasCompleted(count) ? client.tally('deleted', signal) : 0,
    ]);
    tallies = { failed, deleted };
    return tallies;
  }

  return {
    /** The counters need the key; name and version do not, and are no reason to fail. */
    async health(signal: AbortSignal): Promise<Health> {
      await client.requestCount(signal);
      const [name, version] = await Promise.all([
        aside(log, client.applicationTitle(signal)),
        aside(log, client.version(signal)),
      ]);
      return { name, version };
    },
    async requests(signal: AbortSignal) {
      const all = await client.requests(signal);
      deletedApproved = all.filter(isDeletedApproved).length;
      return titled(all);
    },
    newestRequests: async (signal: AbortSignal) => titled(await newest(signal)),
    async requestCounts(signal: AbortSignal) {
      const count = await client.requestCount(signal);
      return [toRequestCounts(count, { ...(await tally(count, signal)), deletedApproved })];
    },
    /** With the tallies of the last run of the task: they cost as much as a list of requests. */
    async requestCountsSoon(signal: AbortSignal) {
      const count = await client.requestCount(signal);
      return [toRequestCounts(count, { ...(tallies ?? (await tally(count, signal))), deletedApproved })];
    },
    async issues(signal: AbortSignal) {
      const issues = await client.issues(signal);
      const titleOf = await titles.of(issues.map(workOfIssue));
      return issues.map((issue) => toIssue(issue, titleOf));
    },
    jobs: async (signal: AbortSignal) => toJobs(await client.jobs(signal)),
    issueCounts: async (signal: AbortSignal) => [toIssueCounts(await client.issueCount(signal))],
    /** Ends what nobody waits for any more. */
    stop: () => stopped.abort(),
  };
}

async function aside(log: Logger, fact: Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await fact;
  } catch (error) {
    log.debug('a fact of the check is missing', { reason: messageOf(error) });
    return undefined;
  }
}
