/**
 * A small real HTTP server that behaves like Jellyfin 12 for the routes that Sidelight uses: the same paging, the same
 * authentication (the Authorization header alone), times with seven fraction digits, nulls left out.
 *
 * ```ts
 * const jellyfin = await startFakeJellyfin({ items: 100_000 });
 * const play = jellyfin.sessions.start({ user: 'Ada', title: 'Metropolis' });
 * jellyfin.fail('starting');            // every route answers 503 with a web page, until fail(null)
 * jellyfin.calls('GET /Sessions');      // how often it was asked
 * await jellyfin.close();
 * ```
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerFault, type Fault } from './jellyfin/faults.js';
import { FakeLibrary, SERIES_BLOCK, type Wire } from './jellyfin/library.js';
import { QuickConnect } from './jellyfin/quick-connect.js';
import { DEFAULT_JOBS, type FakeUser, ROUTES, userOf, type World } from './jellyfin/routes.js';
import { FakeSessions } from './jellyfin/sessions.js';
import { FakeSocket } from './jellyfin/socket.js';

export interface FakeJellyfinOptions {
  /** Movies, series, seasons and episodes together: 1,000. A third are movies. */
  readonly items?: number;
  readonly users?: readonly FakeUser[];
  readonly name?: string;
  readonly version?: string;
  readonly apiKey?: string;
  readonly now?: () => Date;
  /** 0: any free port. */
  readonly port?: number;
}

export interface FakeJellyfin {
  readonly url: string;
  readonly apiKey: string;
  readonly movies: FakeLibrary;
  readonly shows: FakeLibrary;
  readonly sessions: FakeSessions;
  readonly quickConnect: QuickConnect;
  readonly socket: FakeSocket;
  users: readonly FakeUser[];
  /** The answer of GET /ScheduledTasks. */
  jobs: readonly Wire[];
  /** The entries of GET /System/ActivityLog/Entries, the newest first. */
  log: readonly Wire[];
  /** Marks a library as being scanned, or not any more. */
  scan(libraryId: string, running: boolean): void;
  /** Every route fails like this until `fail(null)`; with a route (`GET /Items`) that one alone. */
  fail(fault: Fault | null, options?: { readonly route?: string; readonly delayMs?: number }): void;
  /** How often a route was asked since the last reset; all routes without a name. */
  calls(route?: string): number;
  resetCalls(): void;
  /** Ids of titles whose refresh was asked for. */
  readonly refreshed: readonly string[];
  /** Frees the port and breaks open connections. */
  close(): Promise<void>;
}

const SERVER_ID = '5f1c2a7b9d3e4f60a1b2c3d4e5f60718';
const USERS: readonly FakeUser[] = [
  { name: 'Ada', admin: true, password: 'ada-password', lastAt: '2026-11-20T18:12:31.442Z' },
  { name: 'Ben', password: 'ben-password', lastAt: '2026-11-20T18:12:11.000Z' },
  { name: 'Cleo', disabled: true },
];

export async function startFakeJellyfin(options: FakeJellyfinOptions = {}): Promise<FakeJellyfin> {
  const server = new FakeServer(options);
  await server.listen(options.port ?? 0);
  return server;
}

const userIdOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32);
const folder = (id: string, name: string, collectionType: string) => ({ id: id.repeat(32), name, collectionType });

class FakeServer implements FakeJellyfin {
  readonly apiKey: string;
  readonly movies: FakeLibrary;
  readonly shows: FakeLibrary;
  readonly sessions: FakeSessions;
  readonly refreshed: string[] = [];
  readonly quickConnect = new QuickConnect();
  readonly socket: FakeSocket;
  users: readonly FakeUser[];
  jobs: readonly Wire[] = DEFAULT_JOBS;
  log: readonly Wire[] = [];

