/** What the daemon and the testing kit share. Not for plugins. */
export * from './http-client.js';
export * from './publisher.js';
