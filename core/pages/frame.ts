/** What is around every page: who is signed in, where one can go. */
import type { Visitor } from '../settings/settings.js';
import type { Theme } from './taste.js';

export interface Frame {
  readonly title: string;
  /** '' or '/path': before every address of ours. */
  readonly base: string;
  readonly version: string;
  readonly theme: Theme;
  /** In which dates and numbers are written. */
  readonly locale: string;
  /** The path of the page, without the base path; its query may say anything. */
  readonly here: string;
  readonly visitor: Visitor | null;
  /** The `_csrf` of every form. */
  readonly csrf: string;
  readonly links: readonly Link[];
  /** Of the settings; empty elsewhere. */
  readonly sections: readonly Link[];
  /** Why the config is not in force as it is written; null: it is, or nobody is signed in. */
  readonly rejected: string | null;
  /** Names below /assets, beside those of every page. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

interface Link {
  readonly href: string;
  readonly text: string;
  readonly current: boolean;
}

interface Place {
  readonly path: string;
  readonly text: string;
  readonly signedIn: boolean;
}

const GALLERY = '/settings/gallery';
const SETTINGS = '/settings/';

const PLACES: readonly Place[] = [
  { path: '/', text: 'Overview', signedIn: false },
  { path: GALLERY, text: 'Gallery', signedIn: true },
  { path: '/widgets/', text: 'Packs', signedIn: false },
  { path: '/swagger-ui', text: 'Explorer', signedIn: false },
  { path: '/docs', text: 'Docs', signedIn: false },
  { path: '/settings/sources', text: 'Settings', signedIn: true },
];

/** What there is to set and to look after, the most needed first. */
const SECTIONS: readonly Pick<Place, 'path' | 'text'>[] = [
  { path: '/settings/sources', text: 'Integrations' },
  { path: '/settings/api-key', text: 'Keys' },
  { path: '/settings/share', text: 'Share links' },
  { path: '/settings/attention', text: 'Attention' },
  { path: '/settings/notifications', text: 'Notifications' },
  { path: '/settings/import', text: 'Import' },
  { path: '/settings/log', text: 'Log' },
  { path: '/settings/audit', text: 'Audit' },
  { path: '/settings/sessions', text: 'Sessions' },
  { path: '/settings/account', text: 'Account' },
];

const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place.replace(/\/$/, '')}/`);

const isSettings = (path: string): boolean => path.startsWith(SETTINGS) && !isWithin(path, GALLERY);

/** @param path of the page, without the base path */
export const linksFor = (path: string, base: string, visitor: Visitor | null): readonly Link[] =>
  PLACES.filter(({ signedIn }) => !signedIn || visitor !== null).map((place) => ({
    href: base + place.path,
    text: place.text,
    current:
      place.path === '/' ? path === '/' : place.text === 'Settings' ? isSettings(path) : isWithin(path, place.path),
  }));

/** Those of the settings, on each of their pages. */
export const sectionsFor = (path: string, base: string, visitor: Visitor | null): readonly Link[] =>
  visitor === null || !isSettings(path)
    ? []
    : SECTIONS.map(({ path: place, text }) => ({ href: base + place, text, current: isWithin(path, place) }));
