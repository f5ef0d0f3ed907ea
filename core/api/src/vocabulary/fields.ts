/** Field shorthands of the vocabulary: an item schema should read like a table. */

import { IsoTime, oneOf, ref } from '../schema.js';
import { Type } from '../typebox.js';

export const text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const count = (description?: string) => Type.Integer(description === undefined ? {} : { description });
export const flag = (description?: string) => Type.Boolean(description === undefined ? {} : { description });
export const time = IsoTime;
export const optional = Type.Optional;
export { oneOf, ref };

/** Ids of a work in the public databases, spread into an item: joins go by these, never by title. */
export const workIds = { tmdb: optional(text()), tvdb: optional(text()), imdb: optional(text()) };
