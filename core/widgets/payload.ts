/** The bytes of one answer, ready to be sent. */
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { SourceState } from '@sidelight/plugin-api';
import type { PayloadState } from '@sidelight/plugin-api/host';

export interface Payload {
  readonly bytes: Buffer;
  /** Of what it is; not given: JSON. */
  readonly type?: string;
  /** Weak: it leaves out `updatedAt` and `fetchedAt`, else it would never match. */
  readonly etag: string;
  /** Compressed once, when first asked for. */
  gzip(): Buffer;
}

/** What a widget's own fields are put between. */
export interface Envelope {
  /** ISO time when the payload was produced. */
  readonly updatedAt: string;
  readonly sourceState: PayloadState;
  readonly freshness: string;
  readonly sources: readonly SourceState[];
}

/** @param tagged what tells two payloads apart */
export function readyPayload(bytes: Buffer, tagged: string | Buffer, type?: string): Payload {
  let zipped: Buffer | undefined;
  return {
    bytes,
    ...(type === undefined ? {} : { type }),
    etag: `W/"${hash('sha1', tagged, 'base64').slice(0, 27)}"`,
    gzip() {
      zipped ??= gzipSync(bytes);
      return zipped;
    },
  };
}

/**
 * @param fields the widget's own fields, as the JSON text of an object
 * @param level of privacy: the same answer is another one to whoever may know less
 */
export function sealPayload(
  fields: string,
  { updatedAt, sourceState, freshness, sources }: Envelope,
  level = '',
): Payload {
  const own = fields === '{}' ? '' : `${fields.slice(1, -1)},`;
  const states = JSON.stringify(sources.map(({ id, state }) => [id, state]));
  const bytes = Buffer.from(
    `{"service":true,${own}${JSON.stringify({ updatedAt, sourceState, freshness, sources }).slice(1)}`,
  );
  return readyPayload(bytes, `${level}${sourceState}${freshness}${states}${fields}`);
}

const marked = new WeakMap<Payload, Map<string, Payload>>();

/** The same answer with a field before all others that is true; made once. @param marker not given: as it is */
export function withMarker(payload: Payload, marker: string | undefined): Payload {
  if (marker === undefined) return payload;
  const known = marked.get(payload) ?? new Map<string, Payload>();
  marked.set(payload, known);
  const bytes = (): Buffer => Buffer.concat([Buffer.from(`{"${marker}":true,`), payload.bytes.subarray(1)]);
  const made = known.get(marker) ?? readyPayload(bytes(), `${marker} ${payload.etag}`);
  known.set(marker, made);
  return made;
}
