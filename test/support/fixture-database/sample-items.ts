/** Items of any port, made from its schema: every literal, umlauts and long texts, and optional fields now there, now not. */
import type { AnyPort } from '@sidelight/plugin-api';
import { AT } from './household.js';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const HOUR_MS = 3_600_000;

export const hoursBefore = (hours: number): string => new Date(Date.parse(AT) - hours * HOUR_MS).toISOString();

/** As many as their keys can tell apart, which is one where the port holds one row. */
export function sampleItems(port: AnyPort, count: number): readonly object[] {
  const { properties = {}, required = [] } = port.item as Schema;
  const items = Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name], place) => required.includes(name) || (index + place) % 3 !== 0)
        .map(([name, schema]) => [name, sampleOf(schema, name, index)]),
    ),
  );
  return [...new Map(items.map((item) => [port.key(item), item])).values()];
}

function sampleOf(schema: Schema, name: string, index: number): unknown {
  if (schema.enum !== undefined) return schema.enum[index % schema.enum.length];
  if (schema.type === 'boolean') return index % 2 === 0;
  if (schema.type === 'integer') return /Bytes$|Bps$/.test(name) ? (index + 1) * 3_000_000_019 : index * 7 + 3;
  if (schema.type === 'number') return index * 4.25 - 1;
  if (schema.type === 'array') return [0, 1].map((more) => sampleOf(schema.items ?? {}, name, index + more));
  if (schema.type === 'object') {
    const inner = Object.entries(schema.properties ?? {});
    return Object.fromEntries(inner.map(([key, one]) => [key, sampleOf(one, key, index)]));
  }
  if (schema.type !== 'string') throw new Error(`${name}: say what a ${schema.type} looks like in a sample`);
  return schema.format === 'date-time' ? hoursBefore(index * 20 + 1) : textOf(name, index);
}

function textOf(name: string, index: number): string {
  // A key and an index hold the hash of a text that is longer than 500 characters.
  if (name === 'path' && index === 2) return `/srv/${'très long/'.repeat(60)}${index}.mkv`;
  // So that rows name each other.
  const word = name.endsWith('Id') ? 'id' : name;
  return index % 2 === 0 ? `${word} ${index}` : `${word} ${index} – Žofie’s 名前 🎬 "\\'`;
}
