/** The words that the route table is written in, and what several routes share. */
export type FieldType = string | Fields | readonly [Fields];
export interface Fields {
  readonly [name: string]: FieldType;
}
export interface Route {
  readonly freshness: 'cached' | 'live';
  readonly fields: Fields;
}
export type Routes = Readonly<Record<string, Route>>;

export const cached = (fields: Fields): Route => ({ freshness: 'cached', fields });
export const live = (fields: Fields): Route => ({ freshness: 'live', fields });

export const library = {
  ...{ movies: 'int', shows: 'int', episodes: 'int', libraries: 'int' },
  ...{ addedWeek: 'int', addedMovies: 'int', addedEpisodes: 'int' },
};
export const mediaserver = {
  mediaserverOk: 'flag',
  mediaserverName: 'text',
  mediaserverVersion: 'text',
  mediaserverStatus: 'online|offline|unknown',
};
export const attention = {
  digest: 'int',
  digestOk: 'flag',
  digestStatus: 'clear|check',
  digestIntegrations: 'int',
  digestWarnings: 'int',
  digestSnoozed: 'int',
};
export const tone = 'good|attention|bad|muted';
export const attentionItem = { id: 'text', type: 'text', severity: 'info|warn|error', text: 'text', tone };
export const backup = { backupAt: 'time?', backupLabel: 'text' };
export const queue = { active: 'int', stalled: 'int', total: 'int' };
export const okay = { ok: 'flag', status: 'ok|check' };
export const method = 'direct|remux|transcode|unknown';
export const job = {
  state: 'idle|running|cancelling|unknown',
  result: 'completed|failed|cancelled|aborted|never|unknown',
  progress: 'int?',
  lastAt: 'time?',
  nextAt: 'time?',
  durationMs: 'int?',
  tone,
};
export const matchedBy = 'ids|download|title|none';
export const release = {
  id: 'text',
  title: 'text',
  service: 'text',
  type: 'movie|episode|album|book|other',
  date: 'time',
  hasFile: 'flag',
  dateKind: 'cinema|digital|physical|air|other|unknown',
  allDay: 'flag',
  day: 'text',
  time: 'text',
  season: 'int?',
  episode: 'int?',
  premiere: 'flag',
  finale: 'flag',
  is4k: 'flag?',
  services: 'words',
  plannedBy: 'text',
  poster: 'picture',
  note: 'text',
};

/** The announcement that a download came of. */
export const hit = {
  '?': {
    ...{ id: 'text', name: 'text', filter: 'text', indexer: 'text', at: 'time' },
    status: 'approved|rejected|error|pending|unknown',
  },
};
