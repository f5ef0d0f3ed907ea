/**
 * Rules of the contract that are types. Compiling this file is the test: each `@ts-expect-error` is a mistake that must
 * not compile, and the rest is what authors write.
 */
import {
  cached,
  defineDigestRule,
  definePlugin,
  definePort,
  defineSummary,
  defineWidget,
  digest,
  downloadPause,
  downloadQueue,
  fill,
  live,
  mediaPlayback,
  mediaSessions,
  on,
  type Publisher,
  type SyncTask,
  serve,
  Type,
  tally,
  top,
} from '@sidelight/plugin-api';

const loads = definePort({
  id: 'test.loads',
  keep: 'snapshot',
  key: (load) => load.id,
  index: ['room', 'watts'],
  item: Type.Object({
    id: Type.String(),
    room: Type.String(),
    watts: Type.Integer(),
    note: Type.Optional(Type.String()),
  }),
});
const meterReadings = definePort({
  id: 'test.readings',
  keep: 'log',
  key: (reading) => reading.id,
  at: (reading) => reading.at,
  index: ['meterId'],
  item: Type.Object({ id: Type.String(), meterId: Type.String(), at: Type.String() }),
});
const reading = { id: '1', meterId: 'm', at: '2026-11-20T12:00:00.000Z' };
const load = { id: '1', room: 'hall', watts: 40 };

// Reads -------------------------------------------------------------------------------------------

tally(loads, { where: { room: 'hall' }, distinct: 'room', sum: 'watts' });
top(loads, { by: 'room', sum: 'watts', limit: 3 });
// @ts-expect-error a field that the port does not have
tally(loads, { distinct: 'nope' });
// @ts-expect-error a field that is not indexed
tally(loads, { distinct: 'note' });
// @ts-expect-error a filter on a field that the port does not have
cached(loads, { where: { nope: 1 } });
// @ts-expect-error a filter on a field that is not indexed
cached(loads, { where: { note: 'x' } });
// @ts-expect-error a filter by a value of another type
cached(loads, { where: { watts: 'forty' } });
// @ts-expect-error the sum of a text
tally(loads, { sum: 'room' });
// @ts-expect-error groups without a field to group by
top(loads, { limit: 3 });
// @ts-expect-error a window that there is not
tally(mediaPlayback, { since: '3 days' });

// Summaries, digest rules, widgets ------------------------------------------------------------------

defineSummary({
  id: 'loads',
  reads: { all: tally(loads, { sum: 'watts' }), attention: digest() },
  fields: Type.Object({ watts: Type.Integer() }),
  render: ({ all }) => ({ watts: all.sum }),
});
defineSummary({
  id: 'x',
  // @ts-expect-error the homepage never waits for an upstream
  reads: { now: live(mediaSessions) },
  fields: Type.Object({}),
  render: () => ({}),
});
// @ts-expect-error a digest rule cannot read the digest
defineDigestRule({ id: 'loop', reads: { items: digest() }, evaluate: () => [] });
// @ts-expect-error a digest rule never waits for an upstream
defineDigestRule({ id: 'wait', reads: { now: live(mediaSessions) }, evaluate: () => [] });

const response = Type.Object({ watts: Type.Integer() });
const tile = { title: 'Loads', group: 'ops', icon: 'mdi-flash' } as const;
defineWidget({
  id: 'w',
  summary: '',
  reads: { all: cached(loads) },
  response,
  tile: { ...tile, stats: [{ field: 'watts', label: '', format: 'number' }] },
  render: ({ all }) => ({ watts: all.items.reduce((sum, item) => sum + item.watts, 0) }),
});
defineWidget({
  id: 'w',
  summary: '',
  reads: {},
  response,
  // @ts-expect-error a tile shows only fields of the response
  tile: { ...tile, stats: [{ field: 'volts', label: '', format: 'number' }] },
  render: () => ({ watts: 1 }),
});
defineWidget({
  id: 'w',
  summary: '',
  reads: { all: tally(loads) },
  response,
  // @ts-expect-error an answer that was not asked for
  render: ({ nope }) => ({ watts: nope.count }),
});
// @ts-expect-error a render that does not give what the response promises
defineWidget({ id: 'w', summary: '', reads: {}, response, render: () => ({ watts: 'many' }) });
// @ts-expect-error a render that waits
defineWidget({ id: 'w', summary: '', reads: {}, response, render: async () => ({ watts: 1 }) });

// Tasks, fragments, actions -------------------------------------------------------------------------

fill(loads, '30s', async () => [{ ...load, note: undefined }]);
// @ts-expect-error a log filled as a snapshot
fill(meterReadings, '30s', async () => [reading]);
// @ts-expect-error an interval without a unit
fill(loads, '30', async () => [load]);
// @ts-expect-error an item that lacks a field
fill(loads, '30s', async () => [{ id: '1', room: 'hall' }]);
// @ts-expect-error a required field that may be undefined
fill(loads, '30s', async () => [{ ...load, watts: undefined }]);
// @ts-expect-error a state that the vocabulary does not have
fill(downloadQueue, '15s', async () => [{ ...load, state: 'sleeping' }]);
// @ts-expect-error a fragment whose rows are not those of its port
serve(loads, async () => [reading]);

export async function publishing(out: Publisher): Promise<void> {
  out.replace(loads, [load]);
  out.patch(loads, { upsert: [load], remove: ['2'] });
  out.append(meterReadings, [reading]);
  // @ts-expect-error rows appended to a snapshot
  out.append(loads, [load]);
  // @ts-expect-error the whole of a log
  out.replace(meterReadings, [reading]);
  // @ts-expect-error a part of a log
  out.patch(meterReadings, { upsert: [reading] });
}

// @ts-expect-error a task that says which ports it fills nowhere
export const fillsNothing: SyncTask = { id: 't', every: '5m', run: async () => undefined };

on(downloadPause, async ({ id, paused }) => {
  const given: readonly [string, boolean] = [id, paused];
  return void given;
});
// @ts-expect-error an input that the action does not have
on(downloadPause, async ({ nope }) => void nope);

// Plugins -------------------------------------------------------------------------------------------

definePlugin({
  id: 'p',
  title: 'P',
  config: Type.Object({ room: Type.String() }),
  create: ({ config, http }) => ({
    check: async (signal) => ({ version: config.room + String((await http.get('/', { signal })).status) }),
  }),
});
definePlugin({
  id: 'p',
  title: 'P',
  config: Type.Object({ room: Type.String() }),
  // @ts-expect-error a config field that the schema does not have
  create: ({ config }) => ({ check: async () => ({ version: config.house }) }),
});
// @ts-expect-error an integration that cannot be checked
definePlugin({ id: 'p', title: 'P', config: Type.Object({}), create: () => ({ tasks: [] }) });
