/** What needs none of the contract's schemas: errors, and the texts of configs. Commands that load no plugin start sooner by it. Not for plugins. */
export * from '../errors.js';
export { CORE } from './core-id.js';
export { isRecord } from './is-record.js';
export * from './item-schema.js';
export * from './substitute.js';

/** A shorter secret also stands within words that have nothing to do with it: masked there, it would be told by what is left. */
const LONG_SECRET = 8;
const WORD = String.raw`[\p{L}\p{N}_]`;

/** The text with `***` for each secret; for a short one only where it stands as a word of its own. */
export const redact = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => {
    if (secret === '' || !shown.includes(secret)) return shown;
    return shown.replaceAll(secret.length < LONG_SECRET ? asWord(secret) : secret, '***');
  }, text);

const asWord = (secret: string): RegExp =>
  new RegExp(`(?<!${WORD})${secret.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)}(?!${WORD})`, 'gu');
