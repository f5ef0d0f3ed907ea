/** What is around every page: who is signed in, where one can go. */
import type { Visitor } from '../settings/settings.js';

export interface Frame {
  readonly title: string;
  /** '' or '/path': before every address of ours. */
  readonly base: string;
  readonly version: string;
  readonly visitor: Visitor | null;
  /** The `_csrf` of every form. */
  readonly csrf: string;
  readonly links: readonly Link[];
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

const PLACES: readonly Place[] = [
  { path: '/', text: 'Start', signedIn: false },
  { path: '/settings/api-key', text: 'Keys', signedIn: true },
  { path: '/settings/sources', text: 'Sources', signedIn: true },
  { path: '/widgets/', text: 'Packs', signedIn: false },
  { path: '/swagger-ui', text: 'Explorer', signedIn: false },
  { path: '/docs', text: 'Docs', signedIn: false },
];

/** @param path of the page, without the base path */
export const linksFor = (path: string, base: string, visitor: Visitor | null): readonly Link[] =>
  PLACES.filter(({ signedIn }) => !signedIn || visitor !== null).map((place) => ({
    href: base + place.path,
    text: place.text,
    current:
      place.path === '/' ? path === '/' : path === place.path || path.startsWith(`${place.path.replace(/\/$/, '')}/`),
  }));
