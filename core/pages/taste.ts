/** How a visitor likes pages to look: the theme that they chose, and the language in which their browser writes dates and numbers. */
import type { CookieOptions, Request } from 'express';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Read by nobody but the pages, and worth nothing to anybody else. */
export const THEME_COOKIE = 'sidelight_theme';
const YEAR_MS = 365 * 86_400_000;
/** Days before months, and 24 hours: where a browser names no language. */
const USUAL = 'en-GB';
const MOST_LANGUAGES = 8;

export const isTheme = (text: unknown): text is Theme => (THEMES as readonly unknown[]).includes(text);

export function themeOf(req: Request): Theme {
  const named: unknown = req.cookies?.[THEME_COOKIE];
  return isTheme(named) ? named : 'auto';
}

export const themeCookie = (req: Request, path: string): CookieOptions => ({
  path,
  httpOnly: true,
  sameSite: 'lax',
  secure: req.secure,
  maxAge: YEAR_MS,
});

/** The first language of the browser that dates can be written in. */
export function localeOf(req: Request): string {
  const named = req.acceptsLanguages().slice(0, MOST_LANGUAGES);
  return named.find(isLocale) ?? USUAL;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag]).length > 0;
  } catch {
    // `*`, and what is no language at all.
    return false;
  }
}
