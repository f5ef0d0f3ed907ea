/** What needs none of the contract's schemas: errors, and the texts of configs. Commands that load no plugin start sooner by it. Not for plugins. */
export * from '../errors.js';
export { CORE } from './core-id.js';
export { isRecord } from './is-record.js';
export * from './item-schema.js';
export * from './substitute.js';

export const redact = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '***')), text);
