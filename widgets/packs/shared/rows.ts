/** The list of a widget's tile, and what of its rows every dashboard can show. Pure. */
import type { PackWidget, TObject, TSchema } from '@sidelight/plugin-api';
import { isPlainName, typeOf, typesOf } from './stats.js';

/** A field of a row that has a role. */
export interface Field {
  readonly name: string;
  /** integer, number or string. */
  readonly type: string;
  /** It may be null or missing. */
  readonly isOptional: boolean;
}

export interface Rows {
  /** The field of the payload that holds them. */
  readonly items: string;
  /** The field of a row that is its name. */
  readonly name: string;
  /** That of its right-hand text; the name again where rows have none. */
  readonly label: string;
  /** That of the one text beside the name, where there is room for no more; the label where the tile names none. */
  readonly brief: string;
  readonly details: readonly Field[];
  /** null: they have none. */
  readonly progress: Field | null;
  readonly tone: Field | null;
  readonly at: Field | null;
  readonly href: Field | null;
  readonly image: Field | null;
  /** Those fields of a row that are a number or a string, never null and never missing, with their types. */
  readonly types: ReadonlyMap<string, string>;
}

/** null: its tile has no list, or one that cannot be named. */
export function rowsOf({ tile, response }: PackWidget): Rows | null {
  if (tile.list === undefined) return null;
  const { items, name, brief, details = [], progress, tone, at, href, image } = tile.list;
  if (!isPlainName(items) || !isPlainName(name)) return null;
  const { items: row } = response.properties[items] as TSchema & { readonly items: TObject };
  const field = (role: string | undefined): Field | null => (role === undefined ? null : fieldOf(row, role));
  const label = 'label' in row.properties ? 'label' : name;
  const types = typesOf(row.properties);
  return {
    items,
    name,
    label,
    brief: brief !== undefined && types.get(brief) === 'string' ? brief : label,
    details: [...new Set(details)].flatMap((detail) => field(detail) ?? []),
    progress: field(progress),
    tone: field(tone),
    at: field(at),
    href: field(href),
    image: field(image),
    types,
  };
}

interface Options {
  readonly anyOf?: readonly TSchema[];
}

/** null: it cannot be named. */
function fieldOf(row: TObject, name: string): Field | null {
  const schema = row.properties[name];
  if (schema === undefined || !isPlainName(name)) return null;
  const { required = [] } = row as { readonly required?: readonly string[] };
  const options = ((schema as Options).anyOf ?? [schema]).map(typeOf);
  const [type = 'unknown'] = options.filter((option) => option !== 'null');
  return { name, type, isOptional: options.includes('null') || !required.includes(name) };
}
