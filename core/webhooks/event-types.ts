/** What a webhook can be told of. */
export const EVENT_TYPES = [
  'digest.changed',
  'integration.down',
  'integration.up',
  'download.failed',
  'request.pending',
  'play.started',
  'play.stopped',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
