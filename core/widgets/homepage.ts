/** GET /api/widgets/homepage: knows nothing by itself, it is all summaries side by side. */
import {
  type AnySummary,
  type Format,
  messageOf,
  mismatch,
  type Read,
  type Reads,
  type RenderContext,
  type Tile,
  type TObject,
  type TProperties,
  Type,
  twinOf,
  UNKNOWN,
  type Widget,
} from '@sidelight/plugin-api';
import { projectorOf, UNKNOWN_SUMMARIES } from '@sidelight/plugin-api/host';
import type { Log } from '../ground/log.js';
import type { PluginSettings } from '../settings/settings.js';
import { createTwins, isUnknown, type Twinned, type Twins } from './twins.js';
import { withSettings } from './variant.js';

export const HOMEPAGE = 'homepage';

/** What its tile shows, of the keys that are there. */
const STATS = [
  { field: 'movies', label: 'Movies', format: 'number', change: 'moviesChange' },
  { field: 'shows', label: 'Shows', format: 'number', change: 'showsChange' },
  { field: 'sessionsToday', label: 'Plays today', format: 'number' },
  { field: 'downloads', label: 'Downloads', format: 'number' },
  { field: 'digest', label: 'Attention', format: 'number' },
  { field: 'storage', label: 'Storage', format: 'text', change: 'storageChange' },
] as const satisfies Tile<TObject>['stats'];

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
      starter: true,
      stats: statsOf(fields),
    },
    render: (answers, context) => Object.assign({}, ...slices.map((slice) => slice(answers, context))),
  };
}

/** Where nobody tells how a number has changed, it stands alone. */
const statsOf = (fields: TProperties): Tile<TObject>['stats'] =>
  STATS.filter(({ field }) => field in fields).map((stat) => {
    const { change, ...number }: Tile<TObject>['stats'][number] = stat;
    return change === undefined || !(change in fields) ? number : { ...number, change };
  });

/** A text beside each number and flag, and beside what its tile shows; and which summaries have one that is not known. */
export function homepageTwins(summaries: readonly AnySummary[], { response }: Pick<Widget, 'response'>): Twins {
  const parts = summaries.map((summary) => ({ id: summary.id, numbers: numbersOf(summary) }));
  const { properties, textsOf } = createTwins(
    response,
    parts.flatMap(({ numbers }) => numbers),
  );
  const description = 'Ids of summaries that are still incomplete, separated by commas';
  return {
    properties: { ...properties, [UNKNOWN_SUMMARIES]: Type.String({ description }) },
    textsOf(fields, doubt) {
      const unknown = parts.filter(({ numbers }) => numbers.some((number) => isUnknown(number, fields, doubt)));
      const texts = Object.entries(textsOf(fields, doubt)).map(([twin, text]) => [twin, perSecond(twin, text)]);
      return { ...Object.fromEntries(texts), [UNKNOWN_SUMMARIES]: unknown.map(({ id }) => id).join(',') };
    },
  };
}

/** Each is known once every read of its summary that is not optional was answered. */
function numbersOf(summary: AnySummary): readonly Twinned[] {
  const needed = Object.entries(summary.reads as Reads).filter(([, { optional }]) => optional !== true);
  const reads = needed.map(([name]) => nameIn(summary, name));
  const fields = Object.entries(summary.fields.properties as Readonly<Record<string, { readonly type?: unknown }>>);
  return fields.flatMap(([field, { type }]): readonly Twinned[] => {
    const shown = STATS.find((stat) => stat.field === field);
    const format = shown?.format ?? (type === 'boolean' ? 'flag' : isNumber(type) ? formatOf(field) : undefined);
    return format === undefined ? [] : [{ field, format, needs: reads }];
  });
}

/** The speed of downloads is told in bytes. */
const perSecond = (twin: string, text: unknown): unknown =>
  twin.endsWith(twinOf('Bps')) && text !== UNKNOWN ? `${text}/s` : text;

const isNumber = (type: unknown): boolean => type === 'integer' || type === 'number';

const UNITS = [
  [/Bytes$/, 'bytes'],
  [/Bps$/, 'bytes'],
  [/Seconds$/, 'duration'],
] as const;

/** The keys of summaries have no format, and the names of their units. */
const formatOf = (field: string): Format => UNITS.find(([name]) => name.test(field))?.[1] ?? 'number';

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
