/** Browsers in which somebody has signed in before: strangers who guess at the same name take nothing from them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Clock } from '../time/clock.js';
import { ownerOf } from './attempts.js';
import { cookieNames } from './cookies.js';

interface DeviceParts {
  /** Of this installation: what it signed holds in every replica, and after a restart. */
  readonly secret: string;
  readonly clock: Clock;
  /** '' or '/path'. */
  readonly basePath: string;
}

const YEAR_MS = 365 * 86_400_000;
const COOKIE = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/;

export class Devices {
  private readonly path: string;

  constructor(private readonly parts: DeviceParts) {
    this.path = parts.basePath === '' ? '/' : parts.basePath;
  }

  /** Which one it is, if the name signed in there within a year; the mark says so, and nothing else. */
  known(req: Request, name: string): string | undefined {
    const cookie: unknown = req.cookies[cookieNames(req, this.path).device];
    const [, id, at, proof] = typeof cookie === 'string' ? (COOKIE.exec(cookie) ?? []) : [];
    if (id === undefined || at === undefined || proof === undefined) return undefined;
    const isOurs = timingSafeEqual(Buffer.from(proof), Buffer.from(this.proofOf(id, at, name)));
    return isOurs && this.parts.clock.now().getTime() - Number(at) < YEAR_MS ? id : undefined;
  }

  /** After a sign-in. */
  remember(req: Request, res: Response, name: string): void {
    const id = randomBytes(16).toString('base64url');
    const at = String(this.parts.clock.now().getTime());
    res.cookie(cookieNames(req, this.path).device, `${id}.${at}.${this.proofOf(id, at, name)}`, {
      path: this.path,
      httpOnly: true,
      sameSite: 'strict',
      secure: req.secure,
      maxAge: YEAR_MS,
    });
  }

  private proofOf(id: string, at: string, name: string): string {
    const text = JSON.stringify(['device', id, at, ownerOf(name)]);
    return createHmac('sha256', this.parts.secret).update(text).digest('base64url');
  }
}
