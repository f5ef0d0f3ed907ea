/**
 * What a task's run publishes, handed over whole when the run has resolved. A few items are validated as they come in; many are
 * when the run has resolved, slice by slice, so that the event loop has its turns.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { AnyPort, ItemIn, LogPort, SnapshotPort } from '../port.js';
import { mismatch, readRef, refTo } from '../schema.js';
import type { Gap, Progress, Publisher, SyncTask } from '../task.js';
import { readable } from './readable.js';

/** A change of one port, in the order of the calls. Items hold exactly the fields of the port's schema. */
export type Change = { readonly port: string } & (
  | { readonly kind: 'replace'; readonly items: readonly object[] }
  | { readonly kind: 'append'; readonly items: readonly object[] }
  | { readonly kind: 'patch'; readonly upsert: readonly object[]; readonly remove: readonly string[] }
);

export type FaultCode =
  | 'undeclared_port'
  | 'invalid_item'
  | 'wrong_keep'
  | 'more_after_replace'
  | 'endless_more'
  | 'published_late'
  | 'undeclared_host';

/** A defect of a plugin, as opposed to a failure of its upstream. */
export class PluginFault extends Error {
  override readonly name = 'PluginFault';
  constructor(
    readonly code: FaultCode,
    message: string,
  ) {
    super(message);
  }
}

export interface Run {
  readonly out: Publisher;
  /** What was published; nothing can be published after it. */
  finish(): Promise<{ readonly changes: readonly Change[]; readonly cursor: string | undefined }>;
  /** Nothing can be published any more, and what was is of no use. */
  abandon(): void;
}

/** Validated at once. */
const SLICE = 1000;

export interface RunInput {
  readonly task: SyncTask;
  /** The port of this id as it was declared by its owner, whatever object the task holds; not given: what the task holds is all there is. */
  declared?(id: string): AnyPort | undefined;
  readonly cursor: string | undefined;
  /** Put into every reference that names no integration. */
  readonly server?: string | undefined;
  held(port: AnyPort): Promise<ReadonlySet<string>>;
  /** More was told at once than the port takes of a source. */
  onTooMany?(port: AnyPort, told: number): void;
  onProgress?(now: Progress): void;
  /** Not given: there are none. */
  gaps?(): Promise<readonly Gap[]>;
}

export function startRun({
  task,
  cursor,
  server,
  held,
  gaps,
  onTooMany,
  onProgress,
  declared: declaredPort = () => undefined,
}: RunInput): Run {
  const changes: (Change | (() => Promise<Change>))[] = [];
  const fills = new Map(task.fills.map((port) => [port.id, port]));
  let position = cursor;
  let finished = false;

  const declared = (port: AnyPort, keep: AnyPort['keep'] | null): AnyPort => {
    if (finished)
      throw new PluginFault('published_late', `task ${task.id} published to ${port.id} after its run had ended`);
    const named = fills.get(port.id);
    const known = named === undefined ? undefined : (declaredPort(port.id) ?? named);
    if (known === undefined) {
      throw new PluginFault('undeclared_port', `task ${task.id} publishes to ${port.id}, which its fills do not list`);
    }
    if (keep !== null && known.keep !== keep) {
      throw new PluginFault(
        'wrong_keep',
        `${port.id} is a ${known.keep}: task ${task.id} must not publish to it as a ${keep}`,
      );
    }
    return known;
  };

  const take = (port: AnyPort, told: readonly unknown[], changeOf: (items: readonly object[]) => Change): void => {
    const items = fewOf(port, told);
    if (items.length < told.length) onTooMany?.(port, told.length);
    if (items.length <= SLICE) return void changes.push(changeOf(admit(port, items, task, server)));
    // What the plugin does to its list later is no part of what it published.
    const given = [...items];
    changes.push(async () => changeOf(await admitSlowly(port, given, task, server)));
  };

  const out: Publisher = {
    replace<P extends SnapshotPort>(port: P, items: readonly ItemIn<P>[]) {
      take(declared(port, 'snapshot'), items, (taken) => ({ port: port.id, kind: 'replace', items: taken }));
    },
    patch<P extends SnapshotPort>(port: P, change: { upsert?: readonly ItemIn<P>[]; remove?: readonly string[] }) {
      const remove = [...(change.remove ?? [])];
      take(declared(port, 'snapshot'), change.upsert ?? [], (upsert) => ({
        port: port.id,
        kind: 'patch',
        upsert,
        remove,
      }));
    },
    append<P extends LogPort>(port: P, items: readonly ItemIn<P>[]) {
      take(declared(port, 'log'), items, (taken) => ({ port: port.id, kind: 'append', items: taken }));
    },
    held: (port) => held(declared(port, null)),
    gaps: async () => (await gaps?.()) ?? [],
    progress: (now) => onProgress?.(now),
    cursor: {
      get: () => position,
      set(value) {
        position = value;
      },
    },
  };
  return {
    out,
    async finish() {
      finished = true;
      const whole: Change[] = [];
      for (const change of changes) whole.push(typeof change === 'function' ? await change() : change);
      return { changes: whole, cursor: position };
    },
    abandon() {
      finished = true;
    },
  };
}

