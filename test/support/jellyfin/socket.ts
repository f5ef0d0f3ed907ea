/** The WebSocket of the fake server: tells whoever subscribed of the sessions when they change, and of nothing before. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** The server ends a connection that is silent for so long; nobody here waits for it. */
const KEEP_ALIVE_SECONDS = 60;

export class FakeSocket {
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #subscribed = new Set<WebSocket>();
  /** Message types that clients sent. */
  readonly received: string[] = [];
  /** Paths that were asked for, with their queries. */
  readonly asked: string[] = [];
  /** As a proxy that lets no WebSocket through. */
  refuses = false;

  constructor(
    private readonly sessions: () => readonly unknown[],
    private readonly isAuthorized: (request: IncomingMessage) => boolean,
  ) {}

  /** Connections that are told of sessions. */
  get open(): number {
    return this.#subscribed.size;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.asked.push(request.url ?? '');
    if (this.refuses) return void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    if (!this.isAuthorized(request)) return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    this.#server.handleUpgrade(request, socket, head, (client) => this.#serve(client));
  }

  tell(): void {
    for (const client of this.#subscribed) this.#send(client, 'Sessions', this.sessions());
  }

  /** All connections are cut off. */
  break(): void {
    for (const client of this.#server.clients) client.terminate();
  }

  #serve(client: WebSocket): void {
    this.#send(client, 'ForceKeepAlive', KEEP_ALIVE_SECONDS);
    client.on('close', () => this.#subscribed.delete(client));
    client.on('message', (data) => {
      const { MessageType: type } = JSON.parse(String(data)) as { readonly MessageType: string };
      this.received.push(type);
      if (type === 'SessionsStart') this.#subscribed.add(client);
    });
  }

  #send(client: WebSocket, MessageType: string, Data: unknown): void {
    client.send(JSON.stringify({ MessageType, MessageId: 'f0f1f2f3', Data }));
  }
}
