/** Who visits the pages: a session cookie, or a header of a trusted reverse proxy; and whether a form is our own. */
import cookieParser from 'cookie-parser';
import { doubleCsrf } from 'csrf-csrf';
import type { Request, RequestHandler, Response } from 'express';
import session, { type Session } from 'express-session';
import type { AuthSettings } from '../config/settings.js';
import { CodedError } from '../errors.js';
import { plainAddress } from '../http/client-address.js';
import { holds, networkList } from '../keys/networks.js';
import { SESSION_MS, type SessionStore } from './session-store.js';
import type { Visitor } from './visitor.js';

declare module 'express-session' {
  interface SessionData {
    visitor: Visitor;
  }
}

export interface SessionParts {
  readonly store: SessionStore;
  /** Of this installation. */
  readonly secret: string;
  /** '' or '/path'. */
  readonly basePath: string;
  readonly auth: () => AuthSettings;
}

const SESSION_COOKIE = 'sidelight_session';
const CSRF_COOKIE = 'sidelight_csrf';

export class Sessions {
  /** Runs before anything else here is asked of a request. */
  readonly open: readonly RequestHandler[];
  private readonly csrf: ReturnType<typeof doubleCsrf>;
  private readonly path: string;

  constructor(private readonly parts: SessionParts) {
    this.path = parts.basePath === '' ? '/' : parts.basePath;
    const cookie = { path: this.path, httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: SESSION_MS } as const;
    const { store, secret } = parts;
    const options = { store, secret, name: SESSION_COOKIE, cookie, rolling: true, resave: false };
    this.open = [cookieParser(), session({ ...options, saveUninitialized: false })];
    this.csrf = doubleCsrf({
      getSecret: () => secret,
      getSessionIdentifier: (req) => this.identify(req),
      cookieName: CSRF_COOKIE,
      getCsrfTokenFromRequest: tokenOf,
    });
  }

  /** Whether it is worth to open a session: a request with neither cookie nor header is nobody's. */
  concerns(req: Request): boolean {
    return req.headers.cookie?.includes(`${SESSION_COOKIE}=`) === true || this.namedByProxy(req) !== null;
  }

  visitor(req: Request): Visitor | null {
    return this.namedByProxy(req) ?? sessionOf(req)?.visitor ?? null;
  }

  /** A new id on each sign-in: one that somebody else planted before is worth nothing. */
  async signIn(req: Request, visitor: Visitor): Promise<void> {
    await settled((done) => req.session.regenerate(done));
    req.session.visitor = visitor;
    await settled((done) => req.session.save(done));
  }

  async signOut(req: Request): Promise<void> {
    await settled((done) => req.session.destroy(done));
  }

  /** The token that forms of this answer carry as `_csrf`, and scripts as x-csrf-token. */
  formToken(req: Request, res: Response): string {
    const cookieOptions = { path: this.path, httpOnly: true, sameSite: 'lax', secure: req.secure } as const;
    return this.csrf.generateCsrfToken(req, res, { cookieOptions });
  }

  /** Whether a request that changes something comes from a page of ours. */
  isOwnForm(req: Request): boolean {
    return this.csrf.validateRequest(req);
  }

  /** @throws csrf */
  readonly guardForms: RequestHandler = (req, _res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD' && !this.isOwnForm(req)) {
      throw new CodedError('csrf', 'This form is too old, or it was not sent by a page of Sidelight');
    }
    next();
  };

  private identify(req: Request): string {
    const visitor = this.visitor(req);
    if (visitor === null) return 'nobody';
    return this.namedByProxy(req) === null ? req.sessionID : `proxy:${visitor.name}`;
  }

  /** Believed only from the listed networks: anybody else could send the header too. */
  private namedByProxy(req: Request): Visitor | null {
    const { proxyHeader, proxyNetworks } = this.parts.auth();
    const name = proxyHeader === undefined ? undefined : req.get(proxyHeader)?.trim();
    if (name === undefined || name === '') return null;
    const peer = plainAddress(req.socket.remoteAddress ?? '');
    return holds(networkList(proxyNetworks), peer) ? { name, via: 'proxy' } : null;
  }
}

/** On requests for which none was opened there is none. */
const sessionOf = (req: Request): (Session & { visitor?: Visitor }) | undefined => req.session;

function tokenOf(req: Request): string | null {
  const fromForm: unknown = (req.body as { readonly _csrf?: unknown } | undefined)?._csrf;
  if (typeof fromForm === 'string') return fromForm;
  return req.get('x-csrf-token') ?? null;
}

const settled = (work: (done: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    work((error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
