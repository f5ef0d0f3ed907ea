import type { AnyPort, ItemIn } from './port.js';

/** An integration's request-time supplier for a port, asked by live reads. */
export interface RouteFragment<P extends AnyPort = AnyPort> {
  readonly port: P;
  read(signal: AbortSignal): Promise<readonly ItemIn<P>[]>;
}

export const serve = <P extends AnyPort>(port: P, read: RouteFragment<P>['read']): RouteFragment<P> => ({ port, read });
