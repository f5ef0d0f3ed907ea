/** Field shorthands of the vocabulary: an item schema should read like a table. */

import { IsoTime, managerRef, oneOf, ref } from '../schema.js';
import { Type } from '../typebox.js';

export const text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const texts = (description?: string) =>
  Type.Array(Type.String(), description === undefined ? {} : { description });
export const count = (description?: string) => Type.Integer(description === undefined ? {} : { description });
export const number = (description?: string) => Type.Number(description === undefined ? {} : { description });
export const flag = (description?: string) => Type.Boolean(description === undefined ? {} : { description });
export const time = (description?: string) =>
  description === undefined ? IsoTime() : Type.String({ ...IsoTime(), description });
export const optional = Type.Optional;
export { managerRef, oneOf, ref };

/**
 * What a source calls a picture: a path below its url, or an id. It means something to its source only, is no address to
 * be put into a page, and never holds a credential.
 */
export const image = () => optional(text('What its source calls the picture; no address for a page'));

/** Ids of a work in the public databases, spread into an item: joins go by these, never by title. */
export const workIds = { tmdb: optional(text()), tvdb: optional(text()), imdb: optional(text()) };
