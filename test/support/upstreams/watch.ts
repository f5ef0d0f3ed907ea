/** Everything that the daemon shows, as a dashboard would ask for it: all at once. */
import { homepage, reads, widgets } from '../../contract/routes.js';

export type Row = Readonly<Record<string, unknown>>;
export type View = Readonly<Record<string, Row>>;

export interface SourceShown {
  readonly id: string;
  readonly state: 'ok' | 'stale' | 'down';
}

const PATHS = [...['homepage', ...Object.keys(widgets)].map((id) => `/api/widgets/${id}`), ...Object.keys(reads)];
/** As many rows as there may be, where all of them matter. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/widgets/automation': '?limit=100',
  '/api/widgets/jobs': '?limit=100',
};

/** By path. @throws unless each of them answers 200 */
export async function viewOf(daemon: { readonly url: string }, key: string): Promise<View> {
  const answers = PATHS.map(async (path) => {
    const answer = await fetch(daemon.url + path + (QUERIES[path] ?? ''), { headers: { 'x-api-token': key } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return [path, (await answer.json()) as Row] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

export const rowsOf = (payload: Row | undefined): readonly Row[] => (payload?.['items'] as readonly Row[]) ?? [];
export const sourcesOf = (payload: Row | undefined): readonly SourceShown[] =>
  (payload?.['sources'] as readonly SourceShown[]) ?? [];

/** "<path> <source>: <state>" of all that are shown. */
export const statesOf = (view: View): ReadonlyMap<string, SourceShown['state']> =>
  new Map(
    Object.entries(view).flatMap(([path, payload]) =>
      sourcesOf(payload).map(({ id, state }) => [`${path} ${id}`, state] as const),
    ),
  );

/** What is known of the world, whatever becomes of its services. */
export function factsOf(view: View): Row {
  const at = (path: string): Row => view[path] ?? {};
  const numbersOf = (path: string, fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [`${path} ${field}`, at(path)[field]]));
  const joins = rowsOf(at('/api/downloads/stitched')).map(({ id, state, matchedBy, request }) => [
    String(id),
    `${state} ${matchedBy} ${JSON.stringify(request)}`,
  ]);
  return {
    ...numbersOf(
      '/api/widgets/homepage',
      Object.keys(homepage).filter((field) => COUNTS.has(field)),
    ),
    ...numbersOf('/api/widgets/stitched', ['active', 'stalled', 'total']),
    ...numbersOf('/api/widgets/requests', ['total', 'pending', 'approved', 'available', 'declined', 'failed']),
    ...numbersOf('/api/widgets/issues', ['total', 'open']),
    ...numbersOf('/api/widgets/calendar', ['upcoming', 'today']),
    joins: Object.fromEntries(joins),
  };
}

const COUNTS = new Set([
  ...['movies', 'shows', 'episodes', 'libraries', 'users', 'storageBytes', 'downloads', 'downloadTotal', 'stalled'],
  ...['calendarUpcoming', 'calendarToday', 'mediaserverName'],
]);

/** A family of /metrics that has one label: its values by that. */
export async function metricOf(daemon: { readonly url: string }, name: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${daemon.url}/metrics`)).text();
  const lines = text.matchAll(new RegExp(`^${name}\\{\\w+="([^"]*)"\\} (\\S+)$`, 'gm'));
  return new Map([...lines].map(([, label = '', value]) => [label, Number(value)]));
}
