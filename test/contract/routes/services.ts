import { cached, live, okay, type Routes } from './form.js';

export const widgets: Routes = {
  requests: live({
    total: 'int',
    pending: 'int',
    approved: 'int',
    available: 'int',
    processing: 'int',
    declined: 'int',
    failed: 'int',
    items: [
      {
        id: 'text',
        sourceId: 'text',
        title: 'text',
        type: 'movie|show|music|book',
        status: 'pending|approved|processing|partial|available|declined|failed',
        requestedBy: 'text',
        requestedAt: 'time',
      },
    ],
  }),
  issues: live({
    ...okay,
    total: 'int',
    open: 'int',
    resolved: 'int',
    items: [
      {
        id: 'text',
        sourceId: 'text',
        title: 'text',
        status: 'open|resolved',
        type: 'video|audio|subtitles|other',
        reportedBy: 'text',
        createdAt: 'time',
      },
    ],
  }),
  invites: cached({
    invites: 'int',
    active: 'int',
    items: [{ code: 'text', status: 'active|used|expired', source: 'text', expires: 'time?' }],
  }),
  'feed-hits': cached({
    feedHits: 'int',
    items: [
      {
        id: 'text',
        name: 'text',
        filter: 'text',
        indexer: 'text',
        action: 'text',
        status: 'approved|rejected|error|pending',
        at: 'time',
      },
    ],
  }),
  transcodes: live({
    connected: 'flag',
    status: 'Online|Offline|Down',
    active: 'int',
    queued: 'int',
    errored: 'int',
    items: [{ id: 'text', name: 'text', node: 'text', progress: 'int', etaSeconds: 'int?' }],
  }),
  cleanup: live({
    connected: 'flag',
    status: 'Online|Offline|Down',
    scheduled: 'int',
    collections: 'int',
    reclaimable: 'text',
    reclaimableBytes: 'int',
    items: [{ id: 'text', title: 'text', collection: 'text', dueAt: 'time?', sizeBytes: 'int?' }],
  }),
  newsletter: cached({
    enabled: 'flag',
    lastAt: 'time?',
    lastOk: 'flag',
    frequency: 'text',
    nextAt: 'time?',
    nextName: 'text',
    campaigns: 'int',
    status: 'ok|failed|never|off',
    lastLabel: 'text',
    nextLabel: 'text',
  }),
};
