/** GET /api/widgets/homepage: knows nothing by itself, it is all summaries side by side. */
import {
  type AnySummary,
  messageOf,
  mismatch,
  type Read,
  type Reads,
  type RenderContext,
  type TObject,
  type TProperties,
  Type,
  type Widget,
} from '@sidelight/plugin-api';
import { projectorOf } from '@sidelight/plugin-api/host';
import type { Log } from '../ground/log.js';
import type { PluginSettings } from '../settings/settings.js';
import { withSettings } from './variant.js';

export const HOMEPAGE = 'homepage';

/** What its tile shows, of the keys that are there. */
const STATS = [
  { field: 'movies', label: 'Movies', format: 'number' },
  { field: 'shows', label: 'Shows', format: 'number' },
  { field: 'sessionsToday', label: 'Plays today', format: 'number' },
  { field: 'downloads', label: 'Downloads', format: 'number' },
  { field: 'digest', label: 'Attention', format: 'number' },
  { field: 'storage', label: 'Storage', format: 'text' },
] as const;

type NamedAnswers = Readonly<Record<string, unknown>>;

export function createHomepage(
  summaries: readonly AnySummary[],
  settingsOf: (summary: AnySummary) => PluginSettings,
  log: Log,
): Widget<Reads, TObject> {
  const fields: TProperties = Object.assign({}, ...summaries.map((summary) => summary.fields.properties));
  const slices = summaries.map((summary) => sliceOf(summary, settingsOf(summary), log));
  return {
    id: HOMEPAGE,
    summary: 'Everything at a glance: the main numbers of each widget',
    reads: Object.fromEntries(summaries.flatMap(namedReads)),
    response: Type.Object(fields),
    tile: {
      title: 'Sidelight',
      group: 'overview',
      icon: 'mdi-view-dashboard',
      stats: STATS.filter(({ field }) => field in fields),
    },
    render: (answers, context) => Object.assign({}, ...slices.map((slice) => slice(answers, context))),
  };
}

/** How the homepage calls a read of a summary. */
export const nameIn = (summary: AnySummary, read: string): string => `${summary.id}.${read}`;

const namedReads = (summary: AnySummary): [string, Read][] =>
  Object.entries(summary.reads as Reads).map(([name, read]) => [nameIn(summary, name), read]);

/** The keys of one summary, and no others. One that throws takes its own keys along, and leaves the rest. */
function sliceOf(summary: AnySummary, settings: PluginSettings, log: Log) {
  const project = projectorOf(summary.fields);
  const names = Object.keys(summary.reads);
  let isFailing = false;
  return (answers: NamedAnswers, context: RenderContext): unknown => {
    try {
      const own = Object.fromEntries(names.map((name) => [name, answers[nameIn(summary, name)]]));
      const keys = project(summary.render(own, withSettings(context, settings)));
      const wrong = mismatch(summary.fields, keys);
      if (wrong !== undefined) throw new TypeError(`its render breaks its fields at ${wrong}`);
      isFailing = false;
      return keys;
    } catch (error) {
      if (!isFailing) log.warn(`the summary ${summary.id} fails: ${messageOf(error)}`);
      isFailing = true;
      return {};
    }
  };
}
