/** Which values of a config must never be shown: found by walking its schema. Pure. */
import { isRecord } from '../ground/path.js';
import type { JsonSchema } from '../settings/closed-schema.js';

/** The texts of all `writeOnly` fields, and the passwords within urls. */
export const secretsIn = (schema: object, value: unknown): readonly string[] => walk(schema as JsonSchema, value);

function walk(schema: JsonSchema, value: unknown): readonly string[] {
  const own = typeof value === 'string' ? secretsOfText(schema, value) : [];
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => schemasOf(schema[keyword]));
  return [...own, ...branches.flatMap((branch) => walk(branch, value)), ...secretsBelow(schema, value)];
}

/** All texts at any depth: for an entry whose schema is not known. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The forms in which secrets may turn up in a log. */
export function redactionsOf(secrets: readonly string[]): readonly string[] {
  const forms = secrets.filter((secret) => secret !== '').flatMap(formsOf);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** As it is, as a part of a path, of a query or a form, of a JSON text, and in Base64. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ '': secret }).toString().slice(1),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

export function passwordOf(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { password } = new URL(url);
  return password === '' ? [] : [password, decoded(password)];
}

function secretsOfText(schema: JsonSchema, text: string): readonly string[] {
  return schema['writeOnly'] === true ? [text] : passwordOf(text);
}

function secretsBelow(schema: JsonSchema, value: unknown): readonly string[] {
  // A whole list or map can be secret, too.
  const hand = (below: JsonSchema): JsonSchema =>
    schema['writeOnly'] === true ? { ...below, writeOnly: true } : below;
  if (Array.isArray(value)) {
    const items = schemaOf(schema['items']);
    return value.flatMap((one) => walk(hand(items), one));
  }
  if (!isRecord(value)) return [];
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const others = [schemaOf(schema['additionalProperties']), ...schemasOf(schema['patternProperties'])];
  return Object.entries(value).flatMap(([name, one]) => {
    const known = Object.hasOwn(properties, name) ? [schemaOf(properties[name])] : others;
    return known.flatMap((below) => walk(hand(below), one));
  });
}

const schemaOf = (value: unknown): JsonSchema => (isRecord(value) ? value : {});
const schemasOf = (value: unknown): readonly JsonSchema[] =>
  typeof value === 'object' && value !== null ? Object.values(value).map(schemaOf) : [];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
