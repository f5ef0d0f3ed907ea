/** Who visits the pages: a session cookie, or a header of a trusted reverse proxy; and whether a form is our own. */
import type { BlockList } from 'node:net';
import cookieParser from 'cookie-parser';
import { doubleCsrf } from 'csrf-csrf';
import type { Request, RequestHandler, Response } from 'express';
import session, { type Session, type SessionData } from 'express-session';
import { CodedError } from '../ground/errors.js';
import { plainAddress } from '../http/exchange.js';
import { holds, networkList } from '../keys/networks.js';
import { OIDC, OWN, PROXY, type Settings, type Visitor } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { bringsSession, cookieNames, textsOnly, underNewName } from './cookies.js';
import { deviceOf } from './device.js';
import type { PendingOidc } from './oidc.js';
import { otherSite } from './origin.js';
import { endOf, SESSION_MS, type SessionStore } from './session-store.js';

declare module 'express-session' {
  interface SessionData {
    visitor: Visitor;
    /** ISO: when the visitor signed in. */
    since: string;
    /** From which address. */
    from: string;
    /** The browser, as "Firefox on Linux"; '' where it does not say. */
    device: string;
    /** ISO: when they last proved who they are, as far as it is known. */
    proven: string;
    /** They were sent to an OpenID Connect provider. */
    oidc: PendingOidc;
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
  /** Whether the media server or the provider still has them as an administrator. @param since ISO: when they signed in */
  readonly isStillAdmin: (visitor: Visitor, since: string) => boolean;
}

export { SESSION_COOKIE } from './cookies.js';

export interface PendingCode {
  /** The way in. */
  readonly way: string;
  readonly code: string;
  readonly secret: string;
  /** Where to go then, below the base path. */
  readonly next: string;
}

export class Sessions {
  /** Runs before anything else here is asked of a page. */
  readonly open: readonly RequestHandler[];
  /** The same for the API, whose answers set no cookie. */
  readonly openQuietly: readonly RequestHandler[];
  private readonly csrf: (req: Request) => ReturnType<typeof doubleCsrf>;
  private readonly path: string;
  private proxies: { readonly networks: readonly string[]; readonly list: BlockList } | undefined;

  constructor(private readonly parts: SessionParts) {
    this.path = parts.basePath === '' ? '/' : parts.basePath;
    this.open = this.opening(true);
    this.openQuietly = this.opening(false);
    const protections = new Map<string, ReturnType<typeof doubleCsrf>>();
    this.csrf = (req) => {
      const cookieName = cookieNames(req, this.path).csrf;
      const known = protections.get(cookieName) ?? this.protection(cookieName);
      protections.set(cookieName, known);
      return known;
    };
  }

  /** Whether it is worth to open a session: a request with neither cookie nor header is nobody's. */
  concerns(req: Request): boolean {
    return bringsSession(req.headers.cookie) || this.namedByProxy(req) !== null;
  }

  /** Whether `open` has run: what fails before belongs to no session. */
  isOpen(req: Request): boolean {
    return sessionOf(req) !== undefined;
  }

  visitor(req: Request): Visitor | null {
    return this.isReadElsewhere(req) ? null : (this.namedByProxy(req) ?? this.signedIn(req));
  }

