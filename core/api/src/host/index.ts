/** What the daemon and the testing kit share. Not for plugins. */
export { isCron } from '../cron.js';
export { redact } from './errors.js';
export * from './http-client.js';
export * from './publisher.js';
