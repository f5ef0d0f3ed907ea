/** The ports that are known by now, and whose they are. Ports are matched by id, so whoever names one must mean the same by it. */
import type { Integration } from '../plugin.js';
import { type AnyPort, MOST_FIELDS } from '../port.js';
import * as vocabulary from '../vocabulary/index.js';
import { CORE } from './core-id.js';
import { isRecord } from './is-record.js';
import { itemSchemaOf, misfit, otherwise } from './item-schema.js';

const isPort = (value: unknown): value is AnyPort =>
  isRecord(value) && typeof value['key'] === 'function' && typeof value['keep'] === 'string';

/** The ports that `@sidelight/plugin-api` names. */
export const vocabularyPorts: readonly AnyPort[] = Object.values(
  vocabulary as Readonly<Record<string, unknown>>,
).filter(isPort);

/** The core's own memory, which no plugin sees. */
const HIDDEN = /^core\./;

interface Owned {
  readonly port: AnyPort;
  /** A plugin's id, or `core`. */
  readonly owner: string;
}

export class PortBook {
  private readonly known: Map<string, Owned>;

  constructor(ports: readonly AnyPort[] = vocabularyPorts) {
    this.known = new Map(ports.map((port) => [port.id, { port, owner: CORE }]));
  }

  all(): readonly AnyPort[] {
    return [...this.known.values()].map(({ port }) => port);
  }

  /** As it was first named. */
  get(id: string): AnyPort | undefined {
    return this.known.get(id)?.port;
  }

  /** Whose it is, for a sentence. */
  ownerOf(id: string): string {
    const owner = this.known.get(id)?.owner ?? CORE;
    return owner === CORE ? 'Sidelight’s own' : `that of ${owner}`;
  }

  /** The first who names a port owns it. */
  adopt(port: AnyPort, owner: string): void {
    if (!this.known.has(port.id)) this.known.set(port.id, { port, owner });
  }

  /** What is wrong with a port that is filled or served, as the end of a sentence that begins with its id; undefined: nothing. */
  fault(port: AnyPort): string | undefined {
    return this.faultBy(port, misfit);
  }

  /** The same of one that is only read. */
  readFault(port: AnyPort): string | undefined {
    return this.faultBy(port, otherwise);
  }

  private faultBy(port: AnyPort, compare: typeof misfit): string | undefined {
    if (HIDDEN.test(port.id)) return 'is reserved for Sidelight';
    const known = this.known.get(port.id)?.port;
    if (known === port) return undefined;
    return malformed(port) ?? (known === undefined ? undefined : difference(known, port, compare));
  }
}

function malformed({ keep, at, item, index = [], days }: AnyPort): string | undefined {
  if (keep !== 'snapshot' && keep !== 'log') return 'must be a snapshot or a log';
  if (keep === 'log' && at === undefined) return 'is a log without at, so its rows have no time';
  if (keep === 'snapshot' && days !== undefined) return 'is a snapshot with days, which only logs may have';
  const fields = fieldsOf({ item });
  const count = Object.keys(fields).length;
  if (count > MOST_FIELDS) return `has ${count} fields: an item has at most ${MOST_FIELDS}`;
  const missing = (index as readonly string[]).find((field) => fields[field] === undefined);
  return missing === undefined ? undefined : `has an index on ${missing}, which is not a field of its items`;
}

/** An older copy of a port may lack what the port got since, by the same measure by which stored rows outlive a change. */
function difference(known: AnyPort, other: AnyPort, compare: typeof misfit): string | undefined {
  if (known.keep !== other.keep) return `is a ${known.keep} here, not a ${other.keep}`;
  const wrong = compare(itemSchemaOf(other), itemSchemaOf(known));
  return wrong === undefined ? undefined : `${wrong} here`;
}

/** The ports that an integration fills or serves, each once for each place that names it. */
export const portsNamedBy = ({ tasks = [], fragments = [] }: Integration): readonly AnyPort[] => [
  ...tasks.flatMap(({ fills }) => fills),
  ...fragments.map(({ port }): AnyPort => port),
];

/** Field → schema of a port's items. */
export const fieldsOf = ({ item }: Pick<AnyPort, 'item'>): Readonly<Record<string, unknown>> =>
  isRecord(item) && isRecord(item['properties']) ? item['properties'] : {};
