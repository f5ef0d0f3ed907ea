/** A tile as every dashboard can take it. Plugins need no types: what none of them knows becomes what all of them do. Pure. */
import { type AnyWidget, FORMATS, type Format, TILE_GROUPS, type Tile, type TObject } from '@sidelight/plugin-api';

export interface FittedTile {
  readonly tile: Tile<TObject>;
  /** What is otherwise than the widget says, each in a sentence without an end. */
  readonly changed: readonly string[];
}

const ICON = 'mdi-shape-outline';

type Stat = Tile<TObject>['stats'][number];

/** @param widget one whose tile has a list of stats; undefined: it has no tile */
export function fitTile({ id, tile }: AnyWidget): FittedTile | undefined {
  if (tile === undefined) return undefined;
  const given: Readonly<Record<string, unknown>> & { readonly stats: readonly Stat[] } = tile;
  const changed: string[] = [];
  /** The value where it will do, else another, which is told. */
  function take<T>(what: string, value: unknown, will: (value: unknown) => value is T, otherwise: T): T {
    if (will(value)) return value;
    const wrong = value === undefined ? 'is missing' : `${JSON.stringify(value)} will not do`;
    changed.push(`${what} ${wrong}: ${JSON.stringify(otherwise)} stands in`);
    return otherwise;
  }
  const { actions } = given;
  return {
    tile: {
      ...(tile as Tile<TObject>),
      title: take('the title', given['title'], isText, id),
      group: take('the group', given['group'], isGroup, 'other'),
      icon: take('the icon', given['icon'], isIcon, ICON),
      stats: given.stats.map((stat) => ({
        field: stat.field,
        label: take(`the label of ${stat.field}`, stat.label, isText, stat.field),
        format: take(`the format of ${stat.field}`, stat.format, isFormat, 'text'),
      })),
      ...(actions === undefined ? {} : { actions: take('the list of actions', actions, isTexts, []) }),
    },
    changed,
  };
}

type Guard<T> = (value: unknown) => value is T;

const isText: Guard<string> = (value) => typeof value === 'string' && value.trim() !== '';
const isTexts: Guard<readonly string[]> = (value) => Array.isArray(value) && value.every(isText);
const isGroup: Guard<keyof typeof TILE_GROUPS> = (value) => isText(value) && Object.hasOwn(TILE_GROUPS, value);
const isIcon: Guard<string> = (value) => isText(value) && /^mdi-[a-z0-9]+(-[a-z0-9]+)*$/.test(value);
const isFormat: Guard<Format> = (value) => FORMATS.some((format) => format === value);
