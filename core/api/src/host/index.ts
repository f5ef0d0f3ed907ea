/** What the daemon, the testing kit and the commands for authors share. Not for plugins. */
export * from './api-path.js';
export * from './check-contribution.js';
export * from './common-fields.js';
export * from './directory.js';
export * from './entry-schema.js';
export { redact } from './errors.js';
export type { Exchange, Headers, RecordedAnswer } from './exchange.js';
export * from './http-client.js';
export * from './integration-shape.js';
export * from './is-cron.js';
export { counts as readCounts } from './json-aside.js';
export * from './manifest.js';
export * from './perform.js';
export * from './plugin-shape.js';
export * from './port-book.js';
export * from './publisher.js';
export * from './query.js';
export { type Projector, projectorOf } from './serialise.js';
