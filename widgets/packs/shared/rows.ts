/** The list of a widget's tile, and what of its rows every dashboard can show. Pure. */
import type { PackWidget, TObject, TSchema } from '@sidelight/plugin-api';
import { isPlainName, typesOf } from './stats.js';

export interface Rows {
  /** The field of the payload that holds them. */
  readonly items: string;
  /** The field of a row that is its name. */
  readonly name: string;
  /** That of its right-hand text; the name again where rows have none. */
  readonly label: string;
  /** Those fields of a row that are a number or a string, never null and never missing, with their types. */
  readonly types: ReadonlyMap<string, string>;
  readonly row: TObject;
}

/** null: its tile has no list, or one that cannot be named. */
export function rowsOf({ tile, response }: PackWidget): Rows | null {
  if (tile.list === undefined) return null;
  const { items, name } = tile.list;
  if (!isPlainName(items) || !isPlainName(name)) return null;
  const schema = response.properties[items] as TSchema & { readonly items: TObject };
  const label = 'label' in schema.items.properties ? 'label' : name;
  return { items, name, label, types: typesOf(schema.items.properties), row: schema.items };
}
