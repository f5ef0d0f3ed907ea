import { freeText } from '../personal.js';
import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, oneOf, optional, text, time } from './fields.js';

/** `pending` for longer than its bot takes is `unknown`. */
const status = () => oneOf('approved', 'rejected', 'error', 'pending', 'unknown');

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
    action: optional(text('The only action, of a source that knows no more of it than its name')),
    actions: optional(
      Type.Array(
        Type.Object({
          id: optional(text('As `feed.retry` takes it, within its hit')),
          name: text(),
          type: optional(text('What it hands the release to')),
          status: optional(status()),
          reason: optional(freeText('Without addresses: they hold keys')),
        }),
        { description: 'None to many' },
      ),
    ),
    status: status(),
    sizeBytes: optional(count()),
    at: time(),
  }),
});

/** The bot's own counters, one row. Some count actions, and one release may have several. */
export const feedCounts = definePort({
  id: 'feed.counts',
  keep: 'snapshot',
  key: () => 'counts',
  item: Type.Object({
    total: count('Releases that matched'),
    approved: optional(count()),
    rejected: optional(count()),
    errored: optional(count()),
    pending: optional(count()),
  }),
});
