/** HTML from the templates of `views/`. */
import { join } from 'node:path';
import { Eta } from 'eta';
import { installation } from '../installation.js';

/** A template and the data that it takes. */
export interface View<T extends object> {
  readonly template: string;
  /** Only there for the compiler. */
  readonly takes?: T;
}

export const view = <T extends object>(template: string): View<T> => ({ template });

const eta = new Eta({ views: join(installation, 'core', 'web', 'views'), cache: true, varName: 'it' });

/** Values are escaped; the template sees its data as `it`. */
export const render = <T extends object>({ template }: View<T>, data: T & object): string =>
  eta.render(`./${template}`, data);
