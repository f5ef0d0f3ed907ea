/** The ports that are known by now. Ports are matched by id, so whoever names one must mean the same by it. */
import { type AnyPort, MOST_FIELDS } from '@sidelight/plugin-api';
import { isRecord } from '../ground/path.js';

export class PortBook {
  private readonly known: Map<string, AnyPort>;

  constructor(ports: readonly AnyPort[]) {
    this.known = new Map(ports.map((port) => [port.id, port]));
  }

  all(): readonly AnyPort[] {
    return [...this.known.values()];
  }

  /** As it was first named. */
  get(id: string): AnyPort | undefined {
    return this.known.get(id);
  }

  adopt(port: AnyPort): void {
    if (!this.known.has(port.id)) this.known.set(port.id, port);
  }

  /** What is wrong with a port, as the end of a sentence that begins with its id; undefined: nothing. */
  fault(port: AnyPort): string | undefined {
    const known = this.known.get(port.id);
    return known === undefined || known === port ? malformed(port) : difference(known, port);
  }
}

function malformed({ keep, at, item, index = [], days }: AnyPort): string | undefined {
  if (keep !== 'snapshot' && keep !== 'log') return 'is neither a snapshot nor a log';
  if (keep === 'log' && at === undefined) return 'is a log without at, so its rows have no time';
  if (keep === 'snapshot' && days !== undefined) return 'is a snapshot with days, which only logs have';
  const fields = fieldsOf({ item });
  const count = Object.keys(fields).length;
  if (count > MOST_FIELDS) return `has ${count} fields: an item has at most ${MOST_FIELDS}`;
  const missing = (index as readonly string[]).find((field) => fields[field] === undefined);
  return missing === undefined ? undefined : `has an index on ${missing}, which is no field of its items`;
}

/** An older copy of the vocabulary may lack fields that a port got since; it must not know others. */
function difference(known: AnyPort, other: AnyPort): string | undefined {
  if (known.keep !== other.keep) return `is a ${known.keep} here, not a ${other.keep}`;
  const fields = fieldsOf(known);
  for (const [name, schema] of Object.entries(fieldsOf(other))) {
    if (fields[name] === undefined) return `has no field ${name} here`;
    if (essence(fields[name]) !== essence(schema)) return `has another field ${name} here`;
  }
  return undefined;
}

/** Field → schema of a port's items. */
export const fieldsOf = ({ item }: Pick<AnyPort, 'item'>): Readonly<Record<string, unknown>> =>
  isRecord(item) && isRecord(item['properties']) ? item['properties'] : {};

/** A schema without what is there for readers. */
const essence = (schema: unknown): string =>
  JSON.stringify(schema, (name, value: unknown) => (name === 'description' || name === 'title' ? undefined : value));
