/** Requests over node:http, with their answers as they came. */
import { type ClientRequest, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names and values in turn, as they came over the wire. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly json: Record<string, unknown>;
  /** `error` of the error shape. */
  readonly error: Readonly<Record<string, string>>;
}

interface Call {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Over node:http: nothing is followed, inflated or reordered on the way. */
export const exchange = (url: string, call: Call, body?: string): Promise<Answer> =>
  answerTo(url, call, (sent) => void sent.end(body));

/** @param send what is left to be sent */
export function answerTo(url: string, call: Call, send: (sent: ClientRequest) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...call, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => void chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const isJson = res.headers['content-type'] === 'application/json; charset=utf-8';
        const plain = isJson && res.headers['content-encoding'] === undefined && bytes.length > 0;
        const json: Answer['json'] = plain ? JSON.parse(bytes.toString()) : {};
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          rawHeaders: res.rawHeaders,
          bytes,
          json,
          error: (json['error'] ?? {}) as Answer['error'],
        });
      });
    });
    sent.on('error', reject);
    send(sent);
  });
}
