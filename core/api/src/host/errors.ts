/** What the daemon needs of errors, without the schemas of the contract: commands that need none start sooner. Not for plugins. */
export * from '../errors.js';

export const redact = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '***')), text);
