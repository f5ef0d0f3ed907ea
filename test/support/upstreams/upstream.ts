/** A small real HTTP server on loopback: it counts its calls, and fails as it is told. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerFault, type Fault, JSON_TYPE } from './faults.js';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  /** 200 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON, nothing when it is left out. */
  readonly body?: unknown;
}

export interface Call {
  /** "GET /api/v3/queue", or as the server names it. */
  readonly route: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface UpstreamParts {
  answer(asked: Asked): Reply;
  /** What a call is called where one path serves everything; not given: method and path. */
  nameOf?(asked: Asked): string;
}

interface Failing {
  readonly fault: Fault;
  readonly only: RegExp | null;
  readonly delayMs: number;
  readonly location: string;
}

export class Upstream {
  readonly #parts: UpstreamParts;
  readonly #server: Server;
  readonly #slow = new Map<ServerResponse, NodeJS.Timeout>();
  #calls: Call[] = [];
  #failing: Failing | null = null;
  #port = 0;

  constructor(parts: UpstreamParts) {
    this.#parts = parts;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Those whose route contains the text, since the last reset. */
  calls(route = ''): readonly Call[] {
    return this.#calls.filter((call) => call.route.includes(route));
  }

  resetCalls(): void {
    this.#calls = [];
  }

  /**
   * Fails like this until `fail(null)`.
   * @param options only: the routes that fail. delayMs: of `slow`, an hour. location: of `redirect`
   */
  async fail(
    fault: Fault | null,
    options: { readonly only?: RegExp; readonly delayMs?: number; readonly location?: string } = {},
  ): Promise<void> {
    const { only = null, delayMs = 3_600_000, location = `${this.url}/login` } = options;
    this.#failing = fault === null ? null : { fault, only, delayMs, location };
    this.#breakSlow();
    if (fault === 'refused') await this.#stopListening();
    else if (!this.#server.listening) await this.listen();
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(this.#port, '127.0.0.1', () => {
        this.#server.removeListener('error', reject);
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    this.#breakSlow();
    await this.#stopListening();
  }

  async #stopListening(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #breakSlow(): void {
    for (const [response, timer] of this.#slow) {
      clearTimeout(timer);
      response.destroy();
    }
    this.#slow.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const { method = 'GET', headers } = request;
    const asked: Asked = { method, path: pathname, query: searchParams, headers, body: await textOf(request) };
    const route = this.#parts.nameOf?.(asked) ?? `${method} ${pathname}`;
    this.#calls.push({ route, at: Date.now() });
    const answer = (): Reply => this.#parts.answer(asked);
    const failing = this.#failing;
    if (failing === null || failing.only?.test(route) === false || failing.fault === 'refused') {
      send(response, answer());
    } else if (failing.fault === 'slow') {
      this.#slow.set(
        response,
        setTimeout(() => {
          this.#slow.delete(response);
          send(response, answer());
        }, failing.delayMs),
      );
    } else {
      answerFault(failing.fault, response, () => answer().body ?? {}, failing.location);
    }
  }
}

export async function startUpstream(parts: UpstreamParts): Promise<Upstream> {
  const upstream = new Upstream(parts);
  await upstream.listen();
  return upstream;
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  const isText = typeof body === 'string';
  const text = body === undefined ? '' : isText ? body : JSON.stringify(body);
  const type = body === undefined || isText ? {} : JSON_TYPE;
  response.writeHead(status, { ...type, ...headers }).end(text);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
