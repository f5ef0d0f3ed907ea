/**
 * The core's own facts. Each row is committed under the integration that it is about; rows about Sidelight itself under
 * `core`. Plugins may fill `ops.health` with what their upstream watches over (a manager's failing indexers).
 */

import { freeText } from '../personal.js';
import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, oneOf, optional, text, time } from './fields.js';

const CAUSES = ['unreachable', 'auth_failed', 'bad_response', 'not_found', 'refused'] as const;

/**
 * Integration health. `refused`: the upstream takes no credentials of ours. `since`: when it became what it is now; `failingSince`
 * is the same while it is not ok. `severity`: as the program gave it that a warning comes from.
 */
export const opsHealth = definePort({
  id: 'ops.health',
  keep: 'snapshot',
  key: (health) => health.id,
  item: Type.Object({
    id: text(),
    name: text(),
    type: text('The plugin’s title, or what kind of thing is watched'),
    ok: flag(),
    refused: flag(),
    message: freeText(),
    code: optional(oneOf(...CAUSES)),
    severity: optional(oneOf('warn', 'error')),
    about: optional(
      text('What it is about, where several services may see the same: rows that agree are one thing to a reader'),
    ),
    version: optional(text('As the upstream told it last')),
    checkedAt: optional(time()),
    since: optional(time()),
    failingSince: optional(time()),
    firstAt: optional(time('When it was asked for the first time')),
  }),
});

/**
 * When the upstream of an integration was away. A row is of the integration that it is committed under (`source`), and has
 * no `to` while the outage lasts. `unwatched`: nobody asked meanwhile (Sidelight was off, the integration was disabled), so
 * that nothing is known of that time, neither that the upstream was there nor that it was not.
 */
export const opsOutages = definePort({
  id: 'ops.outages',
  keep: 'log',
  days: 400,
  key: (outage) => `${outage.from} ${outage.cause}`,
  at: (outage) => outage.to ?? outage.from,
  index: ['cause'],
  item: Type.Object({
    from: time(),
    to: optional(time()),
    cause: oneOf(...CAUSES, 'unwatched'),
    message: freeText('What the first check that failed said, without secrets'),
  }),
});

/** Task runs: one row per task. */
export const opsJobs = definePort({
  id: 'ops.jobs',
  keep: 'snapshot',
  key: (job) => job.name,
  at: (job) => job.ranAt,
  item: Type.Object({
    name: text(),
    result: oneOf('ok', 'failed', 'running', 'never'),
    message: optional(freeText()),
    durationMs: optional(count()),
    ranAt: optional(time()),
    nextAt: optional(time()),
    everyMs: optional(count('The interval that holds now; not there for a cron pattern')),
  }),
});

/** What Sidelight wants to tell its owner: a refused contribution, a deprecated plugin API, a commit held back. */
export const opsNotices = definePort({
  id: 'ops.notices',
  keep: 'snapshot',
  key: (notice) => notice.id,
  item: Type.Object({ id: text(), type: text(), severity: oneOf('info', 'warn', 'error'), text: freeText() }),
});

/**
 * What somebody put off in the digest, under the `id` of its item. `until`: it comes back then, whatever it says; not given: as
 * soon as it is graver or says something else, or once it was gone.
 */
export const opsSnoozes = definePort({
  id: 'ops.snoozes',
  keep: 'snapshot',
  key: (snooze) => snooze.id,
  item: Type.Object({
    id: text(),
    severity: oneOf('info', 'warn', 'error'),
    text: freeText(),
    until: optional(time()),
    by: text('The name of a key or of a person'),
    at: time(),
  }),
});

export const opsWebhooks = definePort({
  id: 'ops.webhooks',
  keep: 'log',
  days: 30,
  key: (delivery) => delivery.id,
  at: (delivery) => delivery.at,
  index: ['ok'],
  item: Type.Object({
    id: text(),
    name: freeText(),
    direction: oneOf('in', 'out'),
    event: text(),
    ok: flag(),
    status: optional(count('HTTP status')),
    at: time(),
  }),
});

const sample = () =>
  Type.Object({
    key: text('A number of the homepage'),
    at: time(),
    value: Type.Number({ description: 'Its latest there' }),
  });

/** The numbers of the homepage, hour by hour. What was not known then has no row. */
export const opsTrend = definePort({
  id: 'ops.trend',
  keep: 'log',
  days: 60,
  key: (row) => `${row.key} ${row.at}`,
  at: (row) => row.at,
  index: ['key', 'value'],
  item: sample(),
});

/** The same day by day, of the configured time zone, for ever. */
export const opsTrendDays = definePort({
  id: 'ops.trendDays',
  keep: 'log',
  key: (row) => `${row.key} ${row.at}`,
  at: (row) => row.at,
  index: ['key', 'value'],
  item: sample(),
});

/** The last backup, one row. */
export const opsBackup = definePort({
  id: 'ops.backup',
  keep: 'snapshot',
  key: () => 'backup',
  item: Type.Object({
    configured: flag(),
    ok: flag(),
    kind: oneOf('local', 'none'),
    sizeBytes: optional(count()),
    file: optional(text()),
    at: optional(time()),
    enabledAt: optional(time()),
  }),
});
