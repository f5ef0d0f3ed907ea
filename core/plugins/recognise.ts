/** What answers at an address: each plugin's question, asked without credentials. */
import type { AnyPlugin } from '@sidelight/plugin-api';
import type { ErrorCode } from '@sidelight/plugin-api/errors';
import { createHttp } from '@sidelight/plugin-api/host';
import { installedVersion } from '../ground/installation.js';
import { isRecord } from '../ground/path.js';

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
  const found = (await recognised(address, plugins)).map((one) => one.plugin);
  const [other] = found.some(({ id }) => id === plugin.id) ? [] : found;
  return other === undefined ? undefined : `this looks like ${other.title}: write plugin: ${other.id}`;
}

/** A plugin whose program answers somewhere. */
export interface Recognised {
  readonly plugin: AnyPlugin;
  /** As far as the program tells it without credentials. */
  readonly version?: string;
}

/** Those that recognise what answers there. */
export async function recognised(
  { url, verifyTls }: Address,
  plugins: readonly AnyPlugin[],
): Promise<readonly Recognised[]> {
  const userAgent = `Sidelight/${installedVersion()}`;
  const { http, close } = createHttp({ baseUrl: url, verifyTls, userAgent, timeoutMs: QUESTION_MS });
  const options = { accept: ANY_STATUS, maxBytes: QUESTION_BYTES };
  const ask = async (plugin: AnyPlugin): Promise<Recognised | undefined> => {
    const { recognise } = plugin;
    if (recognise === undefined) return undefined;
    const { get, post } = recognise;
    const headers = { 'Content-Type': 'text/xml' };
    const answer = await (post === undefined ? http.get(get, options) : http.post(get, post, { ...options, headers }));
    if (!recognise.is(answer)) return undefined;
    const version = versionIn(answer.data);
    return { plugin, ...(version === undefined ? {} : { version }) };
  };
  // Neither an answer that does not come nor a plugin that stumbles over one says whose it is.
  const answers = await Promise.all(plugins.map((plugin) => ask(plugin).catch(() => undefined)));
  close();
  return answers.filter((answer) => answer !== undefined);
}

/** Programs that tell it call it so: at the top, or in the one thing that is there. */
function versionIn(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined;
  const [, named] = Object.entries(data).find(([name]) => name.toLowerCase() === 'version') ?? [];
  if (typeof named === 'string') return /^v?\d[\w.+-]{0,40}$/.test(named) ? named.replace(/^v/, '') : undefined;
  const values = Object.values(data);
  return values.length === 1 ? versionIn(values[0]) : undefined;
}
