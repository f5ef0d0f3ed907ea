/** A service that answers as in a case of its plugin. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../root.js';
import { type Asked, type Reply, startUpstream, type Upstream } from './upstream.js';

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly status?: number;
  readonly response?: unknown;
  readonly responseFile?: string;
}

/** @param instead what is answered in place of the case; undefined: as in the case */
export function startReplayed(
  plugin: string,
  name: string,
  instead: (asked: Asked) => Reply | undefined = () => undefined,
): Promise<Upstream> {
  const folder = join(root, 'plugins', plugin, 'test', 'cases', name);
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const calls = read('upstream.json') as readonly Call[];
  const replyOf = ({ status = 200, response, responseFile }: Call): Reply => ({
    status,
    body: responseFile === undefined ? response : read(responseFile),
  });
  const isMeant = (call: Call, { method, path, body }: Asked): boolean =>
    (call.method ?? 'GET') === method &&
    call.path === path &&
    (call.body === undefined || isDeepStrictEqual(call.body, JSON.parse(body)));
  return startUpstream({
    answer: (asked) => {
      const call = calls.find((one) => isMeant(one, asked));
      return instead(asked) ?? (call === undefined ? { status: 404, body: 'no such route' } : replyOf(call));
    },
  });
}
