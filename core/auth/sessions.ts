/** Who visits the pages: a session cookie, or a header of a trusted reverse proxy; and whether a form is our own. */
import type { BlockList } from 'node:net';
import cookieParser from 'cookie-parser';
import { doubleCsrf } from 'csrf-csrf';
import type { Request, RequestHandler, Response } from 'express';
import session, { type Session, type SessionData } from 'express-session';
import { CodedError } from '../ground/errors.js';
import { plainAddress } from '../http/exchange.js';
import { holds, networkList } from '../keys/networks.js';
import { OWN, PROXY, type Settings, type Visitor } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { SESSION_MS, type SessionStore } from './session-store.js';

declare module 'express-session' {
  interface SessionData {
    visitor: Visitor;
    /** ISO: when the visitor signed in. */
    since: string;
    /** Nobody has signed in yet: they were shown a code to confirm in an app. */
    code: PendingCode;
  }
}

export interface SessionParts {
  readonly store: SessionStore;
  /** Of this installation. */
  readonly secret: string;
  readonly clock: Clock;
  /** '' or '/path'. */
  readonly basePath: string;
  /** As they are now. */
  readonly settings: () => Pick<Settings, 'auth' | 'server'>;
  /** Whether a media server still has them as an administrator. @param since ISO: when they signed in */
  readonly isStillAdmin: (visitor: Visitor, since: string) => boolean;
}

export interface PendingCode {
  /** The way in. */
  readonly way: string;
  readonly code: string;
  readonly secret: string;
  /** Where to go then, below the base path. */
  readonly next: string;
}

export const SESSION_COOKIE = 'sidelight_session';
const CSRF_COOKIE = 'sidelight_csrf';

export class Sessions {
  /** Runs before anything else here is asked of a request. */
  readonly open: readonly RequestHandler[];
  private readonly csrf: ReturnType<typeof doubleCsrf>;
  private readonly path: string;
  private proxies: { readonly networks: readonly string[]; readonly list: BlockList } | undefined;

