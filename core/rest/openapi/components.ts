/**
 * What repeats stands once: schemas that have a name (`title`) become components, and so do all objects and choices of words,
 * under the name of the place where they stand. Where they are used are references to them. Pure.
 */

import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from '@sidelight/plugin-api';
import { isRecord } from '../../ground/path.js';

type Node = Readonly<Record<string, unknown>>;

/** What may differ from one use of a named schema to the next; it stands beside the reference. */
const OWN_WORDS = ['description', 'x-things', 'default', 'examples'];
const NAME = /^[A-Z][A-Za-z0-9]*$/;

export const schemaRef = (name: string): Node => ({ $ref: `#/components/schemas/${name}` });

export class Components {
  private readonly known = new Map<string, Node>();

  /** By name, in the order of the alphabet, so that a document differs where something has changed. */
  schemas(): Readonly<Record<string, Node>> {
    return Object.fromEntries([...this.known].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * A schema of its own name: what a route answers, or takes.
   * @param inside the name of what its parts are parts of, too: that of the route that it is an alias of
   */
  add(name: string, schema: TSchema, inside = name): Node {
    const node = schema as Node;
    return this.named(isTitled(node) ? String(node['title']) : name, node, inside);
  }

  /** @param place the name of what it is in, and what it is there */
  private shared(schema: unknown, place: string): unknown {
    if (!isRecord(schema)) return schema;
    const { title, properties, enum: words } = schema;
    if (isTitled(schema)) return this.named(String(title), schema, place);
    const isChoice = Array.isArray(words) && words.length > 1;
    if (isChoice || properties !== undefined) return this.named(place, schema, place);
    return this.within(schema, place);
  }

  private within(schema: Node, place: string): Node {
    const { properties, items, anyOf } = schema;
    const fields = Object.entries((properties ?? {}) as Node);
    return {
      ...schema,
      ...(properties === undefined
        ? {}
        : {
            properties: Object.fromEntries(
              fields.map(([name, field]) => [name, this.shared(field, place + capital(name))]),
            ),
          }),
      ...(items === undefined ? {} : { items: this.shared(items, singular(place)) }),
      ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((one) => this.shared(one, place)) } : {}),
    };
  }

  private named(name: string, schema: Node, place: string): Node {
    const whole = this.within(schema, name === place || isTitled(schema) ? name : place);
    const before = this.known.get(name);
    if (before !== undefined && !isDeepStrictEqual(bare(before), bare(whole))) {
      // Two things of one name are two things: the second is named by where it stands.
      const other = `${place}${name === place ? '2' : name}`;
      return name === other ? whole : this.named(other, schema, place);
    }
    const component = before ?? whole;
    this.known.set(name, component);
    const own = OWN_WORDS.filter((word) => !isDeepStrictEqual(whole[word], component[word]) && word in whole);
    return { ...schemaRef(name), ...Object.fromEntries(own.map((word) => [word, whole[word]])) };
  }
}

const isTitled = ({ title }: Node): boolean => typeof title === 'string' && NAME.test(title);

const bare = (schema: Node): Node =>
  Object.fromEntries(Object.entries(schema).filter(([word]) => !OWN_WORDS.includes(word)));

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `WidgetsDownloadsItems` → `WidgetsDownloadsItem`. */
const singular = (place: string): string =>
  /ies$/.test(place) && !/series$/i.test(place)
    ? place.replace(/ies$/, 'y')
    : place.replace(/(?<!s|Serie|Statu)s$/, '');
