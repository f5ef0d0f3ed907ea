/** What the daemon and the testing kit share. Not for plugins. */
export { redact } from './errors.js';
export * from './http-client.js';
export * from './is-cron.js';
export * from './publisher.js';
