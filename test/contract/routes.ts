/**
 * What dashboards rely on: every read route with its fields. Types: int, num, text, flag, time, a|b; `?` may be null.
 * `[{…}]` is a list, whose elements also carry `label`; `{ '?': {…} }` an object or null. The fields that every payload
 * has (service, updatedAt, sourceState, sources) are added by the core.
 */
export type FieldType = string | Fields | readonly [Fields];
export interface Fields {
  readonly [name: string]: FieldType;
}
export interface Route {
  readonly freshness: 'cached' | 'live';
  readonly fields: Fields;
}

const cached = (fields: Fields): Route => ({ freshness: 'cached', fields });
const live = (fields: Fields): Route => ({ freshness: 'live', fields });

const library = { movies: 'int', shows: 'int', episodes: 'int', libraries: 'int', addedWeek: 'int' };
const mediaserver = {
  mediaserverOk: 'flag',
  mediaserverName: 'text',
  mediaserverVersion: 'text',
  mediaserverStatus: 'online|offline|unknown',
};
const attention = { digest: 'int', digestOk: 'flag', digestStatus: 'clear|check' };
const attentionItem = { type: 'text', severity: 'info|warn|error', text: 'text' };
const backup = { backupAt: 'time?', backupLabel: 'text' };
const queue = { active: 'int', stalled: 'int', total: 'int' };
const okay = { ok: 'flag', status: 'ok|check' };
const method = 'direct|remux|transcode';
const matchedBy = 'ids|download|title|none';
const release = {
  id: 'text',
  title: 'text',
  service: 'text',
  type: 'movie|episode|album|book',
  date: 'time',
  hasFile: 'flag',
};

/** What the summaries of all widgets add up to. */
export const homepage: Fields = {
  ...library,
  ...mediaserver,
  ...attention,
  ...backup,
  sessionsRecent: 'int',
  sessionsToday: 'int',
  sessionsDay: 'int',
  viewersToday: 'int',
  users: 'int',
  downloads: 'int',
  downloadTotal: 'int',
  stalled: 'int',
  storage: 'text',
  storageBytes: 'int',
  invites: 'int',
  calendarUpcoming: 'int',
  calendarToday: 'int',
  feedHits: 'int',
};

/** Under /api/widgets/. */
export const widgets: Readonly<Record<string, Route>> = {
  catalog: cached(library),
  storage: cached({
    totalLabel: 'text',
    totalBytes: 'int',
    upcomingCount: 'int',
    upcomingEstimate: 'text',
    upcomingBytes: 'int',
  }),
  sessions: cached({ recent: 'int', today: 'int', last24h: 'int', viewersToday: 'int', users: 'int' }),
  nowplaying: live({
    playing: 'int',
    paused: 'int',
    transcoding: 'int',
    bandwidthBps: 'int',
    items: [
      {
        sessionId: 'text',
        viewer: 'text',
        title: 'text',
        type: 'movie|episode|music|live|other',
        client: 'text',
        device: 'text',
        method,
        paused: 'flag',
        progress: 'int',
        positionSeconds: 'int',
        runtimeSeconds: 'int?',
      },
    ],
  }),
  viewers: cached({ viewersToday: 'int', users: 'int', today: 'int' }),
  users: cached({
    users: 'int',
    admins: 'int',
    activeToday: 'int',
    items: [{ id: 'text', name: 'text', admin: 'flag', lastAt: 'time?' }],
  }),
  activity: cached({
    count: 'int',
    items: [
      {
        id: 'text',
        viewer: 'text',
        title: 'text',
        method,
        client: 'text',
        playedAt: 'time',
        playedSeconds: 'int',
      },
    ],
  }),
  watch: cached({
    hoursToday: 'num',
    hoursWeek: 'num',
    hoursAll: 'num',
    secondsToday: 'int',
    secondsWeek: 'int',
    secondsAll: 'int',
  }),
  statistics: cached({
    titles: 'int',
    users: 'int',
    topTitle: 'text',
    topUser: 'text',
    items: [{ title: 'text', plays: 'int', viewers: 'int', hours: 'num' }],
    people: [{ name: 'text', plays: 'int', hours: 'num' }],
  }),
  recent: cached({
    count: 'int',
    addedWeek: 'int',
    items: [
      {
        id: 'text',
        title: 'text',
        type: 'movie|series|season|episode|album|other',
        year: 'int?',
        added: 'time',
      },
    ],
  }),
  libraries: cached({
    totalLabel: 'text',
    totalBytes: 'int',
    upcomingCount: 'int',
    upcomingEstimate: 'text',
    libraries: [
      { id: 'text', name: 'text', type: 'movies|shows|music|other', bytes: 'int', size: 'text', items: 'int' },
    ],
  }),
  repair: cached({
    ...okay,
    issues: 'int',
    posters: 'int',
    logos: 'int',
    runtime: 'int',
    unmatched: 'int',
    items: [{ itemId: 'text', title: 'text', issue: 'poster|logo|runtime|unmatched' }],
  }),
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
        state: 'downloading|queued|paused|stalled|failed|checking|completed|seeding',
        progress: 'int',
        stalled: 'flag',
        sizeBytes: 'int',
        size: 'text',
        leftBytes: 'int',
        downBps: 'int',
        etaSeconds: 'int?',
        client: 'text',
      },
    ],
  }),
  stalled: cached({
    stalled: 'int',
    items: [{ id: 'text', name: 'text', state: 'stalled|failed', progress: 'int', reason: 'text', client: 'text' }],
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
        request: { '?': { id: 'text', title: 'text', status: 'text', requestedBy: 'text' } },
      },
    ],
  }),
  calendar: cached({ upcoming: 'int', today: 'int', estimate: 'text', estimateBytes: 'int', items: [release] }),
  today: cached({ today: 'int', items: [release] }),
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
  automation: cached({
    ...okay,
    connected: 'int',
    checked: 'int',
    failing: 'int',
    items: [{ id: 'text', name: 'text', type: 'text', ok: 'flag', message: 'text', checkedAt: 'time?' }],
  }),
  devices: cached({
    devices: 'int',
    items: [{ id: 'text', name: 'text', client: 'text', user: 'text', lastAt: 'time?' }],
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
      },
    ],
  }),
  jobs: cached({
    ...okay,
    jobs: 'int',
    running: 'int',
    failed: 'int',
    items: [{ name: 'text', result: 'ok|failed|running|never', durationMs: 'int?', ranAt: 'time?', nextAt: 'time?' }],
  }),
  'mediaserver-jobs': live({
    ...okay,
    jobs: 'int',
    running: 'int',
    failed: 'int',
    items: [
      {
        id: 'text',
        name: 'text',
        state: 'idle|running|cancelling',
        result: 'completed|failed|cancelled|aborted|never',
        progress: 'int?',
        lastAt: 'time?',
      },
    ],
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

/** With a path of their own. */
export const reads: Readonly<Record<string, Route>> = {
  '/api/ops-digest': cached({ ok: 'flag', count: 'int', items: [{ ...attentionItem, source: 'text?' }] }),
  '/api/library-storage': cached({
    libraries: [{ id: 'text', name: 'text', bytes: 'int', size: 'text', items: 'int' }],
    totalBytes: 'int',
    totalLabel: 'text',
  }),
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
  '/api/mediaserver/status': live({
    ok: 'flag',
    name: 'text',
    version: 'text',
    lastSeenAt: 'time?',
    checkedAt: 'time',
  }),
};
