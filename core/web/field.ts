import type { Request } from 'express';

/** A field of a form that was sent; '' where it is missing, or sent more than once. */
export function field(req: Request, name: string): string {
  const value = (req.body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