  readonly #options: FakeJellyfinOptions;
  readonly #tokens: Set<string>;
  readonly #now: () => Date;
  readonly #scanning = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #faults = new Map<string, { readonly fault: Fault; readonly delayMs: number }>();
  readonly #server = createServer((request, response) => {
    // What it saves is dated by this clock, and so is each answer.
    response.setHeader('Date', this.#now().toUTCString());
    this.#handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  constructor(options: FakeJellyfinOptions) {
    const items = options.items ?? 1_000;
    const shows = Math.floor((items * 2) / 3 / SERIES_BLOCK) * SERIES_BLOCK;
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    this.users = options.users ?? USERS;
    this.apiKey = options.apiKey ?? '0123456789abcdef0123456789abcdef';
    this.#tokens = new Set([this.apiKey]);
    this.movies = new FakeLibrary(folder('a', 'Movies', 'movies'), items - shows, 'f0', this.#now);
    this.shows = new FakeLibrary(folder('b', 'Shows', 'tvshows'), shows, 'f1', this.#now);
    this.sessions = new FakeSessions(SERVER_ID, this.#now, userIdOf);
    this.socket = new FakeSocket(
      () => this.sessions.list(),
      (request) => this.#isAuthorized(request),
    );
    this.sessions.changed = () => this.socket.tell();
    this.#server.on('upgrade', (request, socket, head: Buffer) => {
      if (this.#faults.has('*')) socket.destroy();
      else this.socket.upgrade(request, socket, head);
    });
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  scan(libraryId: string, running: boolean): void {
    if (running) this.#scanning.add(libraryId);
    else this.#scanning.delete(libraryId);
  }

  fail(fault: Fault | null, { route = '*', delayMs = 1_000 } = {}): void {
    if (fault === null) this.#faults.clear();
    else this.#faults.set(route, { fault, delayMs });
  }

  calls(route?: string): number {
    return route === undefined ? [...this.#counts.values()].reduce((a, b) => a + b, 0) : (this.#counts.get(route) ?? 0);
  }

  resetCalls(): void {
    this.#counts.clear();
  }

  close(): Promise<void> {
    this.socket.break();
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const route = `${request.method} ${pathname}`;
    this.#counts.set(route, (this.#counts.get(route) ?? 0) + 1);
    const body = await bodyOf(request);
    const answer = () => ROUTES[route]?.(this.#world(), searchParams);
    const failing = this.#faults.get(route) ?? this.#faults.get('*');
    if (failing?.fault === 'slow') await new Promise((resolve) => setTimeout(resolve, failing.delayMs));
    else if (failing !== undefined) return answerFault(failing.fault, response, () => JSON.stringify(answer() ?? {}));
    if (route === 'POST /Users/AuthenticateByName') return this.#authenticate(body, response);
    if (route.includes('QuickConnect')) return this.#byCode(route, body, searchParams, response);
    if (!OPEN.has(route) && !this.#isAuthorized(request)) return void response.writeHead(401).end();
    if (/^GET \/Items\/\w+\/Images\/Primary$/.test(route)) {
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL);
    }
    const data = answer();
    if (data !== undefined) send(response, data);
    else this.#command(route, body, response);
  }

  #world(): World {
    return {
      serverId: SERVER_ID,
      name: this.#options.name ?? 'fake-box',
      version: this.#options.version ?? '12.2.0',
      users: this.users,
      libraries: [this.movies, this.shows],
      sessions: this.sessions,
      scanning: this.#scanning,
      jobs: this.jobs,
      log: this.log,
      userIdOf,
      now: this.#now,
    };
  }

  #isAuthorized(request: IncomingMessage): boolean {
    const token = /^MediaBrowser .*?Token="([^"]*)"/.exec(request.headers.authorization ?? '')?.[1];
    return token !== undefined && this.#tokens.has(decodeURIComponent(token));
  }

  #authenticate(body: Wire, response: ServerResponse): void {
    const user = this.users.find((one) => one.name === body['Username'] && one.password === body['Pw']);
    if (user === undefined) return void response.writeHead(401).end('Error processing request.');
    if (user.disabled === true) return void response.writeHead(403).end('Error processing request.');
    this.#letIn(user, response);
  }

  #byCode(route: string, body: Wire, query: URLSearchParams, response: ServerResponse): void {
    const { quickConnect: codes } = this;
    const user = this.users.find(({ name }) => name === codes.userOf(body['Secret']));
    const state = codes.state(query.get('secret') ?? '');
    if (route === 'GET /QuickConnect/Enabled') send(response, codes.enabled);
    else if (!codes.enabled) response.writeHead(401).end();
    else if (route === 'POST /QuickConnect/Initiate') send(response, codes.initiate());
    else if (state !== undefined) send(response, state);
    else if (user !== undefined) this.#letIn(user, response);
    else response.writeHead(404).end('"Unknown secret"');
  }

  #letIn(user: FakeUser, response: ServerResponse): void {
    const token = `token-${user.name}-${this.#tokens.size}`;
    this.#tokens.add(token);
    send(response, { User: userOf(this.#world(), user), AccessToken: token, ServerId: SERVER_ID });
  }

  #command(route: string, body: Wire, response: ServerResponse): void {
    const [, id = '', what = ''] = /^POST \/(?:Sessions|Items)\/([^/]+)\/(.+)$/.exec(route) ?? [];
    const known = this.sessions.has(id);
    if (what === 'Refresh' && this.#hasItem(id)) this.refreshed.push(id);
    else if (what === 'Message' && known) this.sessions.message(id, String(body['Text']));
    else if (what === 'Playing/Stop' && known) this.sessions.stop(id);
    else if (what === 'Playing/Pause' && known) this.sessions.pause(id);
    else if (what === 'Playing/Unpause' && known) this.sessions.resume(id);
    else if (route !== 'POST /Sessions/Logout') {
      return void response.writeHead(404).end('Error processing request.');
    }
    response.writeHead(204).end();
  }

  #hasItem(id: string): boolean {
    return [this.movies, this.shows].some((library) => library.indexOf(id) !== undefined);
  }
}

/** A picture, as small as they get. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Routes that answer without a key. */
const OPEN = new Set(['GET /System/Info/Public', 'GET /System/Ping']);

function send(response: ServerResponse, data: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(data));
}

async function bodyOf(request: IncomingMessage): Promise<Wire> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : ((JSON.parse(text) as Wire | null) ?? {});
}
