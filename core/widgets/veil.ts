/** What readers are shown who need not know everything: rows and people before a render, and its text after it. */
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { AnyPort, Group, People, Personal, Read, Rows } from '@sidelight/plugin-api';
import { isRecord } from '../ground/path.js';
import type { Privacy } from '../settings/privacy.js';
import type { Aliases } from './aliases.js';
import { holdsPersonal, personalIn } from './personal-fields.js';

export interface VeilParts {
  readonly aliases: Aliases;
  /** People as they are known now, beside those that rows name. */
  readonly names: () => readonly string[];
  /** Hosts of the household, in lower case. */
  readonly hosts: () => readonly string[];
  /** What ids of people are made of, so that nobody finds a name by trying. */
  readonly salt: string;
}

export const SOMEBODY = 'Somebody';
export const HIDDEN = 'hidden';
const BETWEEN = '\u001f';
const NAMED = 'name:';
/** A shorter one is a part of too many words. */
const SHORTEST = 3;
const URLS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi;
const IPV4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)(?::\d+)?/g;
/** With or without brackets and a port; what only looks like one is a time of day. */
const IPV6 = /\[?(?<![\w:])([0-9a-f]*:[0-9a-f:]*:[0-9a-f:]*)(?:%\w+)?(?![\w:])(?:\](?::\d+)?)?/gi;
const UNC = /\\\\[\w.-]+/g;

export class Veil {
  private pattern: { readonly of: string; readonly regex: RegExp | null } | undefined;

  constructor(
    readonly privacy: Privacy,
    private readonly parts: VeilParts,
  ) {}

  /** An answer of a read as it may be known. */
  answer(read: Read, port: AnyPort | undefined, out: unknown): unknown {
    if (port === undefined) return out;
    const fields = personalIn(port.item);
    if (Array.isArray(out)) {
      const kind = fields.get(read.query?.by ?? '');
      if (kind === undefined) return out;
      return (out as readonly Group[]).map((group) => ({ ...group, key: this.value(kind, group.key) }));
    }
    if (fields.size === 0 || !isRecord(out) || !('items' in out)) return out;
    const rows = out as unknown as Rows<object>;
    return { ...rows, items: this.rows(port, rows.items) };
  }

  rows<T extends object>(port: AnyPort, rows: readonly T[]): readonly T[] {
    const fields = personalIn(port.item);
    return fields.size === 0 ? rows : rows.map((row) => this.row(row, fields));
  }

  private row<T extends object>(row: T, fields: ReadonlyMap<string, Personal>): T {
    const told = row as Readonly<Record<string, unknown>>;
    const changed = [...fields].flatMap(([field, kind]) =>
      told[field] === undefined ? [] : [[field, this.of(kind, told[field])]],
    );
    return { ...row, ...Object.fromEntries(changed) };
  }

  people(people: People): People {
    if (this.privacy.viewers === 'names') return people;
    const { aliases, salt } = this.parts;
    const named = (text: string): string => aliases.replaced(text, (name) => name);
    return {
      of: ({ name, ...account }) => {
        const person = people.of({ ...account, ...(name === undefined ? {} : { name: named(name) }) });
        const id = createHmac('sha256', salt).update(person.id).digest('hex').slice(0, 12);
        return { id: `person-${id}`, name: aliases.signOf(person.name) };
      },
    };
  }

  /** What a widget declares as personal, whatever it made it of. */
  payload(schema: unknown, value: unknown): unknown {
    return holdsPersonal(schema) ? this.within(schema, value) : value;
  }

  /** The text of an answer, with what is shown in place of names. @param json whose texts hold signs */
  shown(json: string): string {
    const { viewers } = this.privacy;
    if (viewers === 'names') return json;
    return this.parts.aliases.replaced(json, viewers === 'initials' ? initials : () => SOMEBODY);
  }

  private of(kind: Personal, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.of(kind, one));
    return typeof value === 'string' ? this.value(kind, value) : value;
  }

  private within(schema: unknown, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.within(isRecord(schema) ? schema['items'] : {}, one));
    if (!isRecord(value) || !isRecord(schema)) return value;
    const properties = isRecord(schema['properties']) ? schema['properties'] : {};
    const own = this.row(value, personalIn(schema));
    return Object.fromEntries(Object.entries(own).map(([name, one]) => [name, this.within(properties[name], one)]));
  }

  private value(kind: Personal, value: string): string {
    const hidesNames = this.privacy.viewers !== 'names';
    const { aliases } = this.parts;
    switch (kind) {
      case 'viewer':
        return hidesNames ? aliases.signOf(value) : value;
      case 'address':
        return this.privacy.hidesAddresses && value !== '' ? HIDDEN : value;
      case 'account':
        return hidesNames && value.startsWith(NAMED) ? NAMED + aliases.signOf(value.slice(NAMED.length)) : value;
      case 'subject': {
        const [work = '', title = '', account = '', viewer = ''] = value.split(BETWEEN);
        return [work, title, this.value('account', account), this.value('viewer', viewer)].join(BETWEEN);
      }
      case 'text':
        return this.words(value);
    }
  }

  private words(text: string): string {
    const { hidesAddresses, viewers } = this.privacy;
    const placed = hidesAddresses ? this.withoutAddresses(text) : text;
    const names = viewers === 'names' ? null : this.namesPattern();
    return names === null ? placed : placed.replace(names, (name) => this.parts.aliases.signOf(name));
  }

  private withoutAddresses(text: string): string {
    const plain = text
      .replace(URLS, HIDDEN)
      .replace(IPV4, HIDDEN)
      .replace(IPV6, (found: string, ip: string) => (isIPv6(ip) ? HIDDEN : found))
      .replace(UNC, HIDDEN);
    return this.parts
      .hosts()
      .reduce((rest, host) => rest.replace(word(`${escaped(host)}(?::\\d+)?${END}`), HIDDEN), plain);
  }

  /** Made anew when there are other names. */
  private namesPattern(): RegExp | null {
    const names = [...new Set([...this.parts.names(), ...this.parts.aliases.met()])].filter(
      (name) => name.length >= SHORTEST,
    );
    const of = names.join(BETWEEN);
    if (this.pattern?.of !== of) {
      const longestFirst = [...names].sort((a, b) => b.length - a.length).map(escaped);
      const regex = names.length === 0 ? null : word(`(?:${longestFirst.join('|')})(?=s?${END})`);
      this.pattern = { of, regex };
    }
    return this.pattern.regex;
  }
}

const END = '(?![\\p{L}\\p{N}])';
/** Where a word begins. */
const word = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${pattern}`, 'giu');
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** "Ada Lovelace" → "A. L." */
function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).flatMap((each) => [...each].slice(0, 1));
  return letters.length === 0 ? SOMEBODY : letters.map((letter) => `${letter.toUpperCase()}.`).join(' ');
}
