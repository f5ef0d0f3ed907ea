/** The torrent client of the world: qBittorrent 5, which wants a session. */
import { KEYS } from '../world/keys.js';
import { at, dispatch, type Route } from './routes.js';
import { type Asked, type Reply, startUpstream, type Upstream } from './upstream.js';

interface Torrent {
  readonly name: string;
  state: string;
  readonly size: number;
  readonly amount_left: number;
  readonly dlspeed: number;
  readonly upspeed: number;
  readonly eta: number;
}

export interface FakeQbittorrent {
  readonly upstream: Upstream;
  /** By info hash in lower case. */
  readonly torrents: Map<string, Torrent>;
}

const UNKNOWN_ETA = 8_640_000;
const torrent = (name: string, state: string, size: number, more: Partial<Torrent> = {}): Torrent => ({
  ...{ name, state, size, amount_left: 0, dlspeed: 0, upspeed: 0, eta: UNKNOWN_ETA },
  ...more,
});

const world = (): readonly (readonly [key: string, torrent: Torrent])[] => [
  [
    KEYS.nightOfTheLivingDead,
    torrent('Night.of.the.Living.Dead.1968.1080p.BluRay.x264-EXAMPLE', 'downloading', 8_589_934_592, {
      ...{ amount_left: 3_221_225_472, dlspeed: 2_528_000, upspeed: 120_000, eta: 1274 },
    }),
  ],
  [
    KEYS.sintel,
    torrent('Sintel.2010.2160p.WEB-DL.x265-EXAMPLE', 'stalledDL', 21_474_836_480, { amount_left: 20_401_094_656 }),
  ],
  [
    KEYS.harbor,
    torrent('Example.Harbor.S02.1080p.WEB-DL.H264-EXAMPLE', 'downloading', 17_179_869_184, {
      ...{ amount_left: 6_871_947_673, dlspeed: 1_000_000, eta: 6871 },
    }),
  ],
  [KEYS.ridge, torrent('Signal.Ridge.S01E05E06.1080p.WEB-DL-EXAMPLE', 'stalledUP', 4_294_967_296)],
  [KEYS.charade, torrent('Charade.1963.1080p.BluRay-EXAMPLE', 'stoppedUP', 9_663_676_416)],
  [KEYS.metropolis, torrent('Metropolis.1927.1080p.WEB-DL-EXAMPLE', 'uploading', 12_884_901_888, { upspeed: 50_000 })],
  [
    KEYS.friday,
    torrent('His.Girl.Friday.1940.1080p.WEB-DL-EXAMPLE', 'stoppedDL', 4_294_967_296, { amount_left: 4_294_967_296 }),
  ],
  [
    KEYS.general,
    torrent('The.General.1926.1080p.BluRay-EXAMPLE', 'queuedDL', 5_000_000_000, { amount_left: 5_000_000_000 }),
  ],
];

const COOKIE = 'SID=the-session';

export async function startQbittorrent(username: string, password: string): Promise<FakeQbittorrent> {
  const torrents = new Map(world().map(([key, one]) => [key.toLowerCase(), one]));
  let rid = 0;
  const hashesOf = (fields: URLSearchParams): readonly string[] =>
    (fields.get('hashes') ?? '').split('|').filter((hash) => torrents.has(hash));
  const set =
    (down: string, up: string) =>
    ({ body }: Asked): Reply => {
      for (const hash of hashesOf(new URLSearchParams(body))) {
        const one = torrents.get(hash);
        if (one !== undefined) one.state = one.amount_left > 0 ? down : up;
      }
      return { body: '' };
    };

  const routes: readonly Route[] = [
    ['GET', at('/api/v2/app/version'), () => ({ body: 'v5.3.0' })],
    [
      'GET',
      at('/api/v2/sync/maindata'),
      () => ({ body: { rid: ++rid, full_update: true, torrents: Object.fromEntries(torrents) } }),
    ],
    ['GET', at('/api/v2/torrents/info'), ({ query }) => ({ body: hashesOf(query).map((hash) => ({ hash })) })],
    ['POST', at('/api/v2/torrents/stop'), set('stoppedDL', 'stoppedUP')],
    ['POST', at('/api/v2/torrents/start'), set('downloading', 'uploading')],
    [
      'POST',
      at('/api/v2/torrents/delete'),
      ({ body }) => {
        for (const hash of hashesOf(new URLSearchParams(body))) torrents.delete(hash);
        return { body: '' };
      },
    ],
  ];

  const upstream = await startUpstream({
    answer(asked) {
      if (asked.path === '/api/v2/auth/login') {
        const fields = new URLSearchParams(asked.body);
        const known = fields.get('username') === username && fields.get('password') === password;
        return known ? { body: 'Ok.', headers: { 'Set-Cookie': `${COOKIE}; HttpOnly; path=/` } } : { status: 401 };
      }
      return asked.headers.cookie === COOKIE ? dispatch(routes, asked) : { status: 403, body: 'Forbidden' };
    },
  });
  return { upstream, torrents };
}
