/** No request leaves the process: one without a mock is a mistake, and so is a mock that nothing asked for. */
import nock from 'nock';

/** One request that an upstream is to get, and what it answers. In `upstream.json` a list of these. */
export interface UpstreamCall {
  /** Origin: `http://host:port`. Not given: that of the integration's url. */
  readonly scope?: string;
  readonly method?: string;
  /** The whole path, with a base path and the query: `/api/v2/sync/maindata?rid=0`. */
  readonly path: string;
  /** Instead of a query in `path`; `true` takes any. */
  readonly query?: true | Readonly<Record<string, string | readonly string[]>>;
  /** JSON or form fields as an object, anything else as text. Not given: any body. */
  readonly body?: nock.RequestBodyMatcher;
  /** Headers that the request must have. */
  readonly reqheaders?: Readonly<Record<string, string>>;
  /** Headers that it must not have. */
  readonly badheaders?: readonly string[];
  readonly status?: number;
  readonly response?: nock.Body | readonly unknown[] | number | null;
  readonly rawHeaders?: Readonly<Record<string, string | string[]>>;
  /** The connection breaks with this code: `ECONNREFUSED`. */
  readonly replyWithError?: string;
  /** How many times it answers: 1. */
  readonly times?: number;
  /** May stay unused. */
  readonly optional?: boolean;
}

export interface HttpMock {
  /** Calls of the same method and path are answered in the order in which they were given. */
  expect(calls: readonly UpstreamCall[], defaultScope?: string): void;
  /** Ends the mock, so that requests reach the network again. Returns one sentence for each missing or unused mock. */
  close(): readonly string[];
}

// nock takes over http as soon as it is imported; it shall do so only between open and close.
nock.restore();

let current: HttpMock | undefined;

/**
 * Takes over every request of the process until it is closed. One at a time: opening one closes any that a test which
 * ran out of time has left open.
 */
export function openHttpMock(): HttpMock {
  current?.close();
  const missing: string[] = [];
  const note = (...args: unknown[]) => missing.push(`no mock for ${requestOf(args)}`);
  nock.activate();
  nock.disableNetConnect();
  nock.emitter.on('no match', note);
  const mock: HttpMock = {
    expect(calls, defaultScope) {
      for (const call of calls) define(call, call.scope ?? defaultScope);
    },
    close() {
      if (current !== mock) return missing;
      current = undefined;
      const unused = nock.pendingMocks().map((mock) => `unused mock: ${mock}`);
      nock.emitter.off('no match', note);
      nock.abortPendingRequests();
      nock.cleanAll();
      nock.enableNetConnect();
      nock.restore();
      return [...missing, ...unused];
    },
  };
  current = mock;
  return mock;
}

function define(call: UpstreamCall, scope: string | undefined): void {
  if (scope === undefined) throw new Error(`the mock of ${call.path} names no scope`);
  const server = nock(scope, {
    ...(call.reqheaders === undefined ? {} : { reqheaders: { ...call.reqheaders } }),
    ...(call.badheaders === undefined ? {} : { badheaders: [...call.badheaders] }),
  });
  const request = server.intercept(call.path, call.method ?? 'GET', call.body);
  if (call.query !== undefined) request.query(call.query as Parameters<typeof request.query>[0]);
  request.times(call.times ?? 1).optionally(call.optional ?? false);
  if (call.replyWithError !== undefined) {
    request.replyWithError(Object.assign(new Error(call.replyWithError), { code: call.replyWithError }));
  } else {
    request.reply(call.status ?? 200, call.response as nock.Body, call.rawHeaders);
  }
}

interface SeenRequest {
  readonly method?: string;
  readonly proto?: string;
  readonly host?: string;
  readonly path?: string;
}

/** nock tells of a stray request in two shapes: with its options alone, or as (request, options, body). */
function requestOf(args: readonly unknown[]): string {
  const seen = (args.length > 1 ? args[1] : args[0]) as SeenRequest;
  const body = typeof args[2] === 'string' && args[2] !== '' ? ` with the body ${args[2]}` : '';
  return `${seen.method ?? 'GET'} ${seen.proto ?? 'http'}://${seen.host ?? ''}${seen.path ?? ''}${body}`;
}
