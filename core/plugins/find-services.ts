/** What runs at hosts that somebody has named: the ports of the plugins are tried, and what answers is recognised. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AnyPlugin } from '@sidelight/plugin-api';
import { type Recognised, recognised } from './recognise.js';

/** A host, and where on it; no port: those at which the plugins' programs usually listen. */
export interface Target {
  readonly host: string;
  readonly port?: number;
  readonly protocol: 'http' | 'https';
  /** Below which the program is; '' or '/path'. */
  readonly path: string;
}

export interface FoundService extends Recognised {
  readonly url: string;
}

export interface Finding {
  readonly signal: AbortSignal;
  /** Addresses that are through, of so many. */
  progress(tried: number, of: number): void;
  found(service: FoundService): void;
}

export const MOST_HOSTS = 16;
const AT_ONCE = 8;
/** What drops packets is let go soon: on a network at home an answer takes milliseconds. */
const CONNECT_MS = 1_500;

/** Host names and addresses, each with a port or a whole address if need be; a sentence where a word is none. */
export function targetsIn(text: string): { readonly targets: readonly Target[]; readonly fault?: string } {
  const words = [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
  if (words.length === 0) return { targets: [], fault: 'Enter at least one host' };
  if (words.length > MOST_HOSTS) return { targets: [], fault: `Enter at most ${MOST_HOSTS} hosts at a time` };
  const strange = words.find((word) => targetOf(word) === undefined);
  if (strange !== undefined) return { targets: [], fault: `${strange.slice(0, 60)} is not a host name or address` };
  return { targets: words.flatMap((word) => targetOf(word) ?? []) };
}

function targetOf(word: string): Target | undefined {
  const isWhole = /^https?:\/\//i.test(word);
  const bare = /^[\da-f]*:[\da-f:.]+$/i.test(word) && word.split(':').length > 2 ? `[${word}]` : word;
  if (!isWhole && !/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(bare)) return undefined;
  const text = isWhole ? word : `http://${bare}`;
  if (!URL.canParse(text)) return undefined;
  const { hostname, port, protocol, pathname, username } = new URL(text);
  if (hostname === '' || username !== '') return undefined;
  const named = port === '' ? /:(\d+)$/.exec(isWhole ? '' : bare.replace(/^\[.*\]/, ''))?.[1] : port;
  const at = named === undefined || named === '' ? undefined : Number(named);
  return {
    host: hostname,
    protocol: protocol === 'https:' ? 'https' : 'http',
    path: isWhole ? pathname.replace(/\/+$/, '') : '',
    ...(at !== undefined ? { port: at } : isWhole ? { port: protocol === 'https:' ? 443 : 80 } : {}),
  };
}

interface Tried extends Target {
  readonly port: number;
}

/** Eight addresses at a time; ends early when `signal` is aborted. Never throws. */
export async function findServices(
  targets: readonly Target[],
  plugins: readonly AnyPlugin[],
  { signal, progress, found }: Finding,
): Promise<void> {
  const asking = plugins.filter(({ recognise }) => recognise !== undefined);
  const ports = [...new Set(asking.flatMap(({ defaultPort }) => defaultPort ?? []))];
  const addresses = targets.flatMap((target): readonly Tried[] =>
    (target.port === undefined ? ports : [target.port]).map((port) => ({ ...target, port })),
  );
  let tried = 0;
  const waiting = addresses.values();
  const work = async (): Promise<void> => {
    for (const address of waiting) {
      if (signal.aborted) return;
      const service = await serviceAt(address, asking);
      if (signal.aborted) return;
      tried += 1;
      if (service !== undefined) found(service);
      progress(tried, addresses.length);
    }
  };
  progress(0, addresses.length);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Those whose port it is are asked first, and only where nobody knows it the others. */
async function serviceAt(address: Tried, plugins: readonly AnyPlugin[]): Promise<FoundService | undefined> {
  const { host, port, protocol, path } = address;
  if (!(await isOpen(host, port))) return undefined;
  const usual = plugins.filter(({ defaultPort }) => defaultPort === port);
  const others = plugins.filter((plugin) => !usual.includes(plugin));
  const isUsual = port === (protocol === 'https' ? 443 : 80);
  const url = `${protocol}://${host}${isUsual ? '' : `:${port}`}${path}`;
  for (const some of [usual, others]) {
    // Somebody may have a certificate of their own: whether it is to be trusted is asked when it is connected.
    const [service] = await recognised({ url, verifyTls: false }, some);
    if (service !== undefined) return { ...service, url };
  }
  return undefined;
}

async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
    return true;
  } catch {
    // Not found, refused and no answer are all the same here: nothing is offered.
    return false;
  } finally {
    socket.destroy();
  }
}
