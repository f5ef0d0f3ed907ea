import type { Request, Response } from 'express';
import type { ApiKey } from '../keys/api-key.js';

/** What is known of a request beside what it carries. */
export interface Exchange {
  readonly requestId: string;
  readonly address: string;
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
