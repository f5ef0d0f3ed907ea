/** Bytes that are ready to be sent, and how they are sent: the same way before Express and behind it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Payload, readyPayload } from '../widgets/payload.js';
import type { HeaderList } from './headers.js';

/** Smaller bodies are not worth compressing. */
const GZIP_FROM = 1024;
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A payload of a value that has no ready bytes. */
export function payloadOf(value: unknown): Payload {
  const bytes = Buffer.from(JSON.stringify(value));
  return readyPayload(bytes, bytes);
}

/** An answer that is ready to be written. */
interface Answer {
  readonly head: string[];
  /** The bytes as characters: node then writes head and body as one piece. */
  readonly body: string;
}

interface Answers {
  readonly plain: Answer;
  /** Made when first asked for. */
  zipped: Answer | null;
  readonly unchanged: string[];
}

/** Where the request's id stands in a head; all else is the same for every request of a payload. */
const ID_SLOT = 1;

export class PayloadSender {
  private readonly prepared = new WeakMap<Payload, Answers>();

  /** @param common headers of every answer: security, Vary */
  constructor(private readonly common: HeaderList) {}

  /** Whether it has changed is a question of reads alone: what was done is told. Returns the status. */
  send(req: IncomingMessage, res: ServerResponse, requestId: string, payload: Payload): 200 | 304 {
    const answers = this.answersOf(payload);
    const known = req.headers['if-none-match'];
    if (known !== undefined && req.method !== 'POST' && matches(known, payload.etag)) {
      answers.unchanged[ID_SLOT] = requestId;
      res.writeHead(304, answers.unchanged).end();
      return 304;
    }
    const zip = payload.bytes.length > GZIP_FROM && acceptsGzip(req.headers['accept-encoding']);
    const { head, body } = zip ? zippedAnswer(answers, payload) : answers.plain;
    head[ID_SLOT] = requestId;
    endWith(res.writeHead(200, head), body);
    return 200;
  }

  private answersOf(payload: Payload): Answers {
    const before = this.prepared.get(payload);
    if (before !== undefined) return before;
    const unchanged = ['X-Request-Id', '', ...this.common, 'Cache-Control', 'private, no-cache', 'ETag', payload.etag];
    const answers = { plain: answerOf(unchanged, payload.bytes, payload.type), zipped: null, unchanged };
    this.prepared.set(payload, answers);
    return answers;
  }
}

/**
 * Ends an answer with its body in one write. `end(body)` alone hands the socket an empty second piece, and a socket
 * writes a list of pieces noticeably slower than one.
 */
function endWith(res: ServerResponse, body: string): void {
  const { socket } = res;
  if (socket === null) {
    res.end(body, 'latin1');
    return;
  }
  socket.cork();
  res.write(body, 'latin1');
  socket.uncork();
  res.end();
}

function zippedAnswer(answers: Answers, payload: Payload): Answer {
  answers.zipped ??= answerOf([...answers.unchanged, 'Content-Encoding', 'gzip'], payload.gzip(), payload.type);
  return answers.zipped;
}

const answerOf = (head: readonly string[], bytes: Buffer, type = JSON_TYPE): Answer => ({
  head: [...head, 'Content-Type', type, 'Content-Length', String(bytes.length)],
  body: bytes.toString('latin1'),
});

/** If-None-Match: one tag, a list, or `*`; compared weakly. */
export function matches(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare);
}

const acceptsGzip = (header: string | string[] | undefined): boolean =>
  typeof header === 'string' && /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header);
