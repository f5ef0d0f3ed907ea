/** Replaces what a stranger must not see by examples, the same one wherever it turns up: a case can be committed as it is. */

/** A text and what stands for it from now on. */
export interface Alias {
  readonly real: string;
  readonly example: string;
  /** Only where it stands by itself: it may be a part of words that mean something else. Short texts always are. */
  readonly word?: true;
}

export interface Disguise {
  text(text: string): string;
  /** Every text of a JSON value, the names of fields excepted. */
  json(value: unknown): unknown;
  /** A header, credentials of basic authentication included. */
  header(value: string): string;
}

/** @param aliases replaced before anything else */
export function disguiseOf(aliases: readonly Alias[]): Disguise {
  const hidden = replacing(aliases.filter(({ real, example }) => real !== '' && real !== example));
  const network = networkNames();
  const text = (value: string): string => network.mails(network.addresses(hidden(value)));
  return {
    text,
    json: (value) => mapTexts(value, (one, field) => (isVersion(field) ? network.mails(hidden(one)) : text(one))),
    header(value) {
      const [, credentials] = /^Basic (.+)$/.exec(value) ?? [];
      if (credentials === undefined) return text(value);
      return `Basic ${encoded(text(Buffer.from(credentials, 'base64').toString('utf8')))}`;
    },
  };
}

/** The forms of a secret that can be found in what goes over the wire: plain, in a query, in a form, in JSON, in Base64. */
export const formsOf = (secret: string): readonly string[] => [...new Set(FORMS.map((form) => form(secret)))];

const encoded = (text: string): string => Buffer.from(text).toString('base64');

const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => new URLSearchParams({ '': text }).toString().slice(1),
  (text) => JSON.stringify(text).slice(1, -1),
  encoded,
];

/** A short text may be a part of a word that means something else. */
const SHORT = 8;

/** All of them in one pass, the longest first: an answer may hold a hundred thousand texts. */
function replacing(aliases: readonly Alias[]): (text: string) => string {
  if (aliases.length === 0) return (text) => text;
  const examples = new Map<string, string>();
  const patterns = new Map<string, string>();
  for (const { real, example, word } of aliases) {
    for (const form of FORMS) {
      const literal = form(real).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const alone = word === true || real.length < SHORT;
      patterns.set(form(real), alone ? `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])` : literal);
      examples.set(form(real), form(example));
    }
  }
  const longestFirst = [...patterns].sort(([a], [b]) => b.length - a.length).map(([, pattern]) => pattern);
  const any = new RegExp(longestFirst.join('|'), 'g');
  return (text) => text.replace(any, (found) => examples.get(found) ?? found);
}

/** Versions of four numbers look like addresses. */
const isVersion = (field: string): boolean => /version|build/i.test(field);

function mapTexts(value: unknown, map: (text: string, field: string) => string, field = ''): unknown {
  if (typeof value === 'string') return map(value, field);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map, name)]));
}

const ADDRESS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Addresses that say nothing about a network. */
const ANYBODYS = /^(127\.|0\.0\.0\.0$|255\.255\.255\.255$|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/;
/** Set aside for examples by RFC 5737. */
const EXAMPLES = ['192.0.2', '198.51.100', '203.0.113'];

/** Addresses of machines and people, each with an example of its own. */
function networkNames() {
  const known = new Map<string, string>();
  const remembered = (real: string, example: (index: number) => string): string => {
    const found = known.get(real) ?? example(known.size);
    known.set(real, found);
    return found;
  };
  const isAddress = (text: string): boolean =>
    text.split('.').every((part) => Number(part) < 256) && !ANYBODYS.test(text);
  const address = (index: number): string =>
    `${EXAMPLES[Math.floor(index / 254) % EXAMPLES.length]}.${(index % 254) + 1}`;
  return {
    addresses: (text: string) => text.replace(ADDRESS, (one) => (isAddress(one) ? remembered(one, address) : one)),
    mails: (text: string) =>
      text.replace(MAIL, (one) =>
        one.endsWith('@example.com') ? one : remembered(one, (index) => `person${index + 1}@example.com`),
      ),
  };
}
