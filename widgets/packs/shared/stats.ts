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

const PLAIN = new Set(['integer', 'number', 'string']);

/** Those fields of a response, or of a list's element, that are a number or a string and never null. */
export function typesOf(properties: Readonly<Record<string, TSchema>>): ReadonlyMap<string, string> {
  const typed = Object.entries(properties).map(([name, schema]) => [name, typeOf(schema)] as const);
  return new Map(typed.filter(([, type]) => PLAIN.has(type)));
}

/** Names of the same fact as a string: mediaserverOk → mediaserverStatus, backupAt → backupLabel, sizeBytes → size. */
function twinsOf(field: string): readonly string[] {
  const stem = field.replace(/(Ok|At|Bytes|Bps|Seconds)$/, '');
  return [`${stem}Status`, `${stem}Label`, stem, ...(field === 'ok' ? ['status'] : [])].filter(
    (name) => name !== field,
  );
}

function typeOf(schema: TSchema): string {
  const { type, enum: values } = schema as { readonly type?: unknown; readonly enum?: readonly unknown[] };
  if (typeof type === 'string') return type;
  return values?.every((value) => typeof value === 'string') === true ? 'string' : 'unknown';
}
