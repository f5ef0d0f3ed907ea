/** From an answer to the figures and rows of one widget. */
import { bytes, hours } from '@sidelight/plugin-api';
import { compile, type Expression } from './expression.js';
import type { Column, Format, List, WidgetEntry } from './upstream.js';
import { type Asked, figureOf, rowsOf, type Value } from './value.js';

/** No widget shows more. */
const MOST_ROWS = 100;

type Row = Readonly<Record<string, unknown>>;
type Cell = (element: unknown) => Promise<Value | undefined>;

export interface Reading {
  readonly figures: Row;
  readonly rows: readonly Row[];
}

/** Compiles what the YAML says, once. @param baseUrl of the API @throws Error for an expression that is none */
export function readerOf(
  id: string,
  { fields, list }: WidgetEntry,
  baseUrl: string,
): (data: unknown) => Promise<Reading> {
  const figures = Object.entries(fields).map(([name, { value, format = 'number', optional }]) => {
    const asked: Asked = { expression: compile(value), format, path: `${id}.fields.${name}`, optional };
    return [name, (data: unknown) => figureOf(asked, data)] as const;
  });
  const rows = list === undefined ? undefined : listReader(`${id}.list`, list, baseUrl);
  return async (data) => ({
    figures: await filled(figures, data),
    rows: (await rows?.(data)) ?? [],
  });
}

function listReader(path: string, list: List, baseUrl: string): (data: unknown) => Promise<readonly Row[]> {
  const expression = compile(list.rows);
  const cells: (readonly [string, Cell])[] = [
    ['name', cell(`${path}.name`, compile(list.name), 'text')],
    ...roles(path, list, baseUrl),
    ...Object.entries(list.details ?? {}).map(
      ([name, { value, format = 'text' }]) =>
        [name, cell(`${path}.details.${name}`, compile(value), format, true)] as const,
    ),
  ];
  const label = list.label === undefined ? undefined : labelOf(`${path}.label`, list.label);
  return async (data) => {
    const elements = await rowsOf({ expression, path: `${path}.rows` }, data);
    return Promise.all(
      elements.slice(0, MOST_ROWS).map(async (element, position) => ({
        position,
        ...(await filled(cells, element)),
        ...(await label?.(element)),
      })),
    );
  };
}

function roles(path: string, list: List, baseUrl: string): (readonly [string, Cell])[] {
  const formats = { progress: 'number', tone: 'text', at: 'date', href: 'text', image: 'text' } as const;
  return Object.entries(formats).flatMap(([role, format]) => {
    const text = list[role as keyof typeof formats];
    return text === undefined
      ? []
      : [[role, shaped(role, cell(`${path}.${role}`, compile(text), format, true), baseUrl)] as const];
  });
}

/** Dashboards draw a bar of 0 to 100, and pictures that the API itself has. */
const shaped =
  (role: string, read: Cell, baseUrl: string): Cell =>
  async (element) => {
    const value = await read(element);
    if (role === 'image') return pathBelow(baseUrl, String(value ?? ''));
    return role === 'progress' && typeof value === 'number' ? Math.round(Math.min(100, Math.max(0, value))) : value;
  };

/** The path of a picture below the base URL; undefined: it is somewhere else. */
function pathBelow(baseUrl: string, address: string): string | undefined {
  const base = new URL(`${baseUrl}/`);
  if (address === '' || !URL.canParse(address, base.href)) return undefined;
  const { origin, pathname, search } = new URL(address, base);
  const isBelow = origin === base.origin && pathname.startsWith(base.pathname);
  return isBelow ? `/${pathname.slice(base.pathname.length)}${search}` : undefined;
}

const cell =
  (path: string, expression: Expression, format: Format, optional = false): Cell =>
  (element) =>
    figureOf({ expression, format, path, optional }, element);

/** A label is a text, but for a time, which is told when it is shown ("2 h ago"). */
function labelOf(path: string, { value, format = 'text' }: Column): (element: unknown) => Promise<Row> {
  const read = cell(path, compile(value), format, true);
  return async (element) => {
    const given = await read(element);
    if (given === undefined) return {};
    return format === 'date' ? { labelAt: given } : { label: SHOWN[format](given) };
  };
}

const number = (value: Value): string =>
  Number(value).toLocaleString('en', { maximumFractionDigits: 2, useGrouping: false });

const SHOWN: Readonly<Record<Format, (value: Value) => string>> = {
  number,
  bytes: (value) => bytes(Number(value)),
  bitrate: (value) => `${bytes(Number(value) / 8)}/s`,
  percent: (value) => `${number(value)} %`,
  duration: (value) => `${hours(Number(value))} h`,
  date: String,
  text: String,
  flag: (value) => (value === true ? 'yes' : 'no'),
};

async function filled(cells: readonly (readonly [string, Cell])[], data: unknown): Promise<Row> {
  const values = await Promise.all(cells.map(async ([name, read]) => [name, await read(data)] as const));
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
