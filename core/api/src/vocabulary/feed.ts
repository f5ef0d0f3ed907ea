import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { oneOf, text, time } from './fields.js';

/** Releases that an announcement bot matched against a filter. */
export const feedHits = definePort({
  id: 'feed.hits',
  keep: 'log',
  days: 90,
  key: (hit) => hit.id,
  at: (hit) => hit.at,
  item: Type.Object({
    id: text(),
    name: text(),
    filter: text(),
    indexer: text(),
    action: text(),
    status: oneOf('approved', 'rejected', 'error', 'pending'),
    at: time(),
  }),
});
