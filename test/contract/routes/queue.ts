import { cached, matchedBy, queue, type Routes, release, tone } from './form.js';

export const widgets: Routes = {
  downloads: cached({
    ...queue,
    downBps: 'int',
    upBps: 'int',
    down: 'text',
    up: 'text',
    items: [
      {
        id: 'text',
        name: 'text',
        state: 'downloading|queued|paused|stalled|failed|checking|completed|seeding|unknown',
        progress: 'int',
        stalled: 'flag',
        sizeBytes: 'int',
        size: 'text',
        leftBytes: 'int',
        downBps: 'int',
        etaSeconds: 'int?',
        eta: 'text',
        client: 'text',
        category: 'text',
        addedAt: 'time?',
        ratio: 'num?',
        availability: 'num?',
        stalledSince: 'time?',
        tone,
      },
    ],
    clients: [
      {
        client: 'text',
        version: 'text',
        paused: 'flag?',
        downLimitBps: 'int?',
        upLimitBps: 'int?',
        freeBytes: 'int?',
        free: 'text',
      },
    ],
  }),
  stalled: cached({
    stalled: 'int',
    items: [
      {
        id: 'text',
        name: 'text',
        state: 'stalled|failed',
        progress: 'int',
        reason: 'text',
        client: 'text',
        stalledSince: 'time?',
        tone,
      },
    ],
    releases: [{ id: 'text', title: 'text', service: 'text', reason: 'text', quality: 'text' }],
  }),
  stitched: cached({
    ...queue,
    items: [
      {
        id: 'text',
        name: 'text',
        state: 'text',
        progress: 'int',
        client: 'text',
        matchedBy,
        requestedBy: 'text',
        tone,
        request: { '?': { id: 'text', title: 'text', status: 'text', requestedBy: 'text' } },
      },
    ],
  }),
  calendar: cached({ upcoming: 'int', today: 'int', estimate: 'text', estimateBytes: 'int', items: [release] }),
  today: cached({ today: 'int', items: [release] }),
};

export const reads: Routes = {
  '/api/downloads/stitched': cached({
    items: [
      {
        id: 'text',
        name: 'text',
        state: 'text',
        progress: 'int',
        client: 'text',
        sizeBytes: 'int',
        leftBytes: 'int',
        hash: 'text?',
        matchedBy,
        request: {
          '?': {
            id: 'text',
            sourceId: 'text',
            title: 'text',
            status: 'text',
            requestedBy: 'text',
            mediaServerItemId: 'text?',
          },
        },
      },
    ],
  }),
};
