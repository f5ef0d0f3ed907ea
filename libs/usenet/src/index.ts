export * from './recent-history.js';
export * from './without-queries.js';
