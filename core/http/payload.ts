/** Bytes that are ready to be sent, and how they are sent: the same way before Express and behind it. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { HeaderList } from './security-headers.js';

export interface Payload {
  readonly bytes: Buffer;
  /** Weak. */
  readonly etag: string;
  /** Compressed once, when first asked for. */
  gzip(): Buffer;
}

/** Smaller bodies are not worth compressing. */
const GZIP_FROM = 1024;
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A payload of a value that has no ready bytes. */
export function payloadOf(value: unknown): Payload {
  const bytes = Buffer.from(JSON.stringify(value));
  let zipped: Buffer | undefined;
  return {
    bytes,
    etag: `W/"${hash('sha1', bytes, 'base64').slice(0, 27)}"`,
    gzip() {
      zipped ??= gzipSync(bytes);
      return zipped;
    },
  };
}

interface Heads {
  readonly plain: string[];
  /** Made when first asked for. */
  zipped: string[] | null;
  readonly unchanged: string[];
}

/** Where the request's id stands in a head; all else is the same for every request of a payload. */
const ID_SLOT = 1;

export class PayloadSender {
  private readonly heads = new WeakMap<Payload, Heads>();

  /** @param common headers of every answer: security, Vary */
  constructor(private readonly common: HeaderList) {}

  /** Answers a GET or HEAD. Returns the status. */
  send(req: IncomingMessage, res: ServerResponse, requestId: string, payload: Payload): 200 | 304 {
    const heads = this.headsOf(payload);
    const known = req.headers['if-none-match'];
    if (known !== undefined && matches(known, payload.etag)) {
      heads.unchanged[ID_SLOT] = requestId;
      res.writeHead(304, heads.unchanged).end();
      return 304;
    }
    const zip = payload.bytes.length > GZIP_FROM && acceptsGzip(req.headers['accept-encoding']);
    const head = zip ? zippedHead(heads, payload) : heads.plain;
    head[ID_SLOT] = requestId;
    res.writeHead(200, head).end(zip ? payload.gzip() : payload.bytes);
    return 200;
  }

  private headsOf(payload: Payload): Heads {
    const built = this.heads.get(payload);
    if (built !== undefined) return built;
    const shared = ['X-Request-Id', '', ...this.common, 'Cache-Control', 'private, no-cache', 'ETag', payload.etag];
    const heads: Heads = {
      plain: [...shared, 'Content-Type', JSON_TYPE, 'Content-Length', String(payload.bytes.length)],
      zipped: null,
      unchanged: shared,
    };
    this.heads.set(payload, heads);
    return heads;
  }
}

function zippedHead(heads: Heads, payload: Payload): string[] {
  heads.zipped ??= [
    ...heads.unchanged,
    ...['Content-Type', JSON_TYPE, 'Content-Encoding', 'gzip', 'Content-Length', String(payload.gzip().length)],
  ];
  return heads.zipped;
}

/** If-None-Match: one tag, a list, or `*`; compared weakly. */
function matches(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare);
}

const acceptsGzip = (header: string | string[] | undefined): boolean =>
  typeof header === 'string' && /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header);
