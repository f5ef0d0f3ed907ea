/** Marks of fields that not every dashboard is to be told: a key may be limited to less, and so may whoever is told of events. */
import { Type } from './typebox.js';

/**
 * `viewer`: the name of a person. `address`: a host or a url of the household. `text`: words that may hold either. `account`
 * and `subject`: an account and a subject as `media.playtime` writes them.
 */
export const PERSONAL = ['viewer', 'address', 'text', 'account', 'subject'] as const;
export type Personal = (typeof PERSONAL)[number];

const marked = (personal: Personal, description?: string) =>
  Type.String({ 'x-personal': personal, ...(description === undefined ? {} : { description }) });

/** The name of a person, in an item of a port or in a payload. */
export const viewerName = (description?: string) => marked('viewer', description);
/** A host, or the url of something in the household. */
export const address = (description?: string) => marked('address', description);
/** Words of an upstream, or of people: names and addresses that are known are taken out of them. */
export const freeText = (description?: string) => marked('text', description);

export const accountText = (description?: string) => marked('account', description);
export const subjectText = (description?: string) => marked('subject', description);
