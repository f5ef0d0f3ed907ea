import { cached, hit, matchedBy, queue, type Routes, release, tone } from './form.js';

const stuck = {
  id: 'text',
  name: 'text',
  progress: 'int',
  reason: 'text',
  client: 'text',
  stalledSince: 'time?',
  tone,
};

export const widgets: Routes = {
  downloads: cached({
    ...queue,
    downloading: 'int',
    queued: 'int',
    paused: 'int',
    failed: 'int',
    downBps: 'int',
    upBps: 'int',
    down: 'text',
    up: 'text',
    freeBytes: 'int?',
    free: 'text',
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
        limits: 'text',
        freeBytes: 'int?',
        free: 'text',
      },
    ],
  }),
  stalled: cached({
    stalled: 'int',
    failed: 'int',
    blocked: 'int',
    items: [{ ...stuck, state: 'stalled|failed' }],
    all: [{ ...stuck, state: 'stalled|failed|blocked' }],
    releases: [
      {
        id: 'text',
        title: 'text',
        service: 'text',
        state: 'queued|downloading|importing|blocked|failed|imported|unknown',
        reason: 'text',
        quality: 'text',
        release: 'text',
        stale: 'flag',
      },
    ],
  }),
  stitched: cached({
    ...queue,
    blocked: 'int',
    items: [
      {
        id: 'text',
        name: 'text',
        state: 'text',
        message: 'text',
        progress: 'int',
        client: 'text',
        manager: 'text',
        stale: 'flag',
        matchedBy,
        hit,
        requestedBy: 'text',
        tone,
        request: { '?': { id: 'text', title: 'text', status: 'text', requestedBy: 'text' } },
      },
    ],
  }),
  calendar: cached({
    ...{
      upcoming: 'int',
      today: 'int',
      missing: 'int',
      have: 'int',
      estimate: 'text',
      estimateText: 'text',
      estimateBytes: 'int',
    },
    items: [release],
  }),
  today: cached({ today: 'int', missing: 'int', have: 'int', items: [release] }),
  wanted: cached({
    missing: 'int',
    cutoff: 'int',
    items: [
      {
        service: 'text',
        type: 'movie|episode|album|book|other',
        missing: 'int',
        cutoff: 'int',
        notYet: 'int?',
        upgrades: 'text',
      },
    ],
  }),
};

export const reads: Routes = {
  '/api/downloads/stitched': cached({
    items: [
      {
        id: 'text',
        name: 'text',
        state: 'text',
        message: 'text',
        progress: 'int',
        client: 'text',
        sizeBytes: 'int',
        leftBytes: 'int',
        hash: 'text?',
        matchedBy,
        hit,
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
