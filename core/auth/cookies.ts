/** What our cookies are called, and how one of before becomes one of today. */
import type { Request, RequestHandler } from 'express';

export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
  readonly device: string;
}

/** Over http, and below a path. */
export const SESSION_COOKIE = 'sidelight_session';
const PLAIN: CookieNames = { session: SESSION_COOKIE, csrf: 'sidelight_csrf', device: 'sidelight_device' };
export const HOST_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;
/** Browsers take these over https and for the whole host alone, so that no neighbour of a parent domain can plant one. */
const HOST: CookieNames = {
  session: HOST_SESSION_COOKIE,
  csrf: `__Host-${PLAIN.csrf}`,
  device: `__Host-${PLAIN.device}`,
};

const ALL = [...Object.values(PLAIN), ...Object.values(HOST)];

/** @param path for which cookies are set */
export const cookieNames = (req: Pick<Request, 'secure'>, path: string): CookieNames =>
  req.secure && path === '/' ? HOST : PLAIN;

/** Whether a request carries a session, under either name. */
export const bringsSession = (cookies: string | undefined): boolean => cookies?.includes(`${PLAIN.session}=`) === true;

/** cookie-parser reads values that begin with `j:` as JSON: ours are plain texts, and such a one is none of ours. */
export const textsOnly: RequestHandler = (req, _res, next) => {
  for (const name of ALL) if (typeof req.cookies[name] !== 'string') delete req.cookies[name];
  next();
};

/**
 * A session that began under the old name goes on: it is read as if it had come under the new one, which the answer of a
 * page gives it.
 */
export const underNewName =
  (path: string, isPage: boolean): RequestHandler =>
  (req, res, next) => {
    const old: unknown = req.cookies[PLAIN.session];
    const names = cookieNames(req, path);
    if (names === HOST && typeof old === 'string' && req.cookies[HOST.session] === undefined) {
      req.headers.cookie = `${req.headers.cookie}; ${HOST.session}=${encodeURIComponent(old)}`;
      if (isPage) res.clearCookie(PLAIN.session, { path });
    }
    next();
  };