  /**
   * A new id on each sign-in: one that somebody else planted before is worth nothing.
   * @param proven ISO: when they proved who they are; null: that is not known
   */
  async signIn(req: Request, visitor: Visitor, proven: string | null = this.now()): Promise<void> {
    await settled((done) => req.session.regenerate(done));
    req.session.visitor = visitor;
    req.session.since = this.now();
    if (proven !== null) req.session.proven = proven;
    req.session.from = plainAddress(req.ip ?? '');
    req.session.device = deviceOf(req.get('user-agent'));
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

  /** Takes it: a sign-in that came to nothing is begun anew. */
  async takeOidc(req: Request): Promise<PendingOidc | undefined> {
    const pending = sessionOf(req)?.oidc;
    if (pending === undefined) return undefined;
    Reflect.deleteProperty(req.session, 'oidc');
    await settled((done) => req.session.save(done));
    return pending;
  }

  /** Whoever is signed in stays so, whatever becomes of it. */
  async keepOidc(req: Request, pending: PendingOidc): Promise<void> {
    req.session.oidc = pending;
    await settled((done) => req.session.save(done));
  }

  /** ISO: when whoever is signed in last proved who they are. */
  provenAt(req: Request): string | undefined {
    return sessionOf(req)?.proven;
  }

  /** Ends the session, here and in the browser. */
  async signOut(req: Request, res: Response): Promise<void> {
    await settled((done) => req.session.destroy(done));
    const { session: own, csrf } = cookieNames(req, this.path);
    for (const name of [own, csrf]) res.clearCookie(name, this.cookieOptions(req));
    // Below a path the rest of the origin is a neighbour's, and so is what it stored.
    if (this.path === '/') res.set('Clear-Site-Data', '"cache", "storage"');
  }

  /** The token that forms of this answer carry as `_csrf`, and scripts as x-csrf-token. */
  formToken(req: Request, res: Response): string {
    return this.csrf(req).generateCsrfToken(req, res, { cookieOptions: this.cookieOptions(req) });
  }

  /** Whether a request that changes something comes from a page of ours. */
  isOwnForm(req: Request): boolean {
    return this.senderOf(req) === null && this.csrf(req).validateRequest(req);
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
    if (!this.csrf(req).validateRequest(req)) {
      throw new CodedError('csrf', 'This form is too old, or was not sent by a page of Sidelight');
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
   * its users now. However busy a session was, it ends.
   */
  private signedIn(req: Request): Visitor | null {
    const { visitor, since } = sessionOf(req) ?? {};
    const { clock, settings, isStillAdmin } = this.parts;
    if (visitor === undefined || since === undefined || clock.now().getTime() >= endOf(visitor, since)) return null;
    if (visitor.via === OWN) return visitor;
    const { oidc, signInWith } = settings().auth;
    const isWay = visitor.via === OIDC ? oidc !== undefined : signInWith.includes(visitor.via);
    return isWay && isStillAdmin(visitor, since) ? visitor : null;
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

  private now(): string {
    return this.parts.clock.now().toISOString();
  }

  private opening(isPage: boolean): readonly RequestHandler[] {
    const cookie = { path: this.path, httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: SESSION_MS } as const;
    const { store, secret } = this.parts;
    const options = { store, secret, cookie, rolling: isPage, resave: false, saveUninitialized: false };
    const byName = new Map<string, RequestHandler>();
    const named: RequestHandler = (req, res, next) => {
      const name = cookieNames(req, this.path).session;
      const handler = byName.get(name) ?? session({ ...options, name });
      byName.set(name, handler);
      return handler(req, res, next);
    };
    return [cookieParser(), textsOnly, underNewName(this.path, isPage), named, securely];
  }

  private protection(cookieName: string): ReturnType<typeof doubleCsrf> {
    return doubleCsrf({
      getSecret: () => this.parts.secret,
      getSessionIdentifier: (req) => this.identify(req),
      cookieName,
      getCsrfTokenFromRequest: tokenOf,
    });
  }

  private cookieOptions(req: Request) {
    return { path: this.path, httpOnly: true, sameSite: 'lax', secure: req.secure } as const;
  }
}

/** A session that began over http goes on over https, where its cookie is for https alone from then on. */
const securely: RequestHandler = (req, _res, next) => {
  const open = sessionOf(req);
  if (req.secure && open !== undefined) open.cookie.secure = true;
  next();
};

/** On requests for which none was opened there is none. */
const sessionOf = (req: Request): (Session & Partial<SessionData>) | undefined => req.session;

function tokenOf(req: Request): string | null {
  const fromForm: unknown = (req.body as { readonly _csrf?: unknown } | undefined)?._csrf;
  if (typeof fromForm === 'string') return fromForm;
  return req.get('x-csrf-token') ?? null;
}

const settled = (work: (done: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    work((error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
