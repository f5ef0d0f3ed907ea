import { count, oneOf, optional, text, time } from './fields.js';

/** What is told of a job that an upstream runs by itself. `progress`: 0 to 100, while running. */
export const scheduledJob = () => ({
  id: text(),
  name: text(),
  state: optional(oneOf('idle', 'running', 'cancelling', 'unknown')),
  result: optional(oneOf('completed', 'failed', 'cancelled', 'aborted', 'never', 'unknown')),
  progress: optional(count()),
  lastAt: optional(time()),
  nextAt: optional(time()),
  durationMs: optional(count('Of the last run')),
});
