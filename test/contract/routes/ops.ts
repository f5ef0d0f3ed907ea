import { attention, attentionItem, backup, cached, job, live, mediaserver, okay, type Routes, tone } from './form.js';

export const widgets: Routes = {
  automation: cached({
    ...okay,
    connected: 'int',
    checked: 'int',
    failing: 'int',
    items: [{ id: 'text', name: 'text', type: 'text', ok: 'flag', message: 'text', checkedAt: 'time?', tone }],
    subtitlesWanted: 'int',
    providersThrottled: 'int',
    subtitles: [{ id: 'text', title: 'text', kind: 'text', languages: 'words' }],
  }),
  health: live({ ...attention, ...mediaserver, ...backup, pingMs: 'int?', items: [attentionItem] }),
  digest: cached({ ...attention, ...backup, items: [attentionItem] }),
  backup: cached({
    ...backup,
    configured: 'flag',
    ok: 'flag',
    kind: 'local|none',
    sizeBytes: 'int?',
    file: 'text?',
    status: 'ok|failed|never|off',
  }),
  webhooks: cached({
    ...okay,
    total: 'int',
    failed: 'int',
    items: [
      {
        id: 'text',
        name: 'text',
        direction: 'in|out',
        event: 'text',
        ok: 'flag',
        status: 'int?',
        at: 'time',
        tone,
      },
    ],
  }),
  jobs: cached({
    ...okay,
    jobs: 'int',
    running: 'int',
    failed: 'int',
    items: [
      { name: 'text', result: 'ok|failed|running|never', durationMs: 'int?', ranAt: 'time?', nextAt: 'time?', tone },
    ],
    serviceJobs: 'int',
    serviceFailed: 'int',
    services: [{ id: 'text', name: 'text', service: 'text', ...job }],
  }),
};

export const reads: Routes = {
  '/api/ops-digest': cached({ ok: 'flag', count: 'int', items: [{ ...attentionItem, source: 'text?' }] }),
};
