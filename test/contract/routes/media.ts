import { cached, library, live, method, okay, type Routes, tone } from './form.js';

export const widgets: Routes = {
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
        tone,
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
    items: [{ title: 'text', plays: 'int', viewers: 'int', hours: 'num', audience: 'text', watched: 'text' }],
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
      {
        id: 'text',
        name: 'text',
        type: 'movies|shows|music|other',
        bytes: 'int',
        size: 'text',
        items: 'int',
        titles: 'text',
      },
    ],
  }),
  repair: cached({
    ...okay,
    issues: 'int',
    posters: 'int',
    logos: 'int',
    runtime: 'int',
    unmatched: 'int',
    items: [{ itemId: 'text', title: 'text', issue: 'poster|logo|runtime|unmatched', tone }],
  }),
  devices: cached({
    devices: 'int',
    items: [{ id: 'text', name: 'text', client: 'text', user: 'text', lastAt: 'time?' }],
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
        tone,
      },
    ],
  }),
};

export const reads: Routes = {
  '/api/library-storage': cached({
    libraries: [{ id: 'text', name: 'text', bytes: 'int', size: 'text', items: 'int' }],
    totalBytes: 'int',
    totalLabel: 'text',
  }),
  '/api/mediaserver/status': live({
    ok: 'flag',
    name: 'text',
    version: 'text',
    lastSeenAt: 'time?',
    checkedAt: 'time',
  }),
};
