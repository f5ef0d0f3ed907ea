/**
 * A form with a file, read as far as the file begins: its fields are the body of the request, the token among them, and the file
 * waits until somebody who may has asked for it.
 */
import type { Readable } from 'node:stream';
import type { Request, RequestHandler } from 'express';
import { CodedError } from '../../ground/errors.js';
import { mayTakeLong } from '../../http/server.js';

const MULTIPART = /^multipart\/form-data\b/i;
const LIMITS = { fields: 10, fieldSize: 1024, files: 1, parts: 12, headerPairs: 20 };
/** What still comes after an answer is read for so long, so that the sender gets to see it. */
const LINGER_MS = 2000;

export interface Upload {
  readonly name: string;
  readonly file: Readable;
}

const uploads = new WeakMap<Request, Upload>();

export const uploadOf = (req: Request): Upload | undefined => uploads.get(req);

/** For one path: every other form is small. */
export const uploadForm =
  (path: string): RequestHandler =>
  async (req, res, next) => {
    if (req.method !== 'POST' || req.path !== path || !MULTIPART.test(req.get('content-type') ?? '')) return next();
    mayTakeLong(req);
    res.once('finish', () => linger(req));
    req.body = await fieldsOf(req);
    next();
  };

/** @throws bad_request */
async function fieldsOf(req: Request): Promise<Readonly<Record<string, string>>> {
  // Bundled, a package of the older kind has no other name.
  const { Busboy } = (await import('@fastify/busboy')).default;
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new CodedError('bad_request', 'The form is incomplete'));
    try {
      const form = new Busboy({ headers: { 'content-type': req.get('content-type') ?? '' }, limits: LIMITS });
      const fields: Record<string, string> = {};
      form.on('field', (name, value) => {
        fields[name] = value;
      });
      form.on('file', (_field, file, name: string | undefined = '') => {
        uploads.set(req, { name, file });
        // Nobody may be there to read it when it breaks off.
        file.on('error', () => undefined);
        // Of a connection that breaks off the form hears nothing.
        req.once(
          'close',
          () => req.complete || file.destroy(new CodedError('bad_request', 'The upload was interrupted')),
        );
        resolve(fields);
      });
      form.on('error', fail);
      form.on('finish', () => resolve(fields));
      req.once('close', fail);
      req.pipe(form);
    } catch {
      // It throws at once where the header names no boundary.
      fail();
    }
  });
}

/** Nobody wants the rest. */
function linger(req: Request): void {
  if (req.complete) return;
  req.unpipe();
  req.resume();
  setTimeout(() => req.destroy(), LINGER_MS).unref();
}
