/** What every page does: shows itself in the frame, and keeps out who is not signed in. */

import { redact } from '@sidelight/plugin-api/errors';
import type { Request, RequestHandler, Response } from 'express';
import { CodedError } from '../ground/errors.js';
import type { Visitor } from '../settings/settings.js';
import { type Frame, linksFor, sectionsFor } from './frame.js';
import type { Clockwork } from './moment.js';
import { localeOf, themeOf } from './taste.js';
import { render, type View } from './view.js';
import type { WebDeps } from './web-deps.js';

export class Web {
  /** '' or '/path': that of the start, where everything is served until the end. */
  readonly base: string;

  constructor(readonly deps: WebDeps) {
    this.base = deps.settings.server.basePath;
  }

  visitor(req: Request): Visitor | null {
    return this.deps.sessions.visitor(req);
  }

  /** Answers with a page. The template sees `data`, and the frame as `it.frame`. */
  show<T extends object>(req: Request, res: Response, { view, title, data, status = 200, assets = [] }: Page<T>): void {
    const html = render<object>(view, { ...data, frame: this.frame(req, res, title, assets) });
    res.status(status).set('Cache-Control', 'no-store').type('html').send(html);
  }

  /** Below the base path. After a form that did what it should: 303. */
  goTo(res: Response, path: string): void {
    res.redirect(303, this.base + path);
  }

  /** Sends a reader to the sign-in, and refuses everything else. @throws no_session */
  readonly members: RequestHandler = (req, res, next) => {
    if (this.visitor(req) !== null) return next();
    const isPage = (req.method === 'GET' || req.method === 'HEAD') && req.get('sec-fetch-dest') !== 'empty';
    if (!isPage) throw new CodedError('no_session', 'You are not signed in');
    this.goTo(res, `/login?next=${encodeURIComponent(req.originalUrl.slice(this.base.length))}`);
  };

  /** The time as pages of this visitor tell it. */
  clockwork(req: Request): Clockwork {
    const { clock, settings } = this.deps;
    return { now: clock.now(), zone: settings.zone, locale: localeOf(req) };
  }

  private rejected(): string | null {
    const { desk, settings } = this.deps;
    return desk.rejected && redact(desk.rejected, settings.secrets);
  }

  frame(req: Request, res: Response, title: string, assets: readonly string[] = []): Frame {
    const visitor = this.visitor(req);
    return {
      title,
      base: this.base,
      version: this.deps.version,
      theme: themeOf(req),
      locale: localeOf(req),
      here: req.path,
      visitor,
      csrf: this.deps.sessions.formToken(req, res),
      links: linksFor(req.path, this.base, visitor),
      sections: sectionsFor(req.path, this.base, visitor),
      rejected: visitor === null ? null : this.rejected(),
      styles: assets.filter((name) => name.endsWith('.css')),
      scripts: assets.filter((name) => name.endsWith('.js')),
    };
  }
}

export interface Page<T extends object> {
  readonly view: View<T>;
  readonly title: string;
  readonly data: T;
  readonly status?: number;
  /** Styles and scripts of its own, by their names below /assets: `keys.css`, `keys.js`. Scripts are modules: each is alone with its names. */
  readonly assets?: readonly string[];
}
