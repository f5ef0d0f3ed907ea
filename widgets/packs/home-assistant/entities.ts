/** The entities of a board: each reads the answer that one request has brought. Pure. */
import { type PackWidget, twinOf, UNKNOWN, type ValueKind, valueKinds, words } from '@sidelight/plugin-api';
import type { Board } from '../shared/groups.js';
import { rowsOf } from '../shared/rows.js';
import { isPlainName } from '../shared/stats.js';
import { type Answer, answerOf, availabilityOf, isPlainLabel, readOf, slugOf } from './answer.js';
import { type Look, lookOf, signOf } from './looks.js';

export interface Entity {
  readonly platform: Look['platform'];
  /** The id of the widget that it shows. */
  readonly widget: string;
  /** By which cards name it. */
  readonly entityId: string;
  /** The field of the payload that it shows. */
  readonly field: string;
  readonly kind: ValueKind;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Of it each value is an entity; of others what their tiles show beyond. */
export const SNAPSHOT = 'homepage';

/** As many as fit into a card, and by far into what is recorded of an attribute. */
export const ROWS = 8;

/** What has a chart is left out of lists: the entities have statistics of their own. */
export const listed = ({ widgets }: Pick<Board, 'widgets'>): readonly PackWidget[] =>
  widgets.filter((widget) => widget.tile.chart === undefined && rowsOf(widget) !== null);

export const entitiesOf = (board: Board): readonly Entity[] => {
  const answer = answerOf(board);
  const shown = board.widgets.filter((widget) => widget.id === SNAPSHOT || listed(board).includes(widget));
  return shown.flatMap((widget) =>
    widget.id === SNAPSHOT ? valuesOf(widget, answer) : [...pacesOf(widget, answer), ...listOf(widget, answer)],
  );
};

/** Every value of the snapshot. */
function valuesOf(widget: PackWidget, answer: Answer): readonly Entity[] {
  const labels = new Map(widget.tile.stats.map(({ field, label }) => [field, label]));
  return [...valueKinds(widget.response)].flatMap(([field, kind]) => {
    const label = labels.get(field) ?? '';
    return entityOf(widget, answer, { field, kind, label: isPlainLabel(label) ? label : ownLabel(field), key: field });
  });
}

/** Sizes and speeds of a tile: the numbers behind its ready texts. */
function pacesOf(widget: PackWidget, answer: Answer): readonly Entity[] {
  const kinds = valueKinds(widget.response);
  return widget.tile.stats.flatMap(({ field, label }) => {
    const number = [field, `${field}Bps`, `${field}Bytes`].find((name) => /(Bps|Bytes)$/.test(name) && kinds.has(name));
    const kind = number === undefined ? undefined : kinds.get(number);
    if (number === undefined || kind === undefined || !isPlainLabel(label)) return [];
    const name = `${isPlainLabel(widget.tile.title) ? widget.tile.title : widget.id} ${label.toLowerCase()}`;
    return entityOf(widget, answer, { field: number, kind, label: name, key: `${widget.id}_${number}` });
  });
}

/** Its state is the first number of the tile, else how many rows there are; its attributes are the rows, and how old they are. */
function listOf(widget: PackWidget, answer: Answer): readonly Entity[] {
  const rows = rowsOf(widget);
  const kinds = valueKinds(widget.response);
  const number = widget.tile.stats.find(({ field }) => kinds.get(field) === 'number');
  if (rows === null) return [];
  const { id, tile } = widget;
  const label = `${id.replaceAll('-', ' ')} list`;
  const attributes = {
    items: readOf(answer, id, `(it.get('${rows.items}') or [])[:${ROWS}]`),
    freshness: readOf(answer, id, `it.get('freshness', '${UNKNOWN}')`),
  };
  const key = `${id.replaceAll('-', '_')}_list`;
  const counted = `it.get('${rows.items}') | length if it.get('${rows.items}') is sequence else none`;
  const state = number === undefined ? { state: readOf(answer, id, counted) } : {};
  const field = number?.field ?? rows.items;
  return entityOf(widget, answer, { field, kind: 'number', label, key }).map((entity) => ({
    ...entity,
    options: { ...entity.options, ...state, icon: tile.icon.replace('-', ':'), attributes },
  }));
}

interface Named {
  readonly field: string;
  readonly kind: ValueKind;
  readonly label: string;
  /** Of its unique id. */
  readonly key: string;
}

/** none: its field cannot be named. */
function entityOf({ id, response }: PackWidget, answer: Answer, { field, kind, label, key }: Named): readonly Entity[] {
  if (!isPlainName(field)) return [];
  const { platform, value = (it: string) => it, options = {} } = lookOf(field, kind);
  const name = `Sidelight ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  const it = `it.get('${field}')`;
  const twin = twinOf(field);
  const isTold = Object.hasOwn(response.properties, twin)
    ? `it.get('${twin}', '${UNKNOWN}') != '${UNKNOWN}'`
    : // An empty text says as little as none.
      kind === 'text'
      ? it
      : `${it} is not none`;
  return [
    {
      ...{ platform, widget: id, field, kind, entityId: `${platform}.${slugOf(name)}` },
      options: {
        name,
        unique_id: `sidelight_${key}`,
        ...(platform === 'sensor' ? { icon: signOf(field).icon } : {}),
        availability: availabilityOf(answer),
        // None is unknown: of what never was, and of what nobody has told.
        state: readOf(answer, id, `${value(it)} if ${isTold} else none`),
        ...options,
      },
    },
  ];
}

/** Without the part that its device class says. */
function ownLabel(field: string): string {
  const stem = field.replace(/(Ok|At|Bytes|Bps)$/, '');
  return words(stem === '' ? field : stem);
}
