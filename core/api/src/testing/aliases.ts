/** What has to be replaced in a recording: the secrets of the config, what the upstream handed out, and where it is. */
import type { Exchange, Headers } from '../host/index.js';
import type { AnyPlugin } from '../plugin.js';
import { mismatch, type TSchema } from '../schema.js';
import type { Alias } from './disguise.js';
import { type Entry, fieldsOf } from './sample-config.js';

/** Names of fields, parameters and headers that hold what opens a door. */
const TELLING =
  /(api[_-]?key|auth[_-]?key|access[_-]?token|token|passw(or)?d|secret|pass[_-]?key|session[_-]?id|sid|cookie)$/i;
const TELLING_PARAMETER = /[?&](?:api_?key|auth_?key|pass_?key|torrent_pass|token|secret|pid)=([^&#\s"'<>]+)/gi;
const TELLING_PATH = /\/([0-9A-Za-z]{16,})\/announce/g;

/** @param given the plugin's own fields, complete, and its settings */
export function aliasesOf(
  plugin: AnyPlugin,
  { config, settings }: { readonly config: Entry; readonly settings: Entry },
  url: string | undefined,
  heard: readonly Exchange[],
) {
  const own = [...secretsOf(plugin.config, config), ...secretsOf(plugin.settings ?? {}, settings)];
  const secrets = [...own, ...(url === undefined ? [] : passwordOf(url))];
  const known = new Set(secrets.map(({ real }) => real));
  const issued = [...new Set(heard.flatMap(issuedIn))].filter((token) => looksRandom(token) && !known.has(token));
  return {
    secrets,
    issued: issued.map((real, index) => ({ real, example: `example-token-${index + 1}` })),
    places: url === undefined ? [] : placesOf(url, `${plugin.id}.test`),
  };
}

function secretsOf(schema: object, value: unknown, name = 'secret'): readonly Alias[] {
  if (typeof value === 'string') {
    return 'writeOnly' in schema && schema.writeOnly === true
      ? [{ real: value, example: exampleFor(schema, name, value) }]
      : [];
  }
  if (Array.isArray(value)) {
    return 'items' in schema
      ? value.flatMap((one, index) => secretsOf(schema.items as object, one, `${name}-${index + 1}`))
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = fieldsOf(schema);
  return Object.entries(value).flatMap(([field, one]) => secretsOf(fields[field] ?? {}, one, field));
}

/** One that the schema takes: of the same shape where it demands one. */
function exampleFor(schema: object, name: string, real: string): string {
  const plain = `example-${name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()}`;
  const shaped = real.replace(/[0-9]/g, '0').replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A');
  return [plain, shaped].find((one) => mismatch(schema as TSchema, one) === undefined) ?? plain;
}

function passwordOf(url: string): readonly Alias[] {
  const password = decodeURIComponent(new URL(url).password);
  return password === '' ? [] : [{ real: password, example: 'example-password' }];
}

/** A name without a dot may be a word of any text: it is taken for the host only where an address is. */
function placesOf(url: string, example: string): readonly Alias[] {
  const { host, hostname, port } = new URL(url);
  const isWord = !/[.:]/.test(hostname);
  const places = [
    ...(port === '' ? [] : [{ real: host, example: `${example}:${port}` }]),
    isWord ? { real: `//${hostname}`, example: `//${example}` } : { real: hostname, example },
  ];
  return places.map((place) => ({ ...place, word: true }));
}

/** Session ids, tokens and cookies that the upstream gave or was given. */
function issuedIn({ url, requestHeaders, requestBody = '', answer }: Exchange): readonly string[] {
  const answered = 'status' in answer ? [...tokensOf(answer.headers), ...tokensIn(answer.body)] : [];
  return [...tokensIn(url), ...tokensOf(requestHeaders), ...tokensIn(requestBody), ...answered];
}

function tokensOf(headers: Headers): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const values = typeof value === 'string' ? [value] : value;
    if (name === 'set-cookie') return values.flatMap((one) => cookieIn(one.split(';')[0] ?? ''));
    if (name === 'cookie') return values.flatMap((one) => one.split(';').flatMap(cookieIn));
    return TELLING.test(name) ? values : [];
  });
}

const cookieIn = (pair: string): readonly string[] => [pair.slice(pair.indexOf('=') + 1).trim()];

function tokensIn(text: string): readonly string[] {
  const found = [TELLING_PARAMETER, TELLING_PATH].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, one = '']) => one),
  );
  return [...found, ...tokensBelow(jsonOf(text), '')];
}

function tokensBelow(value: unknown, field: string): readonly string[] {
  if (typeof value === 'string') return TELLING.test(field) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => tokensBelow(one, Array.isArray(value) ? field : name));
}

/** A word is none: "continuationToken": "next". */
const looksRandom = (text: string): boolean =>
  text.length >= 20 || (text.length >= 6 && /\d/.test(text) && !/\s/.test(text));

/** undefined: it is no JSON object or list. */
export function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
