/** A second request manager: Ombi 4.59, which changes with what is done to it, whatever the state, and may say that it failed. */
import { at, dispatch, type Route } from './routes.js';
import { type Asked, type Reply, startUpstream, type Upstream } from './upstream.js';

interface OmbiRequest {
  readonly kind: 'movie' | 'tv';
  readonly id: number;
  readonly title: string;
  readonly tmdb: number;
  approved?: boolean;
  available?: boolean;
  denied?: boolean;
}

export interface FakeOmbi {
  readonly upstream: Upstream;
  readonly requests: readonly OmbiRequest[];
  /** It does what it is told, and says that its database is locked. */
  isLocked: boolean;
}

/** Of each user, in every row. */
export const USER_TOKEN = '0f9e8d7c6b5a49382716051423324150';

const world = (): OmbiRequest[] => [
  { kind: 'movie', id: 8, title: 'The Gold Rush', tmdb: 962 },
  { kind: 'movie', id: 7, title: 'Sherlock Jr.', tmdb: 992 },
  { kind: 'movie', id: 6, title: 'The Cabinet of Dr. Caligari', tmdb: 234, denied: true },
  { kind: 'movie', id: 5, title: 'A Trip to the Moon', tmdb: 775, approved: true },
  { kind: 'movie', id: 1, title: 'Metropolis', tmdb: 19, approved: true, available: true },
  { kind: 'tv', id: 9001, title: 'Harbour Lights', tmdb: 9001 },
];

const isPending = ({ approved, available, denied }: OmbiRequest): boolean => !approved && !available && !denied;

const user = {
  userName: 'nora',
  userAlias: 'nora',
  email: 'nora@example.org',
  userAccessToken: USER_TOKEN,
};

const rowOf = ({ kind, id, title, tmdb, approved = false, available = false, denied = false }: OmbiRequest) => ({
  ...{ id, title, approved, available, denied, deniedReason: denied ? 'No room' : null },
  ...{ requestedDate: `2026-11-21T10:00:${String(id % 60).padStart(2, '0')}.4488668Z`, requestedUser: user },
  ...(kind === 'movie'
    ? { theMovieDbId: tmdb, imdbId: null, has4KRequest: false }
    : { parentRequest: { title, externalProviderId: tmdb, tvDbId: 0, imdbId: null }, seasonRequests: [] }),
});

const ISSUES = [
  {
    ...{ id: 1, title: 'Metropolis', status: 0, subject: 'No sound', description: 'In reel two.', userReported: user },
    ...{ createdDate: '2026-11-22T06:13:38.4495757Z', issueCategory: { value: 'Sound', id: 1 } },
  },
];

const LOCKED: Reply = { status: 500, body: "SQLite Error 5: 'database is locked'." };
const PAGE: Reply = {
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><html><title>Ombi</title></html>',
};
const OPEN = new Set(['/api/v1/Status/info', '/api/v1/Settings/about', '/api/v1/Request/count']);

export async function startOmbi(apiKey: string): Promise<FakeOmbi> {
  const requests = world();
  const state = { isLocked: false };
  const listed = (
    kind: string,
    isWanted: (request: OmbiRequest) => boolean,
    count: string,
    position: string,
  ): Reply => {
    const rows = requests.filter((request) => request.kind === kind && isWanted(request)).map(rowOf);
    return { body: { collection: rows.slice(Number(position), Number(position) + Number(count)), total: rows.length } };
  };
  const counted = (isWanted: (request: OmbiRequest) => boolean): number => requests.filter(isWanted).length;

  function decide({ body }: Asked, kind: string, done: Partial<OmbiRequest>): Reply {
    const request = requests.find((one) => one.kind === kind && one.id === JSON.parse(body).id);
    if (request === undefined) {
      return { body: { result: false, isError: true, errorMessage: 'Request does not exist' } };
    }
    Object.assign(request, { approved: false, denied: false }, done);
    return state.isLocked ? LOCKED : { body: { result: true, isError: false, errorMessage: null } };
  }

  const routes: readonly Route[] = [
    ['GET', at('/api/v1/Status/info'), () => ({ headers: { 'content-type': 'application/json' }, body: '"4.59.3"' })],
    ['GET', at('/api/v1/Settings/about'), () => ({ body: { version: '4.59.3', ombiDatabaseType: 'Sqlite' } })],
    [
      'GET',
      at('/api/v1/Request/count'),
      () => ({
        body: {
          pending: counted(isPending),
          approved: counted(({ approved, available }) => approved === true && available !== true),
          available: counted(({ available }) => available === true),
          denied: counted(({ denied }) => denied === true),
        },
      }),
    ],
    ['GET', at('/api/v1/Issues/count'), () => ({ body: { pending: 1, inProgress: 0, resolved: 0 } })],
    [
      'GET',
      at('/api/v1/Issues/:take/:skip/:status'),
      (_, _take, _skip, status) => ({ body: status === '0' ? ISSUES : [] }),
    ],
    [
      'GET',
      at('/api/v2/Requests/:kind/pending/:count/:position/RequestedDate/desc'),
      (_, kind = '', count = '', position = '') => listed(kind, isPending, count, position),
    ],
    [
      'GET',
      at('/api/v2/Requests/:kind/:count/:position/RequestedDate/desc'),
      (_, kind = '', count = '', position = '') => listed(kind, () => true, count, position),
    ],
    ['POST', at('/api/v1/Request/:kind/approve'), (asked, kind = '') => decide(asked, kind, { approved: true })],
    ['PUT', at('/api/v1/Request/:kind/deny'), (asked, kind = '') => decide(asked, kind, { denied: true })],
  ];

  const upstream = await startUpstream({
    answer(asked) {
      const key = asked.headers['apikey'];
      if (key === undefined && OPEN.has(asked.path)) return dispatch(routes, asked);
      if (key !== apiKey) return { status: 401, body: key === undefined ? '' : 'Invalid API Key' };
      const reply = dispatch(routes, asked);
      return reply.status === 404 ? PAGE : reply;
    },
  });
  return Object.assign(state, { upstream, requests });
}
