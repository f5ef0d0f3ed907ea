/** What the daemon and the testing kit share. Not for plugins. */
export { redact } from './errors.js';
export type { Exchange, Headers, RecordedAnswer } from './exchange.js';
export * from './http-client.js';
export * from './is-cron.js';
export * from './perform.js';
export * from './publisher.js';
