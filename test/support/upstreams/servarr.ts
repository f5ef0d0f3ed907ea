/** What the fake Sonarr and the fake Radarr answer alike. */
import { hoursAgo } from './dates.js';
import { dispatch, type Route } from './routes.js';
import { startUpstream, type Upstream } from './upstream.js';

export interface QueueRecord {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly trackedDownloadState?: string;
  readonly trackedDownloadStatus?: string;
  readonly errorMessage?: string;
  readonly downloadId?: string;
  readonly [field: string]: unknown;
}

export interface FakeServarr {
  readonly upstream: Upstream;
  /** One for each film or episode of a download. */
  queue: readonly QueueRecord[];
}

export interface ServarrParts {
  readonly app: 'Sonarr' | 'Radarr';
  readonly apiKey: string;
  readonly queue: readonly QueueRecord[];
  readonly grabbed: readonly object[];
  readonly calendar: readonly object[];
  /** `/series` or `/movie`. */
  readonly titlesPath: string;
  readonly titles: readonly { readonly id: number }[];
}

export const quality = (resolution: number) => ({ quality: { id: 1, name: `WEBDL-${resolution}p`, resolution } });

export const downloading = { status: 'downloading', trackedDownloadState: 'downloading', trackedDownloadStatus: 'ok' };
/** One that is there but cannot be imported without a decision. */
export const blocked = (why: string) => ({
  ...{ status: 'completed', trackedDownloadStatus: 'warning' },
  statusMessages: [{ title: 'the release', messages: [why] }],
});

export const grab = (downloadId: string, sourceTitle: string, hours: number, more: object) => ({
  ...{ eventType: 'grabbed', sourceTitle, downloadId, date: hoursAgo(hours), quality: quality(1080) },
  ...more,
});

const TASKS = [
  {
    id: 3,
    name: 'Check Health',
    taskName: 'CheckHealth',
    interval: 360,
    lastExecution: '2026-11-22T05:57:44Z',
    lastStartTime: '2026-11-22T05:57:41Z',
    nextExecution: '2026-11-22T11:57:44Z',
    lastDuration: '00:00:02.5000000',
  },
];

export async function startServarr(parts: ServarrParts): Promise<FakeServarr> {
  const { app, apiKey, grabbed, calendar, titles, titlesPath } = parts;
  const state = { queue: parts.queue };
  const api = (path: string): RegExp => new RegExp(`^/api/v3${path}$`);
  const routes: readonly Route[] = [
    ['GET', api('/system/status'), () => ({ body: { appName: app, instanceName: app, version: '5.26.2.10099' } })],
    ['GET', api('/health'), () => ({ body: HEALTH })],
    ['GET', api('/diskspace'), () => ({ body: [{ path: '/data', label: '', freeSpace: 4e11, totalSpace: 4e12 }] })],
    ['GET', api('/system/task'), () => ({ body: TASKS })],
    ['GET', api('/queue'), ({ query }) => ({ body: paged(state.queue, query) })],
    ['GET', api('/history/since'), () => ({ body: grabbed })],
    ['GET', api('/calendar'), () => ({ body: calendar })],
    ['GET', api('/wanted/(?:missing|cutoff)'), ({ query }) => ({ body: paged([], query) })],
    ['GET', api(titlesPath), () => ({ body: titles })],
    [
      'GET',
      api(`${titlesPath}/(\\d+)`),
      (_, id) => {
        const title = titles.find((one) => String(one.id) === id);
        return title === undefined ? { status: 404, body: { message: 'NotFound' } } : { body: title };
      },
    ],
  ];
  const upstream = await startUpstream({
    answer: (asked) => (asked.headers['x-api-key'] === apiKey ? dispatch(routes, asked) : { status: 401 }),
  });
  return Object.assign(state, { upstream });
}

const HEALTH = [
  {
    id: 1,
    source: 'IndexerStatusCheck',
    type: 'warning',
    message: 'Indexers unavailable due to failures: Example Indexer',
    wikiUrl: 'https://wiki.servarr.com/',
  },
];

function paged(records: readonly QueueRecord[], query: URLSearchParams) {
  const number = Number(query.get('page') ?? 1);
  const pageSize = Number(query.get('pageSize') ?? 10);
  const start = (number - 1) * pageSize;
  return { page: number, pageSize, totalRecords: records.length, records: records.slice(start, start + pageSize) };
}
