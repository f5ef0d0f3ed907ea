/** What is known of a request beside what it carries: its id, and from where it came. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { ApiKey } from '../keys/api-key.js';

/** What is known of a request beside what it carries. */
export interface Exchange {
  readonly requestId: string;
  readonly address: string;
  /** By the clock of `performance.now`. */
  readonly begunAt: number;
  /** Set once the gate has let it in. */
  key?: ApiKey;
}

const exchanges = new WeakMap<object, Exchange>();

export const openExchange = (req: Request, exchange: Exchange): void => void exchanges.set(req, exchange);

export function exchangeOf(req: Request): Exchange {
  const exchange = exchanges.get(req);
  if (exchange === undefined) throw new Error('the request was not opened');
  return exchange;
}

export function keyOf(req: Request): ApiKey {
  const { key } = exchangeOf(req);
  if (key === undefined) throw new Error('the request was not admitted');
  return key;
}

export type Handler = (req: Request, res: Response) => void | Promise<void>;

/** Whether a proxy is trusted to say for whom it asks: Express's compiled `trust proxy`. */
export type Trust = (address: string, hop: number) => boolean;

/** The address that a request came from: the nearest one that is no trusted proxy. */
export function clientAddress(req: IncomingMessage, trust: Trust): string {
  let address = plainAddress(req.socket.remoteAddress ?? '');
  const forwarded = req.headers['x-forwarded-for'];
  if (typeof forwarded !== 'string') return address;
  const hops = forwarded.split(',').reverse();
  for (const [hop, next] of hops.entries()) {
    if (!trust(address, hop)) break;
    address = plainAddress(next.trim());
  }
  return address;
}

/** An IPv4 client of a dual-stack socket looks like ::ffff:192.168.1.2. */
export const plainAddress = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

const SANE = /^[\w.-]{8,64}$/;
/** Tells the ids of two runs apart. */
const run = randomBytes(4).toString('hex');
let count = 0;

/** The id under which a request is logged: a proxy's own when it sent a usable one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : newRequestId();
}

export function newRequestId(): string {
  count += 1;
  return `${run}-${count.toString(36).padStart(4, '0')}`;
}
