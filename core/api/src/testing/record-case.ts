/** A case made from what a real upstream answers, with examples in the place of secrets. */
import type { Exchange, Headers, RecordedAnswer } from '../host/index.js';
import type { AnyPlugin } from '../plugin.js';
import { aliasesOf, jsonOf } from './aliases.js';
import type { CaseConfig } from './case-folder.js';
import type { Outcome, Step } from './case-steps.js';
import { type Disguise, disguiseOf, formsOf } from './disguise.js';
import { fakeClock } from './fake-clock.js';
import type { UpstreamCall } from './http-mock.js';
import { performAll } from './run-case.js';
import { type Entry, sampleConfig } from './sample-config.js';
import { type Memo, startIntegration } from './test-integration.js';

export interface RecordOptions {
  /** Those of the plugin as a whole, as a user writes them. */
  readonly settings?: Entry;
  /** Not given: check, every task, every fragment. */
  readonly steps?: readonly Step[];
  /** What the clock shows throughout: this moment. */
  readonly now?: Date;
  /** IANA zone: UTC. */
  readonly zone?: string;
}

export interface RecordedCase {
  readonly config: CaseConfig;
  readonly upstream: readonly UpstreamCall[];
  readonly outcomes: readonly Outcome[];
  /** None of these may be in the files, in any form. */
  readonly secrets: readonly string[];
}

/**
 * Runs the plugin against the upstream that the entry names, over the network.
 * @throws on a defect of the plugin, and when the entry does not match its schema
 */
export async function recordCase(plugin: AnyPlugin, entry: Entry, options: RecordOptions = {}): Promise<RecordedCase> {
  const now = (options.now ?? new Date()).toISOString();
  const { steps, zone, settings = {} } = options;
  const exchanges: Exchange[] = [];
  const clock = fakeClock(now);
  const memo: Memo = new Map();
  const start = () =>
    startIntegration(plugin, entry, {
      settings,
      clock,
      memo,
      ...(zone === undefined ? {} : { zone }),
      verifyTls: entry['verifyTls'] !== false,
      onExchange: (exchange) => exchanges.push(exchange),
    });
  const outcomes = await performAll({ id: plugin.id, first: start(), start, clock, steps });
  const { url, config } = sampleConfig(plugin, entry);
  const aliases = aliasesOf(plugin, { config, settings }, url, exchanges);
  const disguise = disguiseOf([...aliases.secrets, ...aliases.issued, ...aliases.places]);
  const disguisedUrl = url === undefined ? {} : { url: disguise.text(url) };
  const own = Object.keys(config).filter((field) => field in entry);
  return {
    config: {
      integration: {
        ...disguisedUrl,
        ...(disguise.json(Object.fromEntries(own.map((field) => [field, config[field]]))) as Entry),
      },
      ...(Object.keys(settings).length === 0 ? {} : { settings: disguise.json(settings) as Entry }),
      now,
      ...(zone === undefined ? {} : { zone }),
      ...(steps === undefined ? {} : { steps: disguise.json(steps) as Exclude<CaseConfig['steps'], undefined> }),
    },
    upstream: exchanges.map((exchange) => callOf(exchange, disguise, url)),
    outcomes: disguise.json(JSON.parse(JSON.stringify(outcomes))) as Outcome[],
    secrets: aliases.secrets.map(({ real }) => real),
  };
}

/** The secret that is still in a text; undefined: none is. One of three characters is found in everything. */
export const leakIn = (text: string, secrets: readonly string[]): string | undefined =>
  secrets.find((secret) => secret.length > 3 && formsOf(secret).some((form) => text.includes(form)));

function callOf(
  { method, url, requestHeaders, requestBody, answer }: Exchange,
  disguise: Disguise,
  base?: string,
): UpstreamCall {
  const { origin, pathname, search } = new URL(url);
  const own = base !== undefined && new URL(base).origin === origin;
  const reqheaders = headersThatCount(requestHeaders, disguise);
  const body = bodyOf(requestBody, requestHeaders, disguise);
  return {
    ...(own ? {} : { scope: disguise.text(origin) }),
    method,
    path: disguise.text(pathname + search),
    ...(Object.keys(reqheaders).length === 0 ? {} : { reqheaders }),
    ...(body === undefined ? {} : { body }),
    ...('status' in answer ? replyOf(answer, disguise) : { replyWithError: answer.brokeWith }),
  };
}

/** Those that carry credentials; what every client sends is no part of the case. */
function headersThatCount(headers: Headers, disguise: Disguise): Record<string, string> {
  const shown = Object.entries(headers).map(
    ([name, value]) => [name, String(value), disguise.header(String(value))] as const,
  );
  const counting = shown.filter(
    ([name, real, example]) => name !== 'host' && (real !== example || /^(authorization|cookie)$/.test(name)),
  );
  return Object.fromEntries(counting.map(([name, , example]) => [name, example]));
}

function bodyOf(text: string | undefined, headers: Headers, disguise: Disguise): UpstreamCall['body'] {
  if (text === undefined || text === '') return undefined;
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const fields = [...new URLSearchParams(text)];
    const isMap = new Set(fields.map(([name]) => name)).size === fields.length;
    return isMap ? (disguise.json(Object.fromEntries(fields)) as Record<string, string>) : disguise.text(text);
  }
  const json = type.includes('json') ? jsonOf(text) : undefined;
  return json === undefined ? disguise.text(text) : (disguise.json(json) as Record<string, string>);
}

function replyOf({ status, headers, body }: RecordedAnswer, disguise: Disguise): Partial<UpstreamCall> {
  const json = jsonOf(body);
  const kept = Object.entries(headers).filter(
    ([name, value]) => !TRANSPORT.test(name) && !isImplied(name, value, json),
  );
  const shown = kept.map(([name, value]): [string, string | string[]] => [
    name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
    typeof value === 'string' ? disguise.header(value) : value.map((one) => disguise.header(one)),
  ]);
  return {
    ...(status === 200 ? {} : { status }),
    ...(body === '' ? {} : { response: (json === undefined ? disguise.text(body) : disguise.json(json)) as string }),
    ...(shown.length === 0 ? {} : { rawHeaders: Object.fromEntries(shown) }),
  };
}

/** JSON says so by itself. */
const isImplied = (name: string, value: string | readonly string[], json: unknown): boolean =>
  name === 'content-type' && json !== undefined && String(value).startsWith('application/json');

/** Headers about the connection, caches, browsers and programs in between. */
const TRANSPORT =
  /^(connection|keep-alive|transfer-encoding|content-(length|encoding|security-policy|language|disposition)|server|via|vary|etag|last-modified|cache-control|expires|pragma|age|alt-svc|strict-transport-security|permissions-policy|referrer-policy|cross-origin-.*|access-control-.*|x-(powered-by|frame-options|xss-protection|content-type-options|response-time.*|request-id|robots-tag|dns-prefetch-control|download-options|permitted-cross-domain-policies))$/;
