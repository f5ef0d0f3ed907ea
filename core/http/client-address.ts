import type { IncomingMessage } from 'node:http';

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
