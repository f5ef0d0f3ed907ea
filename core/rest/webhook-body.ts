/** The body of a webhook as a value, whatever its sender calls it. */
import { CodedError } from '../ground/errors.js';

const MULTIPART = /^multipart\/form-data\b/i;
const JSON_TYPE = /^[^;]*[/+]json\b/i;
/** A push has a field or two; one with so many is none. */
const LIMITS = { fields: 100, files: 10, parts: 110, fieldSize: 1_048_576 };

/**
 * JSON where it is JSON, else the text. Of a form: its one field that holds a JSON object, else an object of all fields;
 * files are left out.
 * @throws bad_request
 */
export async function webhookBody(bytes: Buffer, contentType = ''): Promise<unknown> {
  if (MULTIPART.test(contentType)) return formValue(await formFields(bytes, contentType));
  const text = bytes.toString('utf8');
  const value = jsonOf(text);
  if (value === undefined && JSON_TYPE.test(contentType)) throw new CodedError('bad_request', 'The body is not JSON');
  return value ?? text;
}

async function formFields(bytes: Buffer, contentType: string): Promise<readonly (readonly [string, string])[]> {
  // Few senders use forms: the parser is loaded with the first. Bundled, a package of the older kind has no other name.
  const { Busboy } = (await import('@fastify/busboy')).default;
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new CodedError('bad_request', 'The form in the body is incomplete'));
    try {
      const form = new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
      const fields: (readonly [string, string])[] = [];
      form.on('field', (name, value) => void fields.push([name, value]));
      form.on('file', (_name, stream) => void stream.resume());
      form.on('error', fail);
      form.on('finish', () => resolve(fields));
      form.end(bytes);
    } catch {
      // It throws at once where the header names no boundary.
      fail();
    }
  });
}

function formValue(fields: readonly (readonly [string, string])[]): unknown {
  const values = fields.map(([name, text]) => [name, jsonOf(text) ?? text] as const);
  const objects = values.filter(([, value]) => typeof value === 'object' && value !== null);
  return objects.length === 1 ? objects[0]?.[1] : Object.fromEntries(values);
}

/** undefined: it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
