/** What `plugins:` says: which plugins there are beside the bundled ones, and the settings of any. Pure. */
import { isRecord, type Path } from '../ground/path.js';

export type Fields = Readonly<Record<string, unknown>>;

export interface NamedPlugin {
  /** Of the map; a list names no ids. */
  readonly id?: string;
  /** A package or a path; not given: a plugin that is there anyway. */
  readonly from?: string;
  /** Where it stands in the config. */
  readonly path: Path;
  readonly settings: Fields;
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** As far as it can be told: what the schema refuses is left out. */
export function namedPlugins(plugins: unknown): readonly NamedPlugin[] {
  if (Array.isArray(plugins)) {
    return plugins.flatMap((from, index) => (isName(from) ? [{ from, path: ['plugins', index], settings: {} }] : []));
  }
  if (!isRecord(plugins)) return [];
  return Object.entries(plugins).flatMap(([id, entry]): NamedPlugin[] => {
    if (!isRecord(entry)) return [];
    const { from, ...settings } = entry;
    if (from !== undefined && !isName(from)) return [];
    return [{ id, ...(from === undefined ? {} : { from }), path: ['plugins', id], settings }];
  });
}
