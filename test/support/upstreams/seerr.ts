/** The request manager of the world: Seerr 3, whose requests and issues change with what is done to them. */
import { KEYS } from '../world/keys.js';
import { at, dispatch, type Route } from './routes.js';
import { type Asked, type Reply, startUpstream, type Upstream } from './upstream.js';

interface Media {
  readonly mediaType: 'movie' | 'tv';
  readonly tmdbId: number;
  readonly tvdbId?: number;
  readonly imdbId?: string;
  /** 2 pending, 3 processing, 4 partially available, 5 available, 7 deleted */
  readonly status: number;
  readonly status4k?: number;
  readonly jellyfinMediaId?: string;
  readonly downloads?: readonly string[];
  readonly downloads4k?: readonly string[];
}

export interface SeerrRequest {
  readonly id: number;
  /** 1 pending, 2 approved, 3 declined, 4 failed, 5 completed */
  status: number;
  readonly title: string;
  readonly by: 'admin' | 'ada';
  readonly is4k?: boolean;
  readonly seasons?: readonly number[];
  readonly media: Media;
}

export interface FakeSeerr {
  readonly upstream: Upstream;
  readonly requests: readonly SeerrRequest[];
  /** What it says to whatever it is told to do; not given: it does it, in whatever state the request is, as 3.1 does. */
  refusal?: string;
}

const movie = (tmdbId: number, status: number, more: Partial<Media> = {}): Media => ({
  ...{ mediaType: 'movie', tmdbId, status },
  ...more,
});
const show = (tmdbId: number, tvdbId: number, status: number, more: Partial<Media> = {}): Media => ({
  ...{ mediaType: 'tv', tmdbId, tvdbId, status },
  ...more,
});
const times = (count: number, key: string): readonly string[] => Array.from({ length: count }, () => key);

/** Number 12 is for the film that number 7 asks for in 4K. */
const world = (): SeerrRequest[] => [
  { id: 1, status: 1, title: 'Nosferatu', by: 'ada', media: movie(653, 2) },
  { id: 2, status: 3, title: 'The General', by: 'ada', media: movie(961, 1) },
  {
    ...{ id: 3, status: 2, title: 'Night of the Living Dead', by: 'ada' },
    media: movie(10331, 2, { downloads: [KEYS.nightOfTheLivingDead] }),
  },
  {
    ...{ id: 4, status: 5, title: 'Metropolis', by: 'ada' },
    media: movie(19, 5, { imdbId: 'tt0017136', jellyfinMediaId: '7b0c4c5e9d1f4f0aa1b2c3d4e5f60718' }),
  },
  { id: 5, status: 4, title: 'Charade', by: 'ada', media: movie(4808, 3) },
  { id: 6, status: 5, title: 'His Girl Friday', by: 'ada', media: movie(3085, 7) },
  {
    ...{ id: 7, status: 2, title: 'Sintel', by: 'admin', is4k: true },
    media: movie(45745, 1, { status4k: 3, downloads4k: [KEYS.sintel] }),
  },
  { id: 8, status: 2, title: 'Tears of Steel', by: 'admin', media: movie(133701, 3, { downloads: [KEYS.tears] }) },
  {
    ...{ id: 9, status: 2, title: 'Example Harbor', by: 'ada', seasons: [1, 2] },
    media: show(900001, 9900001, 3, { downloads: times(8, KEYS.harbor) }),
  },
  {
    ...{ id: 10, status: 5, title: 'Signal Ridge', by: 'admin', seasons: [1] },
    media: show(900002, 9900002, 5, {
      jellyfinMediaId: '9d2e6e7f1f3161ccc3d4e5f60718293a',
      downloads: times(2, KEYS.ridge),
    }),
  },
  {
    ...{ id: 11, status: 2, title: 'Paper Lanterns', by: 'admin', seasons: [1, 2, 3] },
    media: show(900003, 9900003, 4, { jellyfinMediaId: '8c1d5d6f0e2050bbb2c3d4e5f6071829' }),
  },
  {
    ...{ id: 12, status: 1, title: 'Sintel', by: 'ada' },
    media: movie(45745, 1, { status4k: 3, downloads4k: [KEYS.sintel] }),
  },
];

/** Open but for the third; of a film that is there, a series, the same series, a deleted film. */
const ISSUES = [
  { id: 2, issueType: 1, status: 1, of: 4, by: 'ada' },
  { id: 3, issueType: 2, status: 1, of: 11, by: 'ada' },
  { id: 4, issueType: 3, status: 2, of: 11, by: 'ada' },
  { id: 1, issueType: 4, status: 1, of: 6, by: 'admin' },
] as const;

const user = (name: string) => ({ id: name === 'admin' ? 1 : 2, displayName: name, email: `${name}@example.test` });
const createdAt = (id: number): string => `2026-11-20T17:11:${String(10 + id)}.000Z`;
const loading = (keys: readonly string[] = []) =>
  keys.map((downloadId, index) => ({ externalId: index, downloadId, status: 'downloading', title: 'a release' }));

