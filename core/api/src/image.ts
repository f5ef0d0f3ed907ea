/** Pictures that integrations have. */
import type { HttpAnswer } from './http.js';

export interface Image {
  /** `image/jpeg` */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A larger one is not shown: `maxBytes` of the call that asks for it. */
export const IMAGE_BYTES = 5_000_000;

/** The picture in an answer that was asked for `as: 'bytes'`; undefined where it is something else. */
export function imageIn({ status, headers, data }: HttpAnswer): Image | undefined {
  const type = headers['content-type'] ?? '';
  if (status >= 300 || !type.startsWith('image/') || !(data instanceof Uint8Array)) return undefined;
  return { type, bytes: data };
}
