import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, optional, text, time } from './fields.js';

/** Where releases are searched for, and how that goes. */
export const indexerList = definePort({
  id: 'indexer.list',
  keep: 'snapshot',
  key: (indexer) => indexer.id,
  item: Type.Object({
    id: text(),
    name: text(),
    enabled: flag(),
    ok: flag('It is asked at present; false while it is left alone because it failed'),
    queries: optional(count('Of all kinds, as far back as the program remembers')),
    grabs: optional(count()),
    failed: optional(count('Queries and grabs that failed')),
    since: optional(time('Since when it has been failing')),
    until: optional(time('Until when it is paused')),
  }),
});
