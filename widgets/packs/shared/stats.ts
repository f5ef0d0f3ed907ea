/** What of a widget's tile every dashboard can show. Pure. */
import { type PackWidget, type TSchema, twinOf } from '@sidelight/plugin-api';

export interface Stat {
  /** Of the text beside the number: it says so while the number is not known, and many dashboards see one field only. */
  readonly field: string;
  /** Unique within the widget. */
  readonly label: string;
  /** A time: those show how long ago it was that can. */
  readonly isMoment: boolean;
}

/** In the order of the tile. */
export function statsOf({ tile, response }: PackWidget): readonly Stat[] {
  const types = typesOf(response.properties);
  const shown = tile.stats.filter(({ field }) => types.get(twinOf(field)) === 'string');
  return shown.map(({ field, label, format }, index) => {
    const isTaken = shown.slice(0, index).some((other) => other.label === label);
    return { field: twinOf(field), label: isTaken ? `${label} (${field})` : label, isMoment: format === 'date' };
  });
}

/** What fits into one row of a small dashboard. */
const ROW_STATS = 4;

/** The first ones, which say the most, where rows stand below them; where the numbers are all there is, all of them. */
export const leadingStats = (widget: PackWidget): readonly Stat[] =>
  widget.tile.list === undefined ? statsOf(widget) : statsOf(widget).slice(0, ROW_STATS);

/** A path, a template and a JSONPath may name it as it is. */
export const isPlainName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

const PLAIN = new Set(['integer', 'number', 'string']);

/** Those fields of a response, or of a list's element, that are a number or a string and never null. */
export function typesOf(properties: Readonly<Record<string, TSchema>>): ReadonlyMap<string, string> {
  const typed = Object.entries(properties).map(([name, schema]) => [name, typeOf(schema)] as const);
  return new Map(typed.filter(([name, type]) => isPlainName(name) && PLAIN.has(type)));
}

export function typeOf(schema: TSchema): string {
  const { type, enum: values } = schema as { readonly type?: unknown; readonly enum?: readonly unknown[] };
  if (typeof type === 'string') return type;
  return values?.every((value) => typeof value === 'string') === true ? 'string' : 'unknown';
}
