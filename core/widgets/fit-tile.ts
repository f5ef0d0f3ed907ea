/** A tile as every dashboard can take it. Plugins need no types: what none of them knows becomes what all of them do. Pure. */
import {
  type About,
  type AnyWidget,
  FORMATS,
  type Format,
  TILE_GROUPS,
  type Tile,
  type TileGroup,
  type TObject,
} from '@sidelight/plugin-api';

export interface FittedTile {
  readonly tile: Tile<TObject>;
  /** What is otherwise than the widget says, each in a sentence without an end. */
  readonly changed: readonly string[];
}

const ICON = 'mdi-shape-outline';

/** As far as it was checked. */
interface Given {
  readonly title: unknown;
  readonly group: unknown;
  readonly icon: unknown;
  readonly stats: readonly {
    readonly field: string;
    readonly label: unknown;
    readonly format: unknown;
    readonly change?: string;
    readonly about?: About;
  }[];
  readonly actions?: unknown;
}

/** @param widget one whose tile has a list of stats; undefined: it has no tile */
export function fitTile({ id, tile }: AnyWidget): FittedTile | undefined {
  if (tile === undefined) return undefined;
  const { title, group, icon, stats, actions }: Given = tile;
  const changed: string[] = [];
  /** The value where it will do, else another, which is told. */
  function take<T>(what: string, value: unknown, will: (value: unknown) => value is T, otherwise: T): T {
    if (will(value)) return value;
    const wrong = value === undefined ? 'is missing' : `${JSON.stringify(value)} will not do`;
    changed.push(`${what} ${wrong}: ${JSON.stringify(otherwise)} stands in`);
    return otherwise;
  }
  return {
    tile: {
      ...(tile as Tile<TObject>),
      title: take('the title', title, isText, id),
      group: take('the group', group, isGroup, 'other'),
      icon: take('the icon', icon, isIcon, ICON),
      stats: stats.map((stat) => ({
        field: stat.field,
        label: take(`the label of ${stat.field}`, stat.label, isText, stat.field),
        format: take(`the format of ${stat.field}`, stat.format, isFormat, 'text'),
        ...(stat.change === undefined ? {} : { change: stat.change }),
        ...(stat.about === undefined ? {} : { about: stat.about }),
      })),
      ...(actions === undefined ? {} : { actions: take('the list of actions', actions, isTexts, []) }),
    },
    changed,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isGroup = (value: unknown): value is TileGroup => isText(value) && Object.hasOwn(TILE_GROUPS, value);
const isIcon = (value: unknown): value is string => isText(value) && /^mdi-[a-z0-9]+(-[a-z0-9]+)*$/.test(value);
const isFormat = (value: unknown): value is Format => FORMATS.some((format) => format === value);
