/** What answers at an address: each plugin's question, asked without credentials. */
import type { AnyPlugin } from '@sidelight/plugin-api';
import type { ErrorCode } from '@sidelight/plugin-api/errors';
import { createHttp } from '@sidelight/plugin-api/host';
import { installedVersion } from '../ground/installation.js';

export interface Address {
  readonly url: string;
  readonly verifyTls: boolean;
}

const QUESTION_MS = 3_000;
const QUESTION_BYTES = 1_000_000;
/** Refusals and redirects tell who refuses. */
const ANY_STATUS = Array.from({ length: 300 }, (_, index) => 300 + index);

/** Whether another program may stand at the address: nothing is asked of one that is out of reach, or that is what was meant. */
const isDoubtful = (code: ErrorCode): boolean =>
  code === 'bad_response' || code === 'auth_failed' || code === 'not_found';

/**
 * What to write instead of a plugin whose check has failed, as a sentence; undefined: nothing else is recognised there.
 * @param plugins that may be written
 */
export async function adviceFor(
  code: ErrorCode,
  plugin: AnyPlugin,
  address: Address | undefined,
  plugins: readonly AnyPlugin[],
): Promise<string | undefined> {
  if (address === undefined || !isDoubtful(code)) return undefined;
  const found = await recognised(address, plugins);
  const [other] = found.some(({ id }) => id === plugin.id) ? [] : found;
  return other === undefined ? undefined : `this looks like ${other.title}: write plugin: ${other.id}`;
}

/** Those that recognise what answers there. */
export async function recognised(
  { url, verifyTls }: Address,
  plugins: readonly AnyPlugin[],
): Promise<readonly AnyPlugin[]> {
  const userAgent = `Sidelight/${installedVersion()}`;
  const { http, close } = createHttp({ baseUrl: url, verifyTls, userAgent, timeoutMs: QUESTION_MS });
  const options = { accept: ANY_STATUS, maxBytes: QUESTION_BYTES };
  const isIts = async ({ recognise }: AnyPlugin): Promise<boolean> => {
    if (recognise === undefined) return false;
    const { get, post } = recognise;
    const headers = { 'Content-Type': 'text/xml' };
    const answer = await (post === undefined ? http.get(get, options) : http.post(get, post, { ...options, headers }));
    return recognise.is(answer);
  };
  // Neither an answer that does not come nor a plugin that stumbles over one says whose it is.
  const answers = await Promise.all(plugins.map((plugin) => isIts(plugin).catch(() => false)));
  close();
  return plugins.filter((_, index) => answers[index]);
}