/** As many as the port takes of a source. */
export const fewOf = ({ most = Number.POSITIVE_INFINITY }: AnyPort, items: readonly unknown[]): readonly unknown[] =>
  items.length <= most ? items : items.slice(0, most);

async function admitSlowly(...[port, items, task, server]: Parameters<typeof admit>): Promise<readonly object[]> {
  const kept: object[] = [];
  for (let from = 0; from < items.length; from += SLICE) {
    for (const item of admit(port, items.slice(from, from + SLICE), task, server, from)) kept.push(item);
    await turn();
  }
  return kept;
}

/** Items as they are kept: only the fields of the schema, none that is undefined, each checked, references as `refTo` writes them. */
export function admit(
  port: AnyPort,
  items: readonly unknown[],
  task: { readonly id: string },
  server?: string,
  before = 0,
): readonly object[] {
  const fields = Object.keys(port.item['properties'] as object);
  const refs = refFieldsOf(port);
  const managerRefs = fieldsWith(port, 'manager');
  return items.map((item, index) => {
    const kept = pick(item, fields);
    for (const field of refs) {
      const given = kept[field];
      // A row that knows no title yet belongs to its server all the same: no other server's titles are meant.
      if (given === undefined && server !== undefined) kept[field] = refTo('', server);
      else if (typeof given === 'string') kept[field] = tied(given, server);
    }
    for (const field of managerRefs) {
      const given = kept[field];
      if (typeof given === 'string') kept[field] = tied(given, undefined);
    }
    const wrong = mismatch(port.item, kept);
    if (wrong !== undefined) {
      throw new PluginFault(
        'invalid_item',
        `task ${task.id} published item ${before + index} of ${port.id} with ${wrong}`,
      );
    }
    return kept;
  });
}

/** The fields of a port that hold ids of a media server. */
export const refFieldsOf = (port: AnyPort): readonly string[] => fieldsWith(port, true);

const fieldsWith = ({ item }: AnyPort, mark: true | 'manager'): readonly string[] =>
  Object.entries(item['properties'] as Readonly<Record<string, { readonly 'x-ref'?: unknown }>>).flatMap(
    ([field, schema]) => (schema['x-ref'] === mark ? [field] : []),
  );

function tied(text: string, server: string | undefined): string {
  const own = readRef(text);
  return refTo(own.id, own.server ?? server);
}

function pick(item: unknown, fields: readonly string[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  if (typeof item !== 'object' || item === null) return kept;
  for (const field of fields) {
    const value = (item as Record<string, unknown>)[field];
    if (value !== undefined) kept[field] = readable(value, field);
  }
  return kept;
}
