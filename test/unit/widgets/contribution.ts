/** Contributions as plain as can be. */
import 'reflect-metadata';
import {
  type AnySummary,
  type AnyWidget,
  cached,
  defineLookup,
  type Read,
  type Reads,
  Type,
} from '@sidelight/plugin-api';
import { silentLog } from '#core/ground/log.js';
import { Registry } from '#core/widgets/registry.js';
import { counter, things } from './scene.js';

export const widget = (id: string, more: Partial<AnyWidget> = {}): AnyWidget => ({
  ...counter(id, { rows: cached(things) }, () => 0),
  ...more,
});

export const summary = (id: string, keys: readonly string[], more: Partial<AnySummary> = {}): AnySummary => ({
  id,
  reads: { rows: cached(things) },
  fields: Type.Object(Object.fromEntries(keys.map((key) => [key, Type.Integer()]))),
  render: () => Object.fromEntries(keys.map((key) => [key, 1])),
  ...more,
});

export const lookup = (path: `/api/${string}`) =>
  defineLookup({
    path,
    summary: 'One thing',
    params: Type.Object({ id: Type.String() }),
    response: Type.Object({ id: Type.String() }),
    answer: async () => null,
  });

/** What the reads of a contribution may look like when nobody checked their types. */
export const readsOf = (read: unknown): Reads => ({ it: read as Read });

export const sentences = (registry: Registry): readonly string[] => registry.refused().map(({ text }) => text);
export const fresh = (): Registry => new Registry(silentLog);
