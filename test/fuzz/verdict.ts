/** What is wrong with an answer, held against the document. Pure. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ApiDocument } from './document.js';
import type { Planned } from './planned.js';
import type { Answered } from './send.js';

/** Of actions alone: the upstream's own failure. */
const UPSTREAM = new Set([502, 504]);

/** A sentence; undefined: nothing is wrong. */
export function wrongWith(document: ApiDocument, planned: Planned, answer: Answered): string | undefined {
  const { operation, method } = planned;
  const { status } = answer;
  if (status === 0) return `it was not answered: ${answer.text}`;
  const isUpstream = operation?.method === 'post' && UPSTREAM.has(status);
  if (status >= 500 && !isUpstream) return `it is ${status}`;
  if (status === 400 && answer.headers['x-request-id'] === undefined) return 'it was refused in no shape of ours';
  const asked = document.operationAt(planned.operation?.path, method === 'HEAD' ? 'GET' : method);
  if (asked === undefined) return wrongBeside(document, planned, answer);
  const response = asked.responses[String(status)];
  if (response === undefined) return `${status} is not documented`;
  if (method === 'HEAD') return answer.text === '' ? undefined : 'HEAD has a body';
  const { content } = response;
  if (content === undefined) return answer.text === '' ? undefined : `${status} has a body that is not documented`;
  const type = String(answer.headers['content-type']).replace(/;.*/, '');
  if (content[type] === undefined) return `${status} of ${type} is not documented`;
  if (type !== 'application/json') return undefined;
  const json = parsed(answer);
  if (json === undefined) return 'its body is no JSON';
  const wrong = document.mismatch(asked, status, type, json);
  return wrong === undefined ? undefined : `its body breaks its schema: ${wrong}`;
}

/** Where nothing is documented, all that is known is the shape of a refusal. */
function wrongBeside(
  document: ApiDocument,
  { method, operation, path }: Planned,
  answer: Answered,
): string | undefined {
  const { status, headers } = answer;
  if (operation === undefined && !path.startsWith('/api/')) return undefined;
  if (status < 400) return method === 'OPTIONS' || operation === undefined ? undefined : `${method} is ${status}`;
  if (status === 405 && headers['allow'] === undefined) return '405 without Allow';
  if (method === 'HEAD') return undefined;
  const like = document.operations.find(({ responses }) => responses['400'] !== undefined);
  const json = parsed(answer);
  if (json === undefined) return 'a refusal that is no JSON';
  return like === undefined ? undefined : document.mismatch(like, 400, 'application/json', json);
}

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

function parsed({ text, headers }: Answered): unknown {
  const unpack = UNPACK[String(headers['content-encoding'])];
  try {
    return JSON.parse(unpack === undefined ? text : unpack(Buffer.from(text, 'latin1')).toString());
  } catch {
    return undefined;
  }
}
