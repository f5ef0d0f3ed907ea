/**
 * Somebody with a browser, as far as a test needs one: opens pages, keeps cookies, sends forms with their token.
 *
 * ```ts
 * const visitor = await signedIn(daemon);                     // the first run, or a sign-in
 * const page = await visitor.open('/settings/api-key');
 * const answer = await visitor.send('/settings/api-key', { name: 'wall' });   // with the token of the last page
 * answer.status; answer.location;                              // 303, '/settings/api-key'
 * ```
 */
import type { DaemonHere } from './daemon-here.js';

export const ADMIN = { name: 'ada', password: 'correct horse battery' };

type Headers = Readonly<Record<string, string>>;
/** A list: the field is sent once for each. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

export interface Shown {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly text: string;
  /** Where it sends, without the address of the daemon; '' when it does not. */
  readonly location: string;
  /** As they came. */
  readonly setCookies: readonly string[];
}

export class Visitor {
  readonly cookies = new Map<string, string>();
  /** Of the page that was shown last. */
  token = '';

  /** @param url of the daemon, with its base path @param headers that go with each request */
  constructor(
    readonly url: string,
    private readonly headers: Headers = {},
  ) {}

  /** Redirects are not followed. */
  open(path: string, headers: Headers = {}): Promise<Shown> {
    return this.request('GET', path, { headers });
  }

  /** Sends a form with the token of the page that was shown last, unless the fields have another `_csrf`. */
  send(path: string, fields: Fields = {}, headers: Headers = {}): Promise<Shown> {
    const pairs = Object.entries({ _csrf: this.token, ...fields }).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    );
    return this.request('POST', path, { headers, body: new URLSearchParams(pairs) });
  }

  /** Sends a form with a file, as `send` does. */
  upload(path: string, fields: Readonly<Record<string, string>>, file: Blob, name: string): Promise<Shown> {
    const body = new FormData();
    for (const [key, value] of Object.entries({ _csrf: this.token, ...fields })) body.append(key, value);
    body.append('file', file, name);
    return this.request('POST', path, { headers: {}, body });
  }

  /** Opens the page of a form, and sends that. */
  async fill(path: string, fields: Fields): Promise<Shown> {
    await this.open(path);
    return this.send(path, fields);
  }

  private async request(method: string, path: string, { headers, body }: Sent): Promise<Shown> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }), ...this.headers, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    const setCookies = answer.headers.getSetCookie();
    for (const line of setCookies) this.keep(line);
    this.token = /<meta name="csrf-token" content="([^"]+)"/.exec(text)?.[1] ?? this.token;
    const location = (answer.headers.get('location') ?? '').replace(new URL(this.url).origin, '');
    return { status: answer.status, headers: answer.headers, text, location, setCookies };
  }

  /** Cookies of another path, and Secure ones that came over http, are kept, too: a test may want to see them. */
  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

interface Sent {
  readonly headers: Headers;
  readonly body?: URLSearchParams | FormData;
}

/** What the log of a first run tells. @throws when there is an administrator already */
export function setupTokenOf(daemon: Pick<DaemonHere, 'log'>): string {
  const token = /first run: create the administrator at \S+\/setup\?token=([0-9A-Z-]+)/.exec(daemon.log())?.[1];
  if (token === undefined) throw new Error(`the log tells of no first run:\n${daemon.log()}`);
  return token;
}

/** A visitor who is signed in: makes the administrator, or signs in when there is that one already. */
export async function signedIn(daemon: Pick<DaemonHere, 'url' | 'log'>, { name, password } = ADMIN): Promise<Visitor> {
  const visitor = new Visitor(daemon.url);
  const isFirst = (await visitor.open('/setup')).status === 200;
  const answer = isFirst
    ? await visitor.send('/setup', { token: setupTokenOf(daemon), name, password, again: password })
    : await visitor.fill('/login', { with: 'password', name, password });
  if (answer.status !== 303) throw new Error(`${name} could not sign in: ${answer.status}\n${answer.text}`);
  await visitor.open('/');
  return visitor;
}
