/** Whether a tile fits its widget. The end of a sentence, or undefined. */
import { CHARTS, TONES, twinOf } from '../tile.js';
import type { TSchema } from '../typebox.js';
import type { AnyWidget } from '../widget.js';
import { isRecord } from './is-record.js';

type Fault = string | undefined;
type Fields = Readonly<Record<string, unknown>>;

/** What it is about is checked with the reads. */
export function tileFault({ tile, response }: AnyWidget): Fault {
  if (tile === undefined) return undefined;
  if (!isRecord(tile) || !Array.isArray(tile.stats)) return 'its tile needs a list of stats';
  const { stats, list } = tile;
  if (tile.for !== undefined && tile.for !== 'wall' && tile.for !== 'admin')
    return `its tile is for ${String(tile.for)}: use wall or admin`;
  const fields = response.properties as Readonly<Record<string, TSchema>>;
  const missing = stats.map(({ field }) => field).find((field) => fields[field] === undefined);
  if (missing !== undefined) return `its tile shows the field ${missing}, which its response does not have`;
  const mistaken = stats.map(({ field }) => twinOf(field)).find((twin) => fields[twin] && !isText({ ...fields[twin] }));
  if (mistaken !== undefined)
    return `its field ${mistaken} must be text, because dashboards show it instead of the number`;
  const changes = stats.flatMap(({ change }) => (change === undefined ? [] : [change]));
  const odd = changes.find((change) => !isRecord(fields[change]) || !isText({ ...fields[change] }));
  if (odd !== undefined) return `its tile shows ${odd} as a change, which is not a text in its response`;
  const fault = list === undefined ? undefined : listFault(fields[list.items], { ...list });
  return fault ?? (tile.chart === undefined ? undefined : chartFault(fields, tile.chart));
}

/** Plugins need no types: a chart may be anything. */
function chartFault(fields: Fields, chart: unknown): Fault {
  if (!isRecord(chart) || !Array.isArray(chart['series']) || chart['series'].length === 0)
    return 'its chart has no series';
  const { kind, items, x, series } = chart as { readonly series: readonly unknown[] } & Fields;
  if (!CHARTS.some((known) => known === kind)) return `its chart is ${String(kind)}: use ${CHARTS.join(', ')}`;
  const rows = elementsOf(fields[String(items)]);
  if (rows === null) return `its chart draws ${String(items)}, which is not a list in its response`;
  if (!isText(present(rows[String(x)])))
    return `the x axis of its chart is ${String(x)}, which is not a text in its rows`;
  const drawn = series.map((one) => (isRecord(one) ? String(one['field']) : ''));
  const odd = drawn.find((field) => !Object.hasOwn(rows, field) || !isNumber(present(rows[field])));
  return odd === undefined ? undefined : `its chart draws ${odd}, which is not a number in its rows`;
}

/** The fields of the rows of a list; null: it is none. */
function elementsOf(schema: unknown): Fields | null {
  if (!isRecord(schema) || schema['type'] !== 'array') return null;
  const element = schema['items'];
  return isRecord(element) && isRecord(element['properties']) ? element['properties'] : {};
}

function listFault(schema: unknown, list: Fields): Fault {
  const { items, name } = list;
  const fields = elementsOf(schema);
  if (fields === null) return `its tile lists ${String(items)}, which is not a list in its response`;
  if (!Object.hasOwn(fields, String(name)))
    return `its tile takes the names of its rows from ${String(name)}, which they do not have`;
  return roleFaults(list, fields).find((fault) => fault !== undefined);
}

function roleFaults(list: Fields, fields: Fields): readonly Fault[] {
  const { details = [] } = list;
  if (!Array.isArray(details)) return ['the details of its rows must be a list of fields'];
  const named = Object.keys(ROLES).flatMap((role): readonly (readonly [string, unknown])[] =>
    role === 'details' ? details.map((field: unknown) => [role, field]) : [[role, list[role]]],
  );
  return named.map(([role, field]) => (field === undefined ? undefined : roleFault(role, String(field), fields)));
}

function roleFault(role: string, field: string, fields: Fields): Fault {
  const rule = ROLES[role];
  if (!Object.hasOwn(fields, field)) return `its tile uses ${field} as the ${role} of a row, which rows do not have`;
  const fits = rule?.fits(present(fields[field])) ?? true;
  return fits ? undefined : `its tile uses ${field} as the ${role} of a row, but that is ${rule?.lack}`;
}

interface Rule {
  fits(schema: Fields): boolean;
  /** What a field is that does not fit. */
  readonly lack: string;
}

const isNumber = ({ type }: Fields): boolean => type === 'integer' || type === 'number';
const isText = ({ type, enum: values }: Fields): boolean =>
  type === 'string' || (Array.isArray(values) && values.every((value) => typeof value === 'string'));

const TEXT: Rule = { fits: isText, lack: 'not a text' };

/** What the field of each role has to be. It may be null: then the row has none. */
const ROLES: Readonly<Record<string, Rule>> = {
  brief: TEXT,
  details: { fits: (schema) => isText(schema) || isNumber(schema), lack: 'neither a text nor a number' },
  progress: {
    fits: (schema) => isNumber(schema) && within(schema['minimum']) && within(schema['maximum']),
    lack: 'not a number from 0 to 100',
  },
  tone: {
    fits: ({ enum: values }) => Array.isArray(values) && values.every((value) => TONES.includes(value)),
    lack: `not one of ${TONES.join(', ')}`,
  },
  at: { fits: (schema) => isText(schema) && schema['format'] === 'date-time', lack: 'not an IsoTime' },
  href: TEXT,
  image: { fits: (schema) => schema['x-picture'] === true, lack: 'not a picture()' },
};

/** A bound that is not declared is kept by whoever renders. */
const within = (bound: unknown): boolean => bound === undefined || (Number(bound) >= 0 && Number(bound) <= 100);

/** A schema without null. */
function present(schema: unknown): Fields {
  if (!isRecord(schema)) return {};
  const options = Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isRecord) : [];
  const [only, ...others] = options.filter(({ type }) => type !== 'null');
  return only !== undefined && others.length === 0 ? only : schema;
}
