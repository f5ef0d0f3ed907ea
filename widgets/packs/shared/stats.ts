/** What of a widget's tile every dashboard can show: numbers and strings that are always there. Pure. */
import type { Format, PackWidget, TSchema } from '@sidelight/plugin-api';

export interface Stat {
  readonly field: string;
  /** Unique within the widget. */
  readonly label: string;
  readonly format: Exclude<Format, 'flag'>;
  /** integer, number or string. */
  readonly type: string;
}

/** In the order of the tile. A flag, or what may be null, is shown by its string twin, or left out where there is none. */
export function statsOf({ tile, response }: PackWidget): readonly Stat[] {
  const types = typesOf(response.properties);
  const shown = tile.stats.flatMap(({ field, label, format }): readonly Stat[] => {
    const type = types.get(field);
    if (type !== undefined && format !== 'flag') return [{ field, label, format, type }];
    const twin = twinsOf(field).find((name) => types.get(name) === 'string');
    return twin === undefined ? [] : [{ field: twin, label, format: 'text', type: 'string' }];
  });
  return shown.map((stat, index) => {
    const isTaken = shown.slice(0, index).some(({ label }) => label === stat.label);
    return isTaken ? { ...stat, label: `${stat.label} (${stat.field})` } : stat;
  });
}

/** The same for a dashboard that formats nothing: an amount is shown by its ready text, where there is one. */
export function readyStatsOf(widget: PackWidget): readonly Stat[] {
  const types = typesOf(widget.response.properties);
  return statsOf(widget).map((stat) => {
    const twin = AMOUNTS.has(stat.format)
      ? twinsOf(stat.field).find((name) => types.get(name) === 'string')
      : undefined;
    return twin === undefined ? stat : { ...stat, field: twin, format: 'text', type: 'string' };
  });
}

const AMOUNTS: ReadonlySet<Format> = new Set(['bytes', 'bitrate', 'duration', 'date']);
/** A path, a template and a JSONPath may name it as it is. */
export const isPlainName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

const PLAIN = new Set(['integer', 'number', 'string']);

/** Those fields of a response, or of a list's element, that are a number or a string and never null. */
export function typesOf(properties: Readonly<Record<string, TSchema>>): ReadonlyMap<string, string> {
  const typed = Object.entries(properties).map(([name, schema]) => [name, typeOf(schema)] as const);
  return new Map(typed.filter(([name, type]) => isPlainName(name) && PLAIN.has(type)));
}

/** Names of the same fact as a string: mediaserverOk → mediaserverStatus, backupAt → backupLabel, sizeBytes → size. */
function twinsOf(field: string): readonly string[] {
  const stem = field.replace(/(Ok|At|Bytes|Bps|Seconds)$/, '');
  return [`${stem}Status`, `${stem}Label`, stem, ...(field === 'ok' ? ['status'] : [])].filter(
    (name) => name !== field,
  );
}

export function typeOf(schema: TSchema): string {
  const { type, enum: values } = schema as { readonly type?: unknown; readonly enum?: readonly unknown[] };
  if (typeof type === 'string') return type;
  return values?.every((value) => typeof value === 'string') === true ? 'string' : 'unknown';
}
