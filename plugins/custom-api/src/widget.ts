/** From one entry of `widgets:` to the ports it fills, its widget, and its part of the homepage. */
import {
  type AnyPort,
  type AnySummary,
  type AnyWidget,
  ago,
  cached,
  definePort,
  defineSummary,
  defineWidget,
  IsoTime,
  listOf,
  nullable,
  oneOf,
  picture,
  type Rows,
  type TProperties,
  type TSchema,
  Type,
} from '@sidelight/plugin-api';
import type { Figure, Format, WidgetEntry } from './upstream.js';
import { blankOf, schemaOf } from './value.js';

export interface Made {
  readonly figures: AnyPort;
  /** Only where there is a list. */
  readonly rows: AnyPort | undefined;
  readonly widget: AnyWidget;
  readonly summary: AnySummary | undefined;
}

type Row = Readonly<Record<string, unknown>>;

const TONES = ['good', 'attention', 'bad', 'muted'] as const;
const ROLES = ['progress', 'tone', 'at', 'href', 'image'] as const;
const DEFAULT_FORMAT: Format = 'number';
const LABEL = 'label';

const formatOf = ({ format = DEFAULT_FORMAT }: Pick<Figure, 'format'>): Format => format;

/** @param source the integration's id: its ports are called after it, so that two integrations have nothing in common */
export function makeWidget(source: string, id: string, entry: WidgetEntry): Made {
  const figures = figuresPort(source, id, entry);
  const rows = entry.list === undefined ? undefined : rowsPort(source, id, entry.list);
  return {
    figures,
    rows,
    widget: widgetOf(id, entry, figures, rows),
    summary: entry.homepage === true ? summaryOf(id, entry, figures) : undefined,
  };
}

function figuresPort(source: string, id: string, { fields }: WidgetEntry): AnyPort {
  const own = Object.entries(fields).map(([name, figure]) => {
    const schema = schemaOf(formatOf(figure));
    return [name, figure.optional === true ? Type.Optional(schema) : schema] as const;
  });
  return definePort({
    id: `${source}.${id}`,
    keep: 'snapshot',
    key: () => 'figures',
    item: Type.Object(Object.fromEntries(own)),
  });
}

function rowsPort(source: string, id: string, { details = {} }: NonNullable<WidgetEntry['list']>): AnyPort {
  const own = Object.entries(details).map(([name, { format = 'text' }]) => [name, Type.Optional(schemaOf(format))]);
  return definePort({
    id: `${source}.${id}-rows`,
    keep: 'snapshot',
    key: (row) => String(row.position),
    item: Type.Object({
      position: Type.Integer(),
      name: Type.String(),
      label: Type.Optional(Type.String()),
      labelAt: Type.Optional(IsoTime()),
      progress: Type.Optional(Type.Number()),
      tone: Type.Optional(oneOf(...TONES)),
      at: Type.Optional(IsoTime()),
      href: Type.Optional(Type.String()),
      image: Type.Optional(Type.String()),
      ...(Object.fromEntries(own) as Record<never, never>),
    }),
  });
}

/** A figure of a payload: null only where nothing can stand for it. */
const payloadSchema = (figure: Figure): TSchema => {
  const schema = schemaOf(formatOf(figure));
  return blank(figure) === null ? nullable(schema) : schema;
};

const blank = (figure: Figure) => (figure.optional === true ? null : blankOf(formatOf(figure)));

const figuresOf = (fields: WidgetEntry['fields'], row: Row | undefined): Row =>
  Object.fromEntries(Object.entries(fields).map(([name, figure]) => [name, row?.[name] ?? blank(figure)]));

function widgetOf(id: string, entry: WidgetEntry, figures: AnyPort, rows: AnyPort | undefined): AnyWidget {
  const { title, fields, list } = entry;
  const response: TProperties = {
    ...Object.fromEntries(Object.entries(fields).map(([name, figure]) => [name, payloadSchema(figure)])),
    ...(list === undefined ? {} : { items: listOf(elementOf(list)) }),
  };
  return defineWidget({
    id,
    summary: entry.summary ?? `${title}, as an API of yours tells it`,
    reads: { figures: cached(figures), ...(rows === undefined ? {} : { rows: cached(rows) }) },
    response: Type.Object(response),
    tile: {
      title,
      group: entry.group ?? 'other',
      icon: entry.icon ?? 'mdi-api',
      about: 'figures',
      ...(entry.for === undefined ? {} : { for: entry.for }),
      stats: Object.entries(fields).map(([field, figure]) => ({
        field,
        label: figure.label ?? wordsOf(field),
        format: formatOf(figure),
      })),
      ...(list === undefined ? {} : { list: tileList(list) }),
    },
    render: ({ figures: known, rows: listed }, { now, limit }) => ({
      ...figuresOf(fields, known.items[0]),
      ...(list === undefined
        ? {}
        : { items: elements((listed as Rows<object> | undefined)?.items ?? [], now).slice(0, limit) }),
    }),
  });
}

const elementOf = ({ details = {}, ...list }: NonNullable<WidgetEntry['list']>): TProperties => ({
  name: Type.String(),
  ...(list.progress === undefined ? {} : { progress: Type.Integer() }),
  ...(list.tone === undefined ? {} : { tone: oneOf(...TONES) }),
  ...(list.at === undefined ? {} : { at: nullable(IsoTime()) }),
  ...(list.href === undefined ? {} : { href: Type.String() }),
  ...(list.image === undefined ? {} : { image: picture() }),
  ...Object.fromEntries(
    Object.entries(details).map(([name, { format = 'text' }]) => [name, nullable(schemaOf(format))]),
  ),
});

const tileList = (list: NonNullable<WidgetEntry['list']>) => ({
  items: 'items',
  name: 'name',
  ...Object.fromEntries(ROLES.filter((role) => list[role] !== undefined).map((role) => [role, role])),
  ...(list.details === undefined ? {} : { details: Object.keys(list.details) }),
});

const elements = (rows: readonly Row[], now: Date): readonly Row[] =>
  rows
    .toSorted((a, b) => Number(a['position']) - Number(b['position']))
    .map(({ position: _, labelAt, image, ...row }) => ({
      ...BLANK_ROW,
      ...row,
      image: typeof image === 'string' ? `${String(row['source'])}:${image}` : '',
      [LABEL]: typeof labelAt === 'string' ? ago(labelAt, now) : (row[LABEL] ?? '–'),
    }));

/** The serialiser takes what the response declares and leaves the rest. */
const BLANK_ROW = { progress: 0, tone: 'muted', at: null, href: '' };

function summaryOf(id: string, { fields }: WidgetEntry, figures: AnyPort): AnySummary {
  const keyOf = (field: string): string => camel(`${id}-${field.replace(/[A-Z]/g, (letter) => `-${letter}`)}`);
  return defineSummary({
    id,
    reads: { figures: cached(figures) },
    fields: Type.Object(
      Object.fromEntries(Object.entries(fields).map(([name, figure]) => [keyOf(name), payloadSchema(figure)])),
    ),
    render: ({ figures: known }) =>
      Object.fromEntries(
        Object.entries(figuresOf(fields, known.items[0])).map(([name, value]) => [keyOf(name), value]),
      ),
  });
}

const camel = (text: string): string =>
  text.toLowerCase().replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `openTasks` → "Open tasks". */
function wordsOf(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
