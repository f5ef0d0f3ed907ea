/**
 * A small real HTTP server that behaves like Plex 1.43 for the routes that Sidelight uses: the token in its header alone,
 * JSON only for who asks for it, web pages for refusals, lists that are left out when they are empty, and the WebSocket.
 *
 * ```ts
 * const plex = await startFakePlex();
 * const play = plex.start({ user: 'Ben', title: 'Metropolis' });   // the socket tells of it
 * plex.fail('starting');                                          // every route, until fail(null)
 * await plex.close();
 * ```
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { answerFault, type Fault } from './jellyfin/faults.js';

type Row = Readonly<Record<string, unknown>>;
type Answer = (query: URLSearchParams) => object;

export interface PlexPlay {
  readonly user: 'Owner' | 'Ben';
  readonly title: string;
}

const TOKEN = 'fake-plex-token-1';
const MACHINE = '0123456789abcdef0123456789abcdef01234567';
const ACCOUNTS = [
  { id: 0, name: '' },
  { id: 1, name: 'Owner' },
  { id: 133788, name: 'Ben' },
];
const GB = 1_000_000_000;
const FILMS: readonly Row[] = ['Charade', 'Nosferatu', 'Safety Last!'].map((title, n) => ({
  ...{ ratingKey: String(9400 + n), type: 'movie', title, guid: `plex://movie/${n}`, duration: 6_000_000 },
  ...{
    addedAt: 1_790_000_000 + n,
    thumb: `/library/metadata/${9400 + n}/thumb/1`,
    Guid: [{ id: `tmdb://${700 + n}` }],
  },
  Media: [{ videoResolution: '1080', Part: [{ file: `/media/plex/${n}.mkv`, size: 2 * GB }] }],
}));
const SECTION = { key: '1', type: 'movie', title: 'Plex films', refreshing: false, contentChangedAt: 7 };
const REFUSED = '<html><head><title>Unauthorized</title></head><body><h1>401 Unauthorized</h1></body></html>';

export const startFakePlex = async (): Promise<FakePlex> => {
  const plex = new FakePlex();
  await plex.listen();
  return plex;
};

export class FakePlex {
  readonly token = TOKEN;
  readonly serverId = MACHINE;
  readonly films = FILMS;
  /** Titles whose refresh was asked for, and the reasons of ends. */
  readonly done: string[] = [];
  /** Addresses that were asked for, with their queries. */
  readonly asked: string[] = [];
  readonly #plays = new Map<string, Row>();
  readonly #sockets = new WebSocketServer({ noServer: true });
  #fault: Fault | null = null;
  readonly #server = createServer((request, response) => this.#handle(request, response));

  listen(): Promise<void> {
    this.#server.on('upgrade', (request, socket, head) => {
      const isMine = request.url === '/:/websockets/notifications' && this.#isAuthorized(request);
      if (!isMine || this.#fault !== null) return void socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
      this.#sockets.handleUpgrade(request, socket, head, () => undefined);
    });
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many listen to the notifications. */
  get listeners(): number {
    return this.#sockets.clients.size;
  }

  /** How often a route was asked. */
  calls = (path: string): number => this.asked.filter((one) => one.split('?')[0] === path).length;

  start({ user, title }: PlexPlay): string {
    const sessionKey = String(this.#plays.size + 41);
    const id = `play${sessionKey}`;
    const film = FILMS.find((one) => one['title'] === title) ?? { ratingKey: '1', type: 'movie', title };
    this.#plays.set(id, {
      ...{ ...film, sessionKey, viewOffset: 1_863_000, librarySectionID: '1' },
      User: { id: String(ACCOUNTS.find(({ name }) => name === user)?.id), title: user },
      Player: { title: 'TV', product: 'Plex for TV', machineIdentifier: `tv-${user}`, state: 'playing', local: true },
      Session: { id, bandwidth: 8000, location: 'lan' },
    });
    this.#tell(sessionKey, 'playing');
    return id;
  }

  stop(id: string): void {
    const play = this.#plays.get(id);
    this.#plays.delete(id);
    if (play !== undefined) this.#tell(String(play['sessionKey']), 'stopped');
  }

  /** How the next requests fail, until `fail(null)`. */
  fail(fault: Fault | null): void {
    this.#fault = fault;
    for (const client of this.#sockets.clients) if (fault !== null) client.terminate();
  }

  close(): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate();
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #tell(sessionKey: string, state: string): void {
    const PlaySessionStateNotification = [{ sessionKey, ratingKey: '9400', state, viewOffset: 1_863_000 }];
    const NotificationContainer = { type: 'playing', size: 1, PlaySessionStateNotification };
    for (const client of this.#sockets.clients) client.send(JSON.stringify({ NotificationContainer }));
  }

  readonly #isAuthorized = ({ headers }: IncomingMessage): boolean => headers['x-plex-token'] === TOKEN;

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    this.asked.push(request.url ?? '');
    const answer = (): object | undefined =>
      request.method === 'PUT' ? this.#refresh(pathname) : this.#routes[pathname]?.(searchParams);
    const isJson = String(request.headers.accept).includes('json');
    if (this.#fault !== null && this.#fault !== 'slow') {
      answerFault(this.#fault, response, () => JSON.stringify(answer() ?? {}));
    } else if (pathname !== '/identity' && !this.#isAuthorized(request)) {
      send(response, 401, 'text/html', REFUSED);
    } else {
      const told = answer();
      if (told === undefined) send(response, 404, 'text/html', REFUSED);
      else if (isJson) send(response, 200, 'application/json', JSON.stringify(told));
      else send(response, 200, 'text/xml', '<MediaContainer size="0"/>');
    }
  }

  #refresh(path: string): object | undefined {
    const [, id = ''] = /^\/library\/metadata\/(\d+)\/refresh$/.exec(path) ?? [];
    if (!FILMS.some(({ ratingKey }) => ratingKey === id)) return undefined;
    this.done.push(`refresh ${id}`);
    return {};
  }

  readonly #routes: Readonly<Record<string, Answer>> = {
    '/': () => ({ MediaContainer: { machineIdentifier: MACHINE, version: '1.43.2', friendlyName: 'plex-box' } }),
    '/identity': () => ({ MediaContainer: { size: 0, machineIdentifier: MACHINE, version: '1.43.2', claimed: true } }),
    '/accounts': () => listOf('Account', ACCOUNTS),
    '/library/sections': () => listOf('Directory', [SECTION]),
    '/library/sections/1/all': (query) => listOf('Metadata', query.has('updatedAt>>') ? [] : FILMS),
    '/media/providers': () =>
      listOf('MediaProvider', [{ Feature: [{ Directory: [{ id: '1', storageTotal: 6 * GB }] }] }]),
    '/status/sessions': () => listOf('Metadata', [...this.#plays.values()]),
    '/status/sessions/history/all': () => listOf('Metadata', []),
    '/status/sessions/terminate': (query) => {
      this.done.push(`end ${query.get('reason')}`);
      this.stop(query.get('sessionId') ?? '');
      return {};
    },
    '/devices': () => listOf('Device', [{ id: 1, name: 'TV', platform: 'Android', clientIdentifier: 'tv-Ben' }]),
    '/butler': () => ({
      ButlerTasks: { ButlerTask: [{ name: 'BackupDatabase', title: 'Backup Database', enabled: true }] },
    }),
    '/activities': () => listOf('Activity', []),
  };
}

const listOf = (name: string, rows: readonly object[]): object => ({
  MediaContainer: { size: rows.length, totalSize: rows.length, ...(rows.length === 0 ? {} : { [name]: rows }) },
});

const send = (response: ServerResponse, status: number, type: string, body: string): void =>
  void response.writeHead(status, { 'Content-Type': type }).end(body);