  constructor(private readonly parts: SessionParts) {
    this.path = parts.basePath === '' ? '/' : parts.basePath;
    const cookie = { path: this.path, httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: SESSION_MS } as const;
    const { store, secret } = parts;
    const options = { store, secret, name: SESSION_COOKIE, cookie, rolling: true, resave: false };
    this.open = [cookieParser(), textsOnly, session({ ...options, saveUninitialized: false })];
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

  /** Whether `open` has run: what fails before belongs to no session. */
  isOpen(req: Request): boolean {
    return sessionOf(req) !== undefined;
  }

  visitor(req: Request): Visitor | null {
    return this.isReadElsewhere(req) ? null : (this.namedByProxy(req) ?? this.signedIn(req));
  }

  /** A new id on each sign-in: one that somebody else planted before is worth nothing. */
  async signIn(req: Request, visitor: Visitor): Promise<void> {
    await settled((done) => req.session.regenerate(done));
    req.session.visitor = visitor;
    req.session.since = this.parts.clock.now().toISOString();
    await settled((done) => req.session.save(done));
  }

  /** The code that this visitor was shown, if they are about to sign in by one. */
  pendingCode(req: Request): PendingCode | undefined {
    return sessionOf(req)?.code;
  }

  /** @param code null: it came to nothing */
  async keepCode(req: Request, code: PendingCode | null): Promise<void> {
    await settled((done) => req.session.regenerate(done));
    if (code === null) return;
    req.session.code = code;
    await settled((done) => req.session.save(done));
  }

  /** Ends the session, here and in the browser. */
  async signOut(req: Request, res: Response): Promise<void> {
    await settled((done) => req.session.destroy(done));
    for (const name of [SESSION_COOKIE, CSRF_COOKIE]) res.clearCookie(name, this.cookieOptions(req));
  }

  /** The token that forms of this answer carry as `_csrf`, and scripts as x-csrf-token. */
  formToken(req: Request, res: Response): string {
    return this.csrf.generateCsrfToken(req, res, { cookieOptions: this.cookieOptions(req) });
  }

  /** Whether a request that changes something comes from a page of ours. */
  isOwnForm(req: Request): boolean {
    return this.senderOf(req) === null && this.csrf.validateRequest(req);
  }

  /** @throws csrf, foreign_form */
  readonly guardForms: RequestHandler = (req, _res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    const sender = this.senderOf(req);
    if (sender !== null) {
      throw new CodedError(
        'foreign_form',
        `This form was sent by ${sender}, and Sidelight is ${req.host ?? 'nameless'}`,
      );
    }
    if (!this.csrf.validateRequest(req)) {
      throw new CodedError('csrf', 'This form is too old, or it was not sent by a page of Sidelight');
    }
    next();
  };

  /**
   * Whether a script of another site reads: `server.cors` lets it do so with a key alone. Browsers keep our cookie from
   * it, but a proxy may name whoever asks by their address, for whatever page it is. Links from elsewhere have no origin.
   */
  private isReadElsewhere(req: Request): boolean {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    return isRead && req.get('origin') !== undefined && this.senderOf(req) !== null;
  }

  /** The other site that a request comes from. */
  private senderOf(req: Request): string | null {
    const { publicUrl } = this.parts.settings().server;
    return otherSite({ site: req.get('sec-fetch-site'), origin: req.get('origin'), host: req.host, publicUrl });
  }

  /** Whom a token of a form belongs to: one of another session opens nothing. */
  private identify(req: Request): string {
    const proxied = this.namedByProxy(req);
    if (proxied !== null) return `proxy:${proxied.name}`;
    return this.signedIn(req) === null ? 'nobody' : req.sessionID;
  }

  /**
   * What the settings allow now counts, not what they allowed when the session began, and so does what the media server says of
   * its users now. They sign in anew after seven days at the latest, however busy the session was.
   */
  private signedIn(req: Request): Visitor | null {
    const { visitor, since } = sessionOf(req) ?? {};
    if (visitor === undefined || visitor.via === OWN) return visitor ?? null;
    const { clock, settings, isStillAdmin } = this.parts;
    if (since === undefined || clock.now().getTime() - Date.parse(since) >= SESSION_MS) return null;
    return settings().auth.signInWith.includes(visitor.via) && isStillAdmin(visitor, since) ? visitor : null;
  }

  /** Believed only from the listed networks, and only as a single name: anybody else could send the header too. */
  private namedByProxy(req: Request): Visitor | null {
    const { proxyHeader, proxyNetworks } = this.parts.settings().auth;
    const names = proxyHeader === undefined ? [] : (req.headersDistinct[proxyHeader.toLowerCase()] ?? []);
    const name = names[0]?.trim();
    if (name === undefined || name === '' || names.length > 1) return null;
    const peer = plainAddress(req.socket.remoteAddress ?? '');
    return holds(this.listOf(proxyNetworks), peer) ? { name, via: PROXY } : null;
  }

  /** Compiled once for the settings that hold. */
  private listOf(networks: readonly string[]): BlockList {
    if (this.proxies?.networks !== networks) this.proxies = { networks, list: networkList(networks) };
    return this.proxies.list;
  }

  private cookieOptions(req: Request) {
    return { path: this.path, httpOnly: true, sameSite: 'lax', secure: req.secure } as const;
  }
}

/** On requests for which none was opened there is none. */
const sessionOf = (req: Request): (Session & Partial<SessionData>) | undefined => req.session;

/** cookie-parser reads values that begin with `j:` as JSON: ours are plain texts, and such a one is none of ours. */
const textsOnly: RequestHandler = (req, _res, next) => {
  for (const name of [SESSION_COOKIE, CSRF_COOKIE]) {
    if (typeof req.cookies[name] !== 'string') delete req.cookies[name];
  }
  next();
};

function tokenOf(req: Request): string | null {
  const fromForm: unknown = (req.body as { readonly _csrf?: unknown } | undefined)?._csrf;
  if (typeof fromForm === 'string') return fromForm;
  return req.get('x-csrf-token') ?? null;
}

const settled = (work: (done: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    work((error) => (error === undefined || error === null ? resolve() : reject(error)));
  });

/** Whether a browser says that a form was sent by a page of another site. */
export interface Sender {
  /** Sec-Fetch-Site: told by browsers on https and localhost, and by no page. */
  readonly site: string | undefined;
  readonly origin: string | undefined;
  /** As the browser sees it: the Host header, or what a trusted proxy says that it was. */
  readonly host: string | undefined;
  readonly publicUrl: string | undefined;
}

/**
 * The other site, in words; null when it is our own. What is no browser says nothing of itself: the token of the form
 * has to do.
 */
export function otherSite({ site, origin, host, publicUrl }: Sender): string | null {
  if (site !== undefined) return OWN_SITES.has(site) ? null : (origin ?? 'another site');
  if (origin === undefined) return null;
  const { protocol, host: sender } = URL.canParse(origin) ? new URL(origin) : NOWHERE;
  if (sender === '') return 'another site';
  const own = [host === undefined ? '' : `${protocol}//${host}`, publicUrl ?? ''];
  return own.some((url) => URL.canParse(url) && new URL(url).host === sender) ? null : origin;
}

const NOWHERE = { protocol: '', host: '' };
/** `none`: the reader’s own doing, such as loading the answer to a form again. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);