const mediaOf = ({ downloads, downloads4k, ...media }: Media) => ({
  ...{ imdbId: null, tvdbId: null, jellyfinMediaId: null, status4k: 1 },
  ...media,
  downloadStatus: loading(downloads),
  downloadStatus4k: loading(downloads4k),
});

const requestOf = ({ id, status, by, is4k = false, seasons = [], media }: SeerrRequest) => ({
  ...{ id, status, is4k, type: media.mediaType, createdAt: createdAt(id), updatedAt: createdAt(id) },
  media: mediaOf(media),
  seasons: seasons.map((seasonNumber) => ({ id: seasonNumber, seasonNumber, status })),
  requestedBy: user(by),
});

const page = (rows: readonly unknown[], { query }: Asked): Reply => {
  const skip = Number(query.get('skip') ?? 0);
  const take = Number(query.get('take') ?? 10);
  const pageInfo = {
    pages: Math.ceil(rows.length / take),
    pageSize: take,
    results: rows.length,
    page: skip / take + 1,
  };
  return { body: { pageInfo, results: rows.slice(skip, skip + take) } };
};

const VERBS: Readonly<Record<string, number>> = { approve: 2, decline: 3, retry: 2 };

export async function startSeerr(apiKey: string): Promise<FakeSeerr> {
  const requests = world();
  const told: Pick<FakeSeerr, 'refusal'> = {};
  const filtered = (filter: string | null) => {
    if (filter === 'pending') return requests.filter(({ status }) => status === 1);
    if (filter === 'failed') return requests.filter(({ status }) => status === 4);
    if (filter === 'deleted') return requests.filter(({ media }) => media.status === 7);
    return requests.toReversed();
  };
  const tally = (wanted: number): number => requests.filter(({ status }) => status === wanted).length;
  const titleOf = (type: 'movie' | 'tv', tmdb: string): string =>
    requests.find(({ media }) => media.mediaType === type && String(media.tmdbId) === tmdb)?.title ?? '';

  const routes: readonly Route[] = [
    ['GET', at('/api/v1/request/count'), () => ({ body: counted(requests, tally) })],
    ['GET', at('/api/v1/request'), (asked) => page(filtered(asked.query.get('filter')).map(requestOf), asked)],
    [
      'GET',
      at('/api/v1/issue/count'),
      () => ({ body: { total: 4, video: 1, audio: 1, subtitles: 1, open: 3, closed: 1 } }),
    ],
    [
      'GET',
      at('/api/v1/issue'),
      (asked) =>
        page(
          ISSUES.map((issue) => issueOf(issue, requests)),
          asked,
        ),
    ],
    ['GET', at('/api/v1/settings/jobs'), () => ({ body: JOBS })],
    ['GET', at('/api/v1/movie/:id'), (_, id = '') => ({ body: { id: Number(id), title: titleOf('movie', id) } })],
    ['GET', at('/api/v1/tv/:id'), (_, id = '') => ({ body: { id: Number(id), name: titleOf('tv', id) } })],
    [
      'GET',
      at('/api/v1/request/:id'),
      (_, id) => {
        const request = requests.find((one) => String(one.id) === id);
        return request === undefined
          ? { status: 404, body: { message: 'Request not found.' } }
          : { body: requestOf(request) };
      },
    ],
    [
      'POST',
      at('/api/v1/request/:id/:verb'),
      (_, id, name = '') => {
        const request = requests.find((one) => String(one.id) === id);
        const status = VERBS[name];
        if (request === undefined || status === undefined)
          return { status: 404, body: { message: 'Request not found.' } };
        // Later versions refuse by themselves, this one only what it is told to.
        if (told.refusal !== undefined) return { status: 409, body: { message: told.refusal } };
        request.status = status;
        return { body: requestOf(request) };
      },
    ],
  ];

  const upstream = await startUpstream({
    answer(asked) {
      if (asked.path === '/api/v1/status') return { body: { version: '3.1.0', commitTag: 'local' } };
      if (asked.path === '/api/v1/settings/public') return { body: { applicationTitle: 'Seerr' } };
      if (asked.headers['x-api-key'] === apiKey) return dispatch(routes, asked);
      return { status: 403, body: { status: 403, error: 'You do not have permission to access this endpoint' } };
    },
  });
  return Object.assign(told, { upstream, requests });
}

const JOBS = [
  { id: 'radarr-scan', name: 'Radarr Scan', nextExecutionTime: '2027-01-01T05:00:00.000+00:00', running: false },
];

const counted = (requests: readonly SeerrRequest[], tally: (status: number) => number) => ({
  total: requests.length,
  movie: requests.filter(({ media }) => media.mediaType === 'movie').length,
  tv: requests.filter(({ media }) => media.mediaType === 'tv').length,
  ...{ pending: tally(1), approved: tally(2), declined: tally(3), processing: tally(2), available: 0 },
  completed: tally(5),
});

function issueOf({ of, by, ...issue }: (typeof ISSUES)[number], requests: readonly SeerrRequest[]) {
  const media = requests.find(({ id }) => id === of)?.media;
  return { ...issue, createdAt: createdAt(issue.id), media: media && mediaOf(media), createdBy: user(by) };
}
