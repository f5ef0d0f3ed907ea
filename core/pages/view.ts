/** HTML from the templates of `views/`. */
import { join } from 'node:path';
import { Eta } from 'eta';
import type { Request } from 'express';
import { passwordFault } from '../auth/admins.js';
import { installation } from '../ground/installation.js';

/** A template and the data that it takes. */
export interface View<T extends object> {
  readonly template: string;
  /** Only there for the compiler. */
  readonly takes?: T;
}

export const view = <T extends object>(template: string): View<T> => ({ template });

const eta = new Eta({ views: join(installation, 'core', 'pages', 'views'), cache: true, varName: 'it' });

/** Values are escaped; the template sees its data as `it`. */
export const render = <T extends object>({ template }: View<T>, data: T & object): string =>
  eta.render(`./${template}`, data);

/** A field of a form that was sent; '' where it is missing, or sent more than once. */
export function field(req: Request, name: string): string {
  const value = (req.body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** What is wrong with a new password that was typed twice, by the names of the fields. */
export async function newPasswordFaults(
  req: Request,
): Promise<{ readonly password?: string; readonly again?: string }> {
  const password = field(req, 'password');
  const fault = await passwordFault(password);
  return {
    ...(fault === undefined ? {} : { password: fault }),
    ...(password === field(req, 'again') ? {} : { again: 'The passwords do not match' }),
  };
}
